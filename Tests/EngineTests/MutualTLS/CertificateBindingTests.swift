import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Tokens that are bound to a certificate (RFC 8705 §§3, 4).
@Suite("A token that is bound to a certificate")
struct CertificateBindingTests {
  private let stage: CertificateVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try CertificateVisitor() }

  @Test("works with this certificate alone, at userinfo")
  func resource() throws {
    let token = try stage.token()
    #expect(try stage.why.contains(TestCertificates.thumbprint("app")))
    #expect(stage.clause == "RFC 8705 §3")
    #expect(try visitor.member("token_type") == "Bearer")
    try stage.show("app").userinfo(token).expectSuccess()
    try stage.show("plain").userinfo(token)
    try stage.expect(.certificateOther, 401, "invalid_token", naming: "is bound to the certificate")
    #expect(visitor.headers[.wwwAuthenticate]?.contains("error=\"invalid_token\"") == true)
    try stage.show(nil).userinfo(token)
    try stage.expect(.certificateMissing, 401, "invalid_token")
    try stage.showNothing().userinfo(token)
    try stage.expect(.tlsMissing, 401, "invalid_token", naming: "plain HTTP")
    #expect(stage.clause == "RFC 8705 §3")
  }

  @Test("is refused by an MCP server without it")
  func mcp() throws {
    try stage.show("app")
    try stage.ask(
      as: "bound",
      ["client_secret": StandardVisitor.secret, "resource": "https://127.0.0.1:8400/standard/mcp"])
    let token = try visitor.member("access_token")
    func call() throws {
      try visitor.call(
        .post, "/standard/mcp",
        [
          ("Authorization", "Bearer \(token)"), ("Content-Type", "application/json"),
          ("Accept", "application/json, text/event-stream"),
          ("MCP-Protocol-Version", "2025-11-25"),
        ], body: Array(#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#.utf8))
    }
    try call()
    #expect(stage.condition != .certificateMissing && stage.status != 401, "\(visitor.page)")
    try stage.show("plain")
    try call()
    #expect(stage.condition == .certificateOther && stage.status == 401)
    try stage.show(nil)
    try call()
    #expect(stage.condition == .certificateMissing && stage.status == 401)
  }

  @Test("names the certificate in a JWT and in introspection")
  func confirmation() throws {
    let print = try TestCertificates.thumbprint("app")
    try stage.standard.introspect(stage.token())
    #expect(try visitor.member("cnf") == "{\"x5t#S256\":\"\(print)\"}")
    #expect(try visitor.member("token_type") == "Bearer")
    try stage.redeem(as: "web", "app")
    try stage.standard.introspect(visitor.member("access_token"))
    #expect(!visitor.page.contains("cnf"))

    let jwts = try CertificateVisitor(with: ["jwt-access-tokens"])
    let token = try jwts.token()
    #expect(try JWS.parse(token).payload["cnf"] == ["x5t#S256": JSONValue(.string(print))])
  }

  @Test("is demanded by a client that is registered so")
  func demanded() throws {
    let secret: CertificateVisitor.Changes = ["client_secret": StandardVisitor.secret]
    try stage.show(nil).ask(as: "bound", secret)
    try stage.expect(
      .certificateMissing, 401, "invalid_client", naming: "gets only certificate-bound")
    #expect(stage.remedy.contains("tls_client_certificate_bound_access_tokens"))
    try stage.showNothing().ask(as: "bound", secret)
    try stage.expect(.tlsMissing, 401, "invalid_client")
    stage.standard.authorize(["client_id": "bound", "response_type": "token"])
    #expect(stage.condition == .responseTypeNotAllowed)
  }

  @Test("is refreshed by a public client with this certificate alone")
  func publicRefresh() throws {
    try stage.redeem(as: "bound-app", "app")
    #expect(stage.why.hasSuffix("and so is the refresh token"))
    let refresh = try visitor.member("refresh_token")
    try stage.refresh(refresh, as: "bound-app", "plain")
    try stage.expect(.certificateOther, 400, "invalid_grant", naming: "the refresh token is bound")
    #expect(stage.clause == "RFC 8705 §4")
    try stage.refresh(refresh, as: "bound-app", nil)
    #expect(stage.condition == .certificateMissing)
    try stage.refresh(refresh, as: "bound-app", "app").expectSuccess()
  }

  @Test("is refreshed by a client that authenticates with any certificate")
  func confidentialRefresh() throws {
    try stage.redeem(as: "bound", "app")
    #expect(!stage.why.contains("refresh token"))
    try stage.refresh(visitor.member("refresh_token"), as: "bound", "plain").expectSuccess()
    let token = try visitor.member("access_token")
    try stage.show("plain").userinfo(token).expectSuccess()
    try stage.show("app").userinfo(token)
    #expect(stage.condition == .certificateOther)
  }

  @Test("is exchanged with a certificate, and the new token is bound to that")
  func exchange() throws {
    let token = try stage.token(scope: "openid")
    let form = [
      "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": token,
      "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
    ]
    func exchange(as client: String) throws {
      try stage.standard.post("token", form, StandardVisitor.credentials(client))
    }
    try stage.show(nil)
    try exchange(as: "web")
    try stage.expect(
      .certificateMissing, 401, "invalid_client", naming: "the subject token is bound")
    try stage.show("plain")
    try exchange(as: "app")
    try stage.expect(.certificateOther, 400, "invalid_grant")
    try exchange(as: "web")
    stage.expectSuccess()
    let new = try visitor.member("access_token")
    try stage.show("app").userinfo(new)
    #expect(stage.condition == .certificateOther)
    try stage.show("plain").userinfo(new).expectSuccess()
  }

  @Test("can be bound to a key, too: then both are needed")
  func both() throws {
    let dpop = try DPoPVisitor()
    let url = "https://\(Visitor.host)/standard/token"
    func proof(_ target: String, _ method: String, _ token: String? = nil) throws -> String {
      try dpop.proof(["htu": JSONValue(.string(target))], for: method, token: token)
    }
    try stage.show("app").ask(
      as: "bound", ["client_secret": StandardVisitor.secret, "scope": "mcp:read"],
      headers: [("DPoP", proof(url, "POST"))]
    ).expectSuccess()
    let token = try visitor.member("access_token")
    #expect(stage.why.contains("the key") && stage.why.contains(" and the certificate "))
    try stage.standard.introspect(token)
    #expect(try visitor.member("cnf").contains("jkt") && visitor.member("cnf").contains("x5t#S256"))
    try stage.userinfo(token)
    #expect(stage.condition == .dpopTokenDowngraded)
    try stage.show("plain").userinfo(token)
    #expect(stage.condition == .certificateOther)
  }

  @Test("is a plain token where the provider binds none")
  func unread() throws {
    let stage = try CertificateVisitor(patch: "{\"certificate_bound_tokens\": null}")
    let token = try stage.token()
    #expect(stage.why.isEmpty)
    try stage.showNothing().userinfo(token).expectSuccess()
  }
}
