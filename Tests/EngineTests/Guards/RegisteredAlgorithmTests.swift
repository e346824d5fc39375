import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Everything is signed with a key that is published (OpenID Connect Core §10.1).
@Suite("The algorithm of a signature")
struct RegisteredAlgorithmTests {
  private static func client(_ member: String) -> String {
    """
    {"provider": "standard", "client_id": "ps", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "\(member)": "PS256"}
    """
  }

  @Test("that the provider does not have is refused for ID tokens, and the quirk is named")
  func idToken() throws {
    let standard = try StandardVisitor(clients: Self.client("id_token_signed_response_alg"))
    standard.authorize(["client_id": "ps", "response_type": "id_token", "scope": "openid"])
    standard.typePassword().allow()
    #expect(standard.condition == .signingAlgUnsupported)
    #expect(standard.visitor.told.remedy?.contains("standard.more-algorithms") == true)
    let code = try standard.code(["client_id": "ps"])
    try standard.redeem(code, as: "ps")
    try standard.expectRefusal(.signingAlgUnsupported, 400, "invalid_request")
  }

  @Test("that the provider does not have is refused for signed responses and for userinfo")
  func responses() throws {
    let response = try StandardVisitor(
      clients: Self.client("authorization_signed_response_alg"))
    response.authorize(["client_id": "ps", "response_mode": "jwt"]).typePassword().allow()
    #expect(response.condition == .signingAlgUnsupported)
    let userinfo = try StandardVisitor(clients: Self.client("userinfo_signed_response_alg"))
    #expect(try userinfo.userinfo(userinfo.tokens("ps").access) == 400)
    #expect(userinfo.condition == .signingAlgUnsupported)
  }

  @Test("is the first of signing")
  func first() throws {
    let standard = try StandardVisitor(patch: "{\"signing\": {\"RS256\": null}}")
    try standard.redeem(standard.code())
    #expect(try JWS.parse(standard.visitor.member("id_token")).algorithm == "ES256")
  }

  @Test("has to be one of signing where a fixture names it")
  func constant() {
    #expect(throws: FixtureError.self) {
      try StandardVisitor(patch: "{\"credentials\": {\"id\": {\"jwt\": {\"alg\": \"PS256\"}}}}")
    }
  }
}
