import Basics
import ProviderModel
import Testing

@testable import Engine

/// Tokens that are for another resource, and headers without a token.
@Suite("A resource")
struct ResourceAudienceTests {
  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor() }

  private func token(_ resource: String?) throws -> String {
    try standard.redeem(
      standard.code(
        ["resource": resource, "scope": "openid", "acr_values": "urn:understudy:acr:mfa"]))
    return try standard.visitor.member("access_token")
  }

  @Test(
    "refuses a token whose audience is another one (RFC 9068 §4)",
    arguments: ["userinfo", "sensitive"])
  func audience(path: String) throws {
    let home = "http://127.0.0.1:8400/standard"
    for (resource, status) in [
      (nil, 200), (home, 200), ("\(home)/\(path)", 200), ("https://api.example.test", 401),
    ] {
      standard.visitor.jar = [:]
      let token = try token(resource)
      try standard.visitor.call(
        .get, "/standard/\(path)", [("Authorization", "Bearer \(token)")])
      #expect(standard.status == status, "\(resource ?? "")")
    }
    #expect(standard.condition == .tokenOtherAudience)
  }

  @Test(
    "refuses a header that holds no token (RFC 6750 §3.1)", arguments: ["a b", "a\"b", "=", "é"])
  func malformed(text: String) throws {
    #expect(try standard.userinfo(text) == 400)
    #expect(standard.condition == .tokenMalformed)
    #expect(try standard.userinfo("a-._~+/b==") == 401)
  }

  @Test("gets no refresh token by offline_access without a code, and the journal says so")
  func offline() throws {
    standard.authorize(["response_type": "id_token token", "scope": "openid offline_access"])
    #expect(standard.visitor.told.why?.contains("offline_access was not read") == true)
    standard.typePassword()
    #expect(!standard.visitor.page.contains("offline_access"))
    standard.allow()
    #expect(try standard.visitor.parameter("scope") == "openid")
  }

  @Test(
    "is not reached by an ID token once the person has taken openid away",
    arguments: ["id_token", "code id_token"])
  func openID(type: String) throws {
    standard.authorize(["response_type": type, "scope": "openid email"]).typePassword()
    standard.visitor.submit(["decision": "allow", "understudy_scope": "email"])
    try standard.expectRedirect(.userDenied, "access_denied")
    standard.visitor.open(
      "/standard/authorize?client_id=web&redirect_uri=\(StandardVisitor.callback)&response_type=code&scope=openid%20email&prompt=consent"
    )
    standard.visitor.submit(["decision": "allow", "understudy_scope": "email"])
    try standard.redeem(standard.visitor.parameter("code"))
    #expect(!standard.visitor.page.contains("id_token"))
  }
}
