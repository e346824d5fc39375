import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Aggregated and distributed claims (OpenID Connect Core §5.6).
@Suite("Claims of other parties")
struct ClaimSourceTests {
  private static let cast = """
    {"schema": 1, "kind": "cast", "people": [
      {"username": "carol", "password": "wonderland", "name": "Carol",
       "claim_sources": {
         "bank": {"issuer": "https://bank.example", "claims": {"credit_score": 650, "email": "carol@bank.example"}},
         "own": {"claims": {"tier": "gold"}},
         "post": {"names": ["shipping_address"], "endpoint": "https://post.example/claims", "access_token": "t-1"}}}],
     "claims": {"tier": {"in": ["id_token"]}},
     "clients": [{"provider": "standard", "client_id": "signed", "secret": "\(StandardVisitor.secret)",
       "redirect_uris": ["\(StandardVisitor.callback)"], "userinfo_signed_response_alg": "RS256"}]}
    """

  private func visit(
    _ scope: String, client: String = "web", with quirks: [String] = [], _ more: String = ""
  ) throws -> (visitor: Visitor, id: JSONValue) {
    let visitor = try Visitor("standard", with: quirks, cast: Self.cast)
    visitor.open(
      "/standard/authorize?client_id=\(client)&redirect_uri=\(StandardVisitor.callback)&response_type=code&scope=\(scope)&nonce=n\(more)"
    )
    visitor.submit(["username": "carol", "password": "wonderland"]).submit(["decision": "allow"])
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": visitor.parameter("code"), "client_id": client,
        "client_secret": StandardVisitor.secret, "redirect_uri": StandardVisitor.callback,
      ])
    let id = try JWS.parse(visitor.member("id_token")).payload
    let access = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(access)")])
    return (visitor, id)
  }

  private func claims(_ source: JSONValue?, _ visitor: Visitor) throws -> JSONValue {
    let token = try JWS.parse(try #require(source?["JWT"]?.stringValue))
    #expect(visitor.sandbox.site.options.keys.verifies(token))
    return token.payload
  }

  @Test("are named in userinfo, with a signed JWT of each source, or its address")
  func userinfo() throws {
    let (visitor, _) = try visit("openid%20email")
    let info = try JSONReader().read(Array(visitor.page.utf8), file: "").root
    #expect(
      info["_claim_names"] == ["credit_score": "bank", "email": "bank", "shipping_address": "post"])
    #expect(info["credit_score"] == nil && info["shipping_address"] == nil)
    let sources = try #require(info["_claim_sources"])
    #expect(sources.objectValue?.names == ["bank", "post"])
    #expect(
      sources["post"] == ["endpoint": "https://post.example/claims", "access_token": "t-1"])
    let bank = try claims(sources["bank"], visitor)
    #expect(bank["iss"]?.stringValue == "https://bank.example")
    #expect(bank["credit_score"] == 650)
    #expect(bank["email"]?.stringValue == "carol@bank.example")
    #expect(bank["sub"] == nil)
  }

  @Test("need their scope, and go where the cast sends them")
  func places() throws {
    let (visitor, id) = try visit("openid")
    let info = try JSONReader().read(Array(visitor.page.utf8), file: "").root
    #expect(info["_claim_names"] == ["credit_score": "bank", "shipping_address": "post"])
    #expect(try claims(info["_claim_sources"]?["bank"], visitor)["email"] == nil)
    #expect(id["_claim_names"] == ["tier": "own"])
    let own = try claims(id["_claim_sources"]?["own"], visitor)
    #expect(own["iss"]?.stringValue == "http://127.0.0.1:8400/standard")
    #expect(own["tier"]?.stringValue == "gold")
  }

  @Test("are sent where the parameter claims asks for them")
  func asked() throws {
    let (_, id) = try visit(
      "openid", "&claims=%7B%22id_token%22:%7B%22credit_score%22:null%7D%7D")
    #expect(id["_claim_names"] == ["credit_score": "bank", "tier": "own"])
  }

  @Test("are in a signed response of userinfo, too")
  func signed() throws {
    let (visitor, _) = try visit("openid", client: "signed")
    let info = try JWS.parse(visitor.page).payload
    #expect(info["_claim_names"] == ["credit_score": "bank", "shipping_address": "post"])
    #expect(try claims(info["_claim_sources"]?["bank"], visitor)["credit_score"] == 650)
  }

  @Test("are announced, and gone where a quirk removes them")
  func switched() throws {
    let (visitor, id) = try visit("openid", with: ["no-claim-sources"])
    #expect(!visitor.page.contains("_claim_") && !visitor.page.contains("credit_score"))
    #expect(id["_claim_names"] == nil)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(!visitor.page.contains("claim_types_supported"))
    let open = try Visitor("standard")
    try open.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try open.member("claim_types_supported") == "[\"normal\",\"aggregated\",\"distributed\"]")
  }

  @Test(
    "are refused in a cast where they say nothing, or the server's own",
    arguments: [
      ("{}", "found neither"), ("{\"endpoint\": \"https://a.example\"}", "are named in"),
      (
        "{\"endpoint\": \"https://a.example\", \"names\": [\"a\"], \"claims\": {\"a\": 1}}",
        "have no values"
      ),
      ("{\"claims\": {\"iss\": \"x\"}}", "the server's own"), ("{\"clams\": {}}", "clams"),
    ])
  func mistakes(_ source: String, _ word: String) throws {
    let text = "{\"username\": \"x\", \"password\": \"y\", \"claim_sources\": {\"a\": \(source)}}"
    let value = try JSONReader().read(Array(text.utf8), file: "p.json").root
    let error = #expect(throws: FixtureError.self) {
      try Cast.person(reading: value, providers: ProviderCatalog(Visitor.providers()))
    }
    let told = error?.findings.map(\.description).joined(separator: "\n") ?? ""
    #expect(told.contains(word), "\(told)")
  }
}
