import Basics
import ProviderModel
import Testing

/// The scopes of an authorization request (RFC 6749 §3.3).
@Suite("The scope of an authorization request")
struct ScopeTests {
  private static let api = """
    {"provider": "standard", "client_id": "api", "kind": "public", "scopes": ["openid", "api.read"],
     "redirect_uris": ["\(StandardVisitor.callback)"]},
    {"provider": "standard", "client_id": "phone", "kind": "public", "scopes": ["openid"],
     "redirect_uris": ["\(StandardVisitor.callback)"]}
    """

  /// The scopes of the access token that a response brings.
  private func granted(_ scope: String) throws -> String {
    let stage = try StandardVisitor().authorize(["scope": scope, "response_type": "token"])
    return try stage.typePassword().allow().visitor.parameter("scope")
  }

  @Test("is granted in its order, and a scope that is named twice counts once")
  func twice() throws {
    #expect(try granted("email openid email openid") == "email openid")
    #expect(try granted(" openid  email ") == "openid email")
  }

  @Test("that the provider does not know is refused, and the remedy names the known ones")
  func unknown() throws {
    let stage = try StandardVisitor(clients: Self.api)
    stage.authorize(["scope": "openid api.read magic"])
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
    #expect(
      stage.visitor.told.why
        == "standard knows no scope api.read, magic, and the client web has not registered it")
    let known = "openid, profile, email, address, phone, offline_access, mcp:read, mcp:write"
    #expect(
      stage.visitor.told.remedy
        == "known here: \(known); or add it to scopes of this client in its cast")
  }

  @Test("that is not known is explained without the cast where clients have no scopes of their own")
  func unregistered() throws {
    let visitor = try Visitor("instagram").open(
      TranscriptTests.instagram + "code&scope=basic+magic")
    #expect(visitor.told.condition == .scopeUnknown)
    #expect(visitor.told.why == "instagram knows no scope magic")
    #expect(visitor.told.remedy?.hasPrefix("known here: basic, public_content") == true)
    #expect(visitor.told.remedy?.contains("cast") == false)
  }

  @Test(
    "may be one that the client has registered, and no other client's",
    arguments: [("api", "api.read openid", nil), ("web", "api.read", .scopeUnknown)]
      as [(String, String, Condition?)])
  func registered(_ client: String, _ scope: String, _ condition: Condition?) throws {
    let stage = try StandardVisitor(clients: Self.api)
    stage.authorize(["client_id": client, "scope": scope])
    #expect(stage.condition == condition)
    #expect(stage.asksForPassword == (condition == nil))
  }

  @Test("is one of those that the client registered")
  func notAllowed() throws {
    let stage = try StandardVisitor().authorize([
      "client_id": "limited", "scope": "openid profile phone",
    ])
    try stage.expectRedirect(.scopeNotAllowed, "invalid_scope")
    #expect(stage.visitor.told.why == "the client limited may not ask for profile, phone")
    #expect(stage.visitor.told.remedy == "add it to scopes of this client in its cast")
  }

  @Test("is no client's ID, unless the provider says so")
  func notClientID() throws {
    let stage = try StandardVisitor(clients: Self.api)
    stage.authorize(["client_id": "phone", "scope": "openid phone"])
    try stage.expectRedirect(.scopeNotAllowed, "invalid_scope")
  }

  @Test(
    "may be the client's own ID where the provider says so, whatever it registered",
    arguments: [
      ("11111111-0000-4000-8000-000000000001", nil), ("profile", .scopeNotAllowed),
      (TokenTranscriptTests.web, Condition("scope_without_resource")),
    ] as [(String, Condition?)])
  func clientID(_ scope: String, _ condition: Condition?) throws {
    let id = "11111111-0000-4000-8000-000000000001"
    let cast = """
      {"schema": 1, "kind": "cast", "clients": [{"provider": "azure-ad-b2c", "client_id": "\(id)",
        "kind": "public", "redirect_uris": ["urn:ietf:wg:oauth:2.0:oob"], "scopes": ["openid"]}]}
      """
    let visitor = try Visitor("azure-ad-b2c", cast: cast).open(
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/oauth2/v2.0/authorize?p=B2C_1_signupsignin"
        + "&client_id=\(id)&redirect_uri=urn:ietf:wg:oauth:2.0:oob&scope=openid%20\(scope)"
        + "&response_type=code")
    #expect(visitor.told.condition == condition)
  }

  // MARK: None at all

  @Test(
    "has the provider's default where the request has none",
    arguments: [("", true), ("&scope=", true), ("&scope=%20", false), ("&scope=likes", false)])
  func fallback(_ more: String, _ isDefault: Bool) throws {
    let visitor = try Visitor("instagram").open(TranscriptTests.instagram + "code" + more)
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(visitor.told.condition == nil)
    #expect(visitor.page.contains("see your profile and media") == isDefault)
  }

  @Test(
    "is missing where it has no word, and refused where the provider needs one",
    arguments: [("", false), ("%20", false), ("WMS_NCIP", true)])
  func required(_ scope: String, _ isGood: Bool) throws {
    let visitor = try Visitor("oclc").open(
      TranscriptTests.oclc.replacingAll("WMS_NCIP%20refresh_token", with: scope) + "token")
    #expect(visitor.told.condition == (isGood ? nil : .scopeMissing))
    #expect(visitor.page.contains("name=\"password\"") == isGood)
    if !isGood { #expect(visitor.told.why == "the request has no scope") }
  }

  @Test("may be left out at a provider without a default, and then nothing is asked for")
  func none() throws {
    let stage = try StandardVisitor().authorize(["scope": nil, "response_type": "token"])
    stage.typePassword()
    #expect(stage.visitor.page.contains("asks for no scope."))
    #expect(!stage.allow().visitor.location.contains("scope="))
  }

  // MARK: Numbers

  @Test(
    "may be a number whose bits are scopes, where the provider has bits",
    arguments: [
      ("6", ["friends", "photos"]), ("2", ["friends"]), ("0", []),
      ("friends,photos", ["friends", "photos"]),
      ("4194306", ["friends", "email"]),
    ] as [(String, [String])])
  func bits(_ scope: String, _ names: [String]) throws {
    let visitor = try Visitor("vk").open(
      "/vk/authorize?client_id=753197&response_type=token&v=5.52&scope=\(scope)")
    #expect(visitor.told.condition == nil)
    visitor.submit(["email": "alice", "pass": "wonderland"])
    #expect(visitor.page.components(between: "<li>", and: "</li>").count == names.count)
    for name in names { #expect(visitor.page.contains("<small>\(name)</small>")) }
  }

  @Test("is no number below zero, and none where the provider has no bits")
  func noBits() throws {
    let visitor = try Visitor("vk").open(
      "/vk/authorize?client_id=753197&response_type=token&v=5.52&scope=-6")
    #expect(visitor.told.condition == .scopeUnknown)
    let stage = try StandardVisitor().authorize(["scope": "6"])
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
  }

  // MARK: Any client

  @Test(
    "of a client that nobody registered may be any well-formed one where any client is taken",
    arguments: [
      ("nobody", "magic", nil), ("app", "magic", nil), ("limited", "magic", .scopeUnknown),
      ("limited", "openid", nil), ("nobody", "ma\"gic", .scopeUnknown),
    ] as [(String, String, Condition?)])
  func anyClient(_ client: String, _ scope: String, _ condition: Condition?) throws {
    let stage = try StandardVisitor(anyClient: true)
    stage.authorize(["client_id": client, "scope": scope])
    #expect(stage.condition == condition)
    #expect(stage.asksForPassword == (condition == nil))
  }
}
