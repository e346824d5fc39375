import ProviderModel
import Testing

/// The quirk `standard.oauth21`: what OAuth 2.1 (draft 15) refuses, and OAuth 2.0 does not.
@Suite("OAuth 2.1")
struct OAuth21Tests {
  private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
  private let visitor: Visitor
  init() throws { visitor = try Visitor("standard", with: ["oauth21"]) }

  private func open(
    _ client: String, _ more: String, type: String = "code", scope: String = "openid"
  ) {
    let back = "http://127.0.0.1:7999/cb"
    visitor.open(
      "/standard/authorize?client_id=\(client)&redirect_uri=\(back)&response_type=\(type)"
        + "&scope=\(scope)&state=st\(more)")
  }

  @Test("needs a code challenge of a public client, and one or a nonce of a confidential one")
  func challenge() throws {
    for (client, more, condition) in [
      ("web", "", .challengeMissing), ("web", "&nonce=n", nil), ("native", "", .challengeMissing),
      ("native", "&nonce=n", .challengeMissing),
      ("native", "&code_challenge_method=S256&code_challenge=\(Self.challenge)", nil),
      ("web", "&code_challenge_method=S256&code_challenge=\(Self.challenge)", nil),
    ] as [(String, String, Condition?)] {
      open(client, more)
      #expect(visitor.told.condition == condition, "\(client) \(more)")
    }
  }

  @Test("takes a nonce in place of a code challenge only in an OpenID request")
  func plainNonce() throws {
    open("web", "&nonce=n", scope: "mcp:read")
    #expect(visitor.told.condition == .challengeMissing)
  }

  @Test("yields no access token at the authorization endpoint")
  func implicit() throws {
    for type in ["token", "id_token token", "code token", "code id_token token"] {
      open("web", "&nonce=n", type: type.replacing(" ", with: "%20"))
      #expect(visitor.told.condition == .responseTypeUnsupported, "\(type)")
    }
    open("web", "&nonce=n", type: "id_token")
    #expect(visitor.told.condition == nil)
  }

  @Test("has no password grant")
  func password() throws {
    try visitor.post(
      "/standard/token",
      ["grant_type": "password", "username": "alice", "password": "wonderland"],
      TokenTranscriptTests.basic)
    #expect(try visitor.member("error") == "unsupported_grant_type")
  }

  @Test("needs no redirect_uri in a token request, and compares one that is sent (§10.2)")
  func redirect() throws {
    let standard = try StandardVisitor(with: ["oauth21"])
    for (sent, condition) in [
      (nil, nil), ("http://127.0.0.1:7999/other", .redirectMismatch),
    ] as [(String?, Condition?)] {
      try standard.redeem(standard.code(["nonce": "n"]), ["redirect_uri": sent])
      #expect(standard.condition == condition, "\(standard.visitor.page)")
    }
  }

  @Test("says so in the metadata")
  func metadata() throws {
    try visitor.call(.get, "/standard/.well-known/oauth-authorization-server")
    let page = visitor.page
    #expect(page.contains("\"response_types_supported\":[\"code\",\"id_token\",\"code id_token\"]"))
    #expect(!page.contains("\"password\""))
  }
}
