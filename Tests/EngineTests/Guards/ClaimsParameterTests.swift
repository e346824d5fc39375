import Basics
import JOSE
import ProviderModel
import Testing

/// The parameter `claims` of OpenID Connect Core §5.5: its syntax, and what it demands of the person.
@Suite("The parameter claims")
struct ClaimsParameterTests {
  private static let cast = """
    {"schema": 1, "kind": "cast", "people": [
      {"username": "ann", "password": "x", "sub": "sub-ann", "acr": "silver"},
      {"username": "ben", "password": "x", "sub": "sub-ben"}],
     "clients": [
      {"provider": "standard", "client_id": "silent", "kind": "public", "sign_in": "ann",
       "redirect_uris": ["\(StandardVisitor.callback)"]}]}
    """

  private func visitor() throws -> Visitor { try Visitor("standard", cast: Self.cast) }

  private func ask(
    _ visitor: Visitor, _ claims: String, _ type: String = "code", client: String = "web",
    _ more: String = ""
  ) {
    let query = QueryStyle.rfc3986.encode(
      [
        ("client_id", client), ("redirect_uri", StandardVisitor.callback), ("response_type", type),
        ("scope", "openid"), ("nonce", "n"), ("state", "st"), ("claims", claims),
      ].map { (name: $0.0, value: $0.1) })
    visitor.open("/standard/authorize?\(query)\(more)")
  }

  private func signIn(_ visitor: Visitor, _ name: String) {
    visitor.submit(["username": name, "password": "x"])
  }

  // MARK: Syntax

