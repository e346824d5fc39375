import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// What providers have besides the RFCs: registrations by form, codes that a person copies, callers that nobody authenticates.
@Suite("Clients without a browser of their own")
struct OutOfBandTests {
  private static let copy = #"""
    {"redirect_uri": {"out_of_band": "copy"},
     "pages": {"copy": {"template": "copy"}},
     "templates": {"copy": "{{#if tok.code.value}}Code: {{tok.code.value}}.{{else}}Error: {{err.code}}.{{/if}}"}}
    """#
  private static let client = """
    {"provider": "standard", "client_id": "typed", "kind": "public",
     "redirect_uris": ["\(RedirectRule.outOfBandURI)"]}
    """

  private func signIn(_ decision: String) throws -> Visitor {
    let visitor = try StandardVisitor(patch: Self.copy, clients: Self.client).visitor
    visitor.open(
      "/standard/authorize?client_id=typed&response_type=code&scope=openid&state=x"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
        + "&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob")
    visitor.submit(["username": "alice", "password": "wonderland"])
    visitor.submit(["decision": decision])
    return visitor
  }

  @Test("the page shows the code, and it can be redeemed")
  func code() throws {
    let visitor = try signIn("allow")
    #expect(visitor.status == 200 && visitor.location.isEmpty)
    let code = try #require(visitor.page.firstMatch(of: /Code: ([^.]+)\./)?.1)
    try visitor.token([
      "grant_type": "authorization_code", "code": String(code), "client_id": "typed",
      "redirect_uri": RedirectRule.outOfBandURI,
      "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    ])
    #expect(visitor.status == 200, "\(visitor.page)")
  }

  @Test("the page shows a denial")
  func denial() throws {
    let visitor = try signIn("deny")
    #expect(visitor.location.isEmpty)
    #expect(visitor.page == "Error: access_denied.")
  }

  @Test("a registration may be a form, with names of the provider's own")
  func form() throws {
    let visitor = try Visitor(
      patching: #"{"registration": {"form": {"scope": "scopes", "client_uri": "website"}}}"#)
    let form =
      "client_name=Elk&redirect_uris=urn:ietf:wg:oauth:2.0:oob%0Ahttps://app.example/cb&scopes=openid+email"
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    try visitor.call(.post, "/standard/register", [type], body: Array(form.utf8))
    #expect(visitor.status == 201, "\(visitor.page)")
    #expect(try visitor.member("client_name") == "Elk")
    #expect(try visitor.member("scope") == "openid email")
    #expect(
      try visitor.document["redirect_uris"]?.arrayValue?.compactMap(\.stringValue)
        == [RedirectRule.outOfBandURI, "https://app.example/cb"])
  }

  @Test("a form that is too large, or has a member twice, is refused as such a JSON object is")
  func badForm() throws {
    let visitor = try Visitor(patching: #"{"registration": {"form": {"scope": "scopes"}}}"#)
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    let large = "redirect_uris=https://app.example/" + String(repeating: "x", count: 64 << 10)
    for (form, told) in [(large, "KiB"), ("scope=openid&scopes=email", "the member scope twice")] {
      try visitor.call(.post, "/standard/register", [type], body: Array(form.utf8))
      #expect(visitor.condition == .bodyUnreadable)
      let (why, remedy) = (visitor.told.why ?? "", visitor.told.remedy ?? "")
      #expect((why + remedy).contains(told), "\(why) \(remedy)")
    }
    try visitor.call(.post, "/standard/register", [("Content-Type", "text/plain")], body: [])
    #expect(visitor.told.remedy?.contains("or a form") == true)
  }

  @Test("without \"form\", a registration is JSON")
  func noForm() throws {
    let visitor = try Visitor("standard")
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    try visitor.call(
      .post, "/standard/register", [type], body: Array("redirect_uris=https://app.example/cb".utf8))
    #expect(visitor.condition == .contentTypeUnsupported)
  }

  @Test("an endpoint without clients ignores an Authorization header")
  func strayHeader() throws {
    let visitor = try Visitor(patching: #"{"endpoints": {"revoke": {"client": "none"}}}"#)
    let token = try visitor.aliceToken()
    try visitor.post(
      "/standard/revoke", ["token": token], [("Authorization", "Basic bm9ib2R5Ondyb25n")])
    #expect(visitor.status == 200, "\(visitor.page)")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    #expect(visitor.status == 401)
  }
}
