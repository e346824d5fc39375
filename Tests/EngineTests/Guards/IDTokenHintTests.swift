import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// `id_token_hint` of an authorization request (OpenID Connect Core §3.1.2.1, §3.1.2.2).
@Suite("An id_token_hint")
struct IDTokenHintTests {
  private static let clients = """
    {"provider": "standard", "client_id": "shy", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "subject_type": "pairwise"},
    {"provider": "standard", "client_id": "signed", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "userinfo_signed_response_alg": "RS256"},
    {"provider": "standard", "client_id": "hmac", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "id_token_signed_response_alg": "HS256"}
    """
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  /// An ID token, in a browser that forgets the session.
  private func hint(_ person: String = "alice", of client: String = "web") throws -> String {
    try standard.redeem(standard.code(["client_id": client], as: person), as: client)
    visitor.jar = [:]
    return try visitor.member("id_token")
  }

  @Test("of the person who is signed in changes nothing, also if it has expired")
  func same() throws {
    let hint = try hint()
    _ = try standard.code()
    visitor.now += 7200
    standard.authorize(["id_token_hint": hint, "prompt": "none"])
    #expect(try !visitor.parameter("code").isEmpty)
  }

  @Test(
    "of somebody else is login_required, for public and pairwise subjects",
    arguments: ["web", "shy"])
  func silent(client: String) throws {
    let bob = try hint("bob", of: client)
    _ = try standard.code(["client_id": client])
    standard.authorize(["client_id": client, "id_token_hint": bob, "prompt": "none"])
    try standard.expectRedirect(.loginRequired, "login_required")
    #expect(visitor.told.why == "alice is signed in, and id_token_hint is the ID token of bob")
  }

  @Test("of somebody else shows the login page with that name, and takes nobody else")
  func asks() throws {
    let bob = try hint("bob")
    _ = try standard.code()
    standard.authorize(["id_token_hint": bob, "login_hint": "alice"])
    #expect(standard.asksForPassword && visitor.page.contains("value=\"bob\""))
    standard.typePassword("alice")
    try standard.expectRedirect(.loginRequired, "login_required")
    standard.authorize(["id_token_hint": bob]).typePassword("bob")
    #expect(try !visitor.parameter("code").isEmpty)
  }

  @Test(
    "that is no ID token of the provider is refused", arguments: ["garbage", "access", "forged"])
  func invalid(kind: String) throws {
    let hint = try hint()
    let text =
      switch kind {
      case "garbage": "a.b.c"
      case "forged": String(hint.dropLast(4)) + "AAAA"
      default: try visitor.member("access_token")
      }
    standard.authorize(["id_token_hint": text])
    try standard.expectRedirect(.idTokenHintInvalid, "invalid_request")
    try standard.post(
      "par",
      ["response_type": "code", "scope": "openid", "redirect_uri": StandardVisitor.callback],
      StandardVisitor.credentials("web").merging(["id_token_hint": text]) { $1 })
    try standard.expectRefusal(.idTokenHintInvalid, 400, "invalid_request")
  }

  @Test("is no signed userinfo response, which lacks the times of an ID token")
  func userinfo() throws {
    try standard.redeem(standard.code(["client_id": "signed"]), as: "signed")
    let token = try visitor.member("access_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    let answer = visitor.page
    #expect(try JWS.parse(answer).payload["exp"] == nil)
    standard.authorize(["id_token_hint": answer])
    try standard.expectRedirect(.idTokenHintInvalid, "invalid_request")
    visitor.open("/standard/logout?id_token_hint=\(answer)")
    #expect(visitor.page.contains("<form"))
  }

  @Test("is signed with a client secret only for a client that has registered that")
  func secret() throws {
    func forged(_ client: String) throws -> String {
      let subject = try JWS.parse(hint()).payload["sub"]
      let payload = JSONValue(
        .object(
          JSONObject([
            .init("iss", JSONValue(.string(AssertionVisitor.issuer))),
            .init("sub", try #require(subject)), .init("aud", JSONValue(.string(client))),
            .init("iat", 1), .init("exp", 2),
          ])))
      return try #require(
        TokenKey(secret: StandardVisitor.secret)
          .compact(Array(#"{"alg":"HS256"}"#.utf8), payload.encoded()))
    }
    _ = try standard.code()
    for (client, isGood) in [("hmac", true), ("web", false)] {
      standard.authorize(["id_token_hint": try forged(client)])
      #expect((visitor.told.condition == .idTokenHintInvalid) == !isGood, "\(client)")
    }
  }

  @Test("is not read where a fixture has no such parameter")
  func unread() throws {
    let standard = try StandardVisitor(patch: "{\"parameters\": {\"id_token_hint\": null}}")
    standard.authorize(["id_token_hint": "garbage"])
    #expect(standard.asksForPassword)
  }
}