  @Test(
    "is an object of objects, and the log says where it is not",
    arguments: [
      ("[]", "claims has to be an object, and is an array"),
      ("null", "claims has to be an object, and is null"),
      (
        "{\"id_token\":1}", "claims has a member id_token that has to be an object, and is a number"
      ),
      (
        "{\"userinfo\":[]}",
        "claims has a member userinfo that has to be an object, and is an array"
      ),
      (
        "{\"id_token\":{\"email\":true}}",
        "claims asks for a claim by null or by an object, and here is true (at /id_token/email)"
      ),
      (
        "{\"userinfo\":{\"email\":null,\"name\":\"x\"}}",
        "claims asks for a claim by null or by an object, and here is a string (at /userinfo/name)"
      ),
      (
        "{\"id_token\":{\"email\":{\"essential\":\"yes\"}}}",
        "claims has an essential that has to be true or false, and is a string (at /id_token/email)"
      ),
      (
        "{\"id_token\":{\"acr\":{\"values\":\"a\"}}}",
        "claims has values that have to be an array, and are a string (at /id_token/acr)"
      ),
    ])
  func malformed(_ claims: String, _ why: String) throws {
    let visitor = try visitor()
    ask(visitor, claims)
    #expect(visitor.told.condition == .parameterInvalid)
    #expect(visitor.told.why == why)
    #expect(visitor.told.clause == "OpenID Connect Core §5.5")
    #expect(
      visitor.told.remedy == "send an object, such as {\"id_token\": {\"email\": null}}")
    #expect(try visitor.parameter("error") == "invalid_request")
    #expect(
      try visitor.parameter("error_description")
        == "The parameter claims has a value that is not known.")
  }

  @Test("is JSON")
  func syntax() throws {
    let visitor = try visitor()
    ask(visitor, "{")
    #expect(visitor.told.condition == .parameterInvalid)
    #expect(visitor.told.why?.hasPrefix("claims is not JSON: ") == true)
  }

  @Test(
    "is good with nulls, with both kinds of demands, and with members that are not known",
    arguments: [
      "", "{}", "{\"id_token\":null,\"userinfo\":null}", "{\"id_token\":{},\"userinfo\":{}}",
      "{\"id_token\":{\"email\":null,\"name\":{}}}",
      "{\"userinfo\":{\"email\":{\"essential\":true},\"name\":{\"essential\":false}}}",
      "{\"id_token\":{\"acr\":{\"values\":[\"a\"]},\"sub\":{\"value\":\"b\",\"odd\":1}}}",
      "{\"magic\":1}",
    ])
  func good(_ claims: String) throws {
    let visitor = try visitor()
    ask(visitor, claims)
    #expect(visitor.told.condition == nil && visitor.page.contains("name=\"password\""))
  }

  @Test(
    "asks for claims at userinfo only where an access token comes along",
    arguments: [
      ("id_token", "{\"userinfo\":{\"email\":null}}", false),
      ("id_token", "{\"userinfo\":{}}", true),
      ("id_token", "{\"id_token\":{\"email\":null}}", true),
      ("code", "{\"userinfo\":{\"email\":null}}", true),
      ("token", "{\"userinfo\":{\"email\":null}}", true),
      ("id_token token", "{\"userinfo\":{\"email\":null}}", true),
      ("code id_token", "{\"userinfo\":{\"email\":null}}", true),
    ])
  func useless(_ type: String, _ claims: String, _ isGood: Bool) throws {
    let visitor = try visitor()
    ask(visitor, claims, type)
    #expect(visitor.told.condition == (isGood ? nil : .parameterInvalid))
    guard !isGood else { return }
    #expect(
      visitor.told.why
        == "claims asks for claims at userinfo, and response_type=id_token yields no access token")
    #expect(
      visitor.told.remedy
        == "ask for them in the id_token member, or send a response_type with code or token")
  }

  // MARK: The person

  @Test(
    "that asks for a person by sub gets nobody else",
    arguments: [
      ("{\"id_token\":{\"sub\":{\"value\":\"sub-ann\"}}}", "sub-ann"),
      ("{\"userinfo\":{\"sub\":{\"value\":\"sub-ann\"}}}", "sub-ann"),
      ("{\"id_token\":{\"sub\":{\"values\":[\"sub-ann\",\"x\"]}}}", "sub-ann or x"),
      ("{\"id_token\":{\"sub\":{\"value\":\"sub-ann\",\"values\":[\"sub-ben\"]}}}", "sub-ann"),
      (
        "{\"id_token\":{\"sub\":null},\"userinfo\":{\"sub\":{\"values\":[\"sub-ann\"]}}}", "sub-ann"
      ),
    ])
  func subject(_ claims: String, _ texts: String) throws {
    let visitor = try visitor()
    ask(visitor, claims)
    signIn(visitor, "ben")
    #expect(visitor.told.condition == .loginRequired)
    #expect(try visitor.parameter("error") == "login_required")
    #expect(
      visitor.told.why
        == "ben is signed in, and claims asks for the person whose sub is \(texts)")
    #expect(visitor.told.clause == "OpenID Connect Core §5.5.1")
    // The other person is asked to sign in.
    ask(visitor, claims)
    #expect(visitor.page.contains("name=\"password\""))
    signIn(visitor, "ann")
    visitor.submit(["decision": "allow"])
    #expect(try !visitor.parameter("code").isEmpty)
    ask(visitor, claims)
    #expect(try !visitor.parameter("code").isEmpty, "ann is signed in")
  }

  @Test("that asks for a person is checked again when consent is given")
  func otherTab() throws {
    let visitor = try visitor()
    ask(visitor, "{\"id_token\":{\"sub\":{\"value\":\"sub-ann\"}}}")
    signIn(visitor, "ann")
    let ticket = try visitor.hidden("ticket")
    ask(visitor, "", "code", client: "web", "&prompt=login")
    signIn(visitor, "ben")
    visitor.open("/standard/consent", form: "ticket=\(ticket)&decision=allow")
    #expect(visitor.told.condition == .loginRequired)
    #expect(try visitor.parameter("error") == "login_required")
  }

  @Test("that asks for somebody else fails where a person signs in without a page")
  func standing() throws {
    let visitor = try visitor()
    ask(visitor, "{\"id_token\":{\"sub\":{\"value\":\"sub-ben\"}}}", client: "silent")
    #expect(visitor.told.condition == .loginRequired)
    #expect(try visitor.parameter("error") == "login_required")
    ask(visitor, "{\"id_token\":{\"sub\":{\"value\":\"sub-ann\"}}}", client: "silent")
    #expect(try !visitor.parameter("code").isEmpty)
    // A sign-in without a page has just happened.
    ask(visitor, "", client: "silent", "&prompt=login")
    #expect(try !visitor.parameter("code").isEmpty)
  }

  @Test(
    "that needs an acr fails for a person who has another one or none",
    arguments: [
      ("ann", "{\"essential\":true,\"value\":\"silver\"}", nil),
      ("ann", "{\"essential\":true,\"values\":[\"gold\",\"silver\"]}", nil),
      ("ann", "{\"essential\":true,\"value\":\"gold\"}", "gold, and ann has silver"),
      ("ann", "{\"essential\":true,\"values\":[\"a\",\"b\"]}", "a or b, and ann has silver"),
      (
        "ben", "{\"essential\":true,\"value\":\"silver\"}",
        "silver, and ben has urn:understudy:acr:password"
      ),
      // A wish alone is no demand.
      ("ann", "{\"value\":\"gold\"}", nil),
      ("ann", "{\"essential\":false,\"value\":\"gold\"}", nil),
      ("ben", "{\"essential\":true}", nil), ("ben", "null", nil),
    ] as [(String, String, String?)])
  func acr(_ person: String, _ wish: String, _ why: String?) throws {
    let visitor = try visitor()
    ask(visitor, "{\"id_token\":{\"acr\":\(wish)}}")
    signIn(visitor, person)
    guard let why else {
      #expect(visitor.page.contains("name=\"decision\""), "\(visitor.location)")
      return
    }
    #expect(visitor.told.condition == .acrUnmet)
    #expect(visitor.told.why == "claims needs acr to be \(why)")
    #expect(try visitor.parameter("error") == "unmet_authentication_requirements")
  }
}
