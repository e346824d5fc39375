import Basics
import ProviderModel
import Testing

@testable import Engine

/// Claims that are asked for by name need consent, as scopes do (OpenID Connect Core §3.1.2.4).
@Suite("The consent to claims")
struct ClaimsConsentTests {
  private static let claims = "{\"userinfo\": {\"email\": null}}"
  private static let clients = """
    {"provider": "standard", "client_id": "narrow", "secret": "\(StandardVisitor.secret)",
     "redirect_uris": ["\(StandardVisitor.callback)"], "scopes": ["openid"]}
    """
  private let standard: StandardVisitor
  private var visitor: Visitor { standard.visitor }
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  private func email(as client: String = "web") throws -> JSONValue? {
    try standard.redeem(visitor.parameter("code"), as: client)
    _ = try standard.userinfo(visitor.member("access_token"))
    return try JSONReader().read(Array(visitor.page.utf8), file: "the answer").root["email"]
  }

  @Test("is asked for on the page, and remembered")
  func asked() throws {
    _ = try standard.code(["scope": "openid"])
    let wish: StandardVisitor.Changes = ["scope": "openid", "claims": Self.claims]
    standard.authorize(wish.merging(["prompt": "none"]) { $1 })
    try standard.expectRedirect(.consentRequired, "consent_required")
    standard.authorize(wish)
    #expect(standard.asksForConsent && visitor.page.contains("see your e-mail address"))
    standard.allow()
    #expect(try email() != nil)
    standard.authorize(wish.merging(["prompt": "none"]) { $1 })
    #expect(try email() != nil)
  }

  @Test("may be withheld")
  func withheld() throws {
    standard.authorize(["scope": "openid", "claims": Self.claims]).typePassword()
    visitor.submit(["decision": "allow", "understudy_scope": "openid"])
    #expect(try email() == nil)
  }

  @Test("does not give a client what it may not ask for")
  func narrow() throws {
    standard.authorize(["client_id": "narrow", "scope": "openid", "claims": Self.claims])
    #expect(visitor.told.why?.contains("narrow may not have a scope") == true)
    standard.typePassword()
    #expect(!visitor.page.contains("see your e-mail address"))
    standard.allow()
    #expect(try email(as: "narrow") == nil)
  }
}
