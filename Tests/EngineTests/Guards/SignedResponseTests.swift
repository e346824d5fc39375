import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Authorization responses that are signed JWTs (JARM): one test for each rule.
@Suite("A signed authorization response")
struct SignedResponseTests {
  private static let clients = """
    {"provider": "standard", "client_id": "hmac", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "authorization_signed_response_alg": "HS256"},
    {"provider": "standard", "client_id": "curve", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "authorization_signed_response_alg": "ES256"}
    """

  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  /// The claims of the response in the address, whose only parameter it is.
  private func claims(after mark: Character = "?") throws -> JSONValue {
    let location = standard.visitor.location
    let halves = location.split(separator: mark, maxSplits: 1)
    try #require(halves.count == 2, "\(location)")
    let parameters = Parameters(formEncoded: halves[1])
    #expect(parameters.list.map(\.name) == ["response"])
    return try token(parameters.first("response") ?? "")
  }

  private func token(_ text: String) throws -> JSONValue {
    let token = try JWS.parse(text)
    #expect(standard.visitor.sandbox.site.options.keys.verifies(token))
    return token.payload
  }

  private func grant(_ changes: StandardVisitor.Changes) -> StandardVisitor {
    standard.authorize(changes)
    if standard.asksForPassword { standard.typePassword() }
    if standard.asksForConsent { standard.allow() }
    return standard
  }

  @Test(
    "travels as the mode says, and as the response type usually does",
    arguments: [
      ("code", "jwt", "?"), ("code", "query.jwt", "?"), ("code", "fragment.jwt", "#"),
      ("token", "jwt", "#"), ("code id_token", "jwt", "#"), ("id_token", "fragment.jwt", "#"),
    ] as [(String, String, Character)])
  func places(type: String, mode: String, mark: Character) throws {
    _ = grant(["response_type": type, "response_mode": mode])
    let claims = try claims(after: mark)
    #expect(claims["iss"]?.stringValue == "http://127.0.0.1:8400/standard")
    #expect(claims["aud"]?.stringValue == "web")
    #expect(claims["exp"]?.text() == String(standard.visitor.now + 600))
    #expect(claims["state"]?.stringValue == "st")
    #expect((claims["code"] != nil) == type.contains("code"))
    #expect((claims["access_token"] != nil) == (type == "token"))
    #expect((claims["id_token"] != nil) == type.contains("id_token"))
    if type == "token" { #expect(claims["expires_in"]?.stringValue == "3600") }
  }

  @Test("is posted by form_post.jwt")
  func formPost() throws {
    _ = grant(["response_mode": "form_post.jwt"])
    #expect(standard.status == 200)
    let values = standard.visitor.page.components(between: "value=\"", and: "\"")
    #expect(standard.visitor.page.contains("name=\"response\""))
    try #require(values.count == 1)
    #expect(try token(values[0])["code"] != nil)
  }

  @Test("holds an error, too")
  func errors() throws {
    standard.authorize(["response_mode": "jwt", "scope": "unheard-of"])
    let claims = try claims()
    #expect(claims["error"]?.stringValue == "invalid_scope")
    #expect(claims["state"]?.stringValue == "st")
    #expect(claims["code"] == nil)
  }

  @Test("holds an error without a page, and one that is posted")
  func silentErrors() throws {
    standard.authorize(["response_mode": "jwt", "prompt": "none"])
    #expect(try claims()["error"]?.stringValue == "login_required")
    standard.authorize(["response_mode": "form_post.jwt", "scope": "unheard-of"])
    let values = standard.visitor.page.components(between: "value=\"", and: "\"")
    try #require(values.count == 1)
    #expect(try token(values[0])["error"]?.stringValue == "invalid_scope")
  }

  @Test("holds a denial by the person")
  func denial() throws {
    standard.authorize(["response_mode": "query.jwt"]).typePassword()
    standard.visitor.submit(["decision": "deny"])
    #expect(try claims()["error"]?.stringValue == "access_denied")
  }

  @Test("yields a code that can be redeemed")
  func redeemed() throws {
    _ = grant(["response_mode": "jwt"])
    try standard.redeem(claims()["code"]?.stringValue ?? "")
    #expect(standard.status == 200)
  }

  @Test("is signed by the algorithm that the client has registered")
  func algorithms() throws {
    _ = grant(["client_id": "curve", "response_mode": "jwt"])
    #expect(try claims()["aud"]?.stringValue == "curve")
    #expect(try JWS.parse(standard.visitor.parameter("response")).algorithm == "ES256")
    _ = grant(["client_id": "hmac", "response_mode": "jwt"])
    let text = try standard.visitor.parameter("response")
    let parts = text.split(separator: ".")
    try #require(parts.count == 3)
    let input = Array("\(parts[0]).\(parts[1])".utf8)
    #expect(
      Base64URL.decode(String(parts[2]))
        == HMAC.sha256(key: Array(StandardVisitor.secret.utf8), message: input))
  }

  @Test("never puts tokens into the query")
  func noTokensInQuery() throws {
    standard.authorize(["response_type": "token", "response_mode": "query.jwt"])
    #expect(standard.condition == .responseModeUnsupported)
    #expect(try claims()["error"]?.stringValue == "invalid_request")
  }

  @Test("is asked for by a pushed request")
  func pushed() throws {
    try standard.post(
      "par",
      [
        "response_type": "code", "response_mode": "jwt", "redirect_uri": StandardVisitor.callback,
      ], StandardVisitor.credentials("web"))
    let uri = try standard.visitor.member("request_uri")
    standard.visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    standard.typePassword().allow()
    #expect(try claims()["code"] != nil)
  }

  @Test("is announced in the metadata, and gone with it where a quirk removes it")
  func switched() throws {
    let metadata = "/standard/.well-known/openid-configuration"
    try standard.visitor.call(.get, metadata)
    #expect(try standard.visitor.member("response_modes_supported").contains("form_post.jwt"))
    #expect(
      try standard.visitor.member("authorization_signing_alg_values_supported")
        == "[\"RS256\",\"ES256\",\"HS256\"]")
    let plain = try StandardVisitor(with: ["no-signed-responses"], clients: Self.clients)
    try plain.visitor.call(.get, metadata)
    #expect(try !plain.visitor.member("response_modes_supported").contains("jwt"))
    #expect(!plain.visitor.page.contains("authorization_signing"))
    plain.authorize(["response_mode": "jwt"])
    try plain.expectRedirect(.responseModeUnsupported, "invalid_request")
  }

  @Test("is not inherited by other providers")
  func others() throws {
    for provider in try Visitor.providers() where provider.id != "standard" {
      #expect(!provider.modes.contains { $0.hasSuffix("jwt") })
    }
  }

  @Test("has the lifetime and the claims of the fixture")
  func renamed() throws {
    let own = try StandardVisitor(
      patch: """
        {"credentials": {"response": {"lifetime": 5, "jwt": {"claims": {"aud": ["{{client.client_id}}"]}}}}}
        """)
    own.authorize(["response_mode": "jwt", "scope": "unheard-of"])
    let token = try JWS.parse(own.visitor.parameter("response"))
    #expect(token.payload["aud"] == ["web"])
    #expect(token.payload["exp"]?.text() == String(own.visitor.now + 5))
  }
}
