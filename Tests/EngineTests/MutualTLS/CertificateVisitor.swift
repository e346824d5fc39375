import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Clients at `standard` that authenticate by certificates, and have tokens bound to them.
struct CertificateVisitor {
  typealias Changes = StandardVisitor.Changes

  static let subject = "CN=app\\, one,O=Example,C=GB"
  static let keysURI = "http://127.0.0.1:7000/certificates"

  let standard: StandardVisitor
  var visitor: Visitor { standard.visitor }

  init(with quirks: [String] = [], patch: String? = nil) throws {
    let callback = "\"redirect_uris\": [\"\(StandardVisitor.callback)\"]"
    let authority = JSONValue(.string(try TestCertificates.pem("authority"))).text()
    func byCA(_ id: String, _ member: String, _ value: String) -> String {
      """
      {"provider": "standard", "client_id": "\(id)", \(callback),
       "token_endpoint_auth_method": "tls_client_auth", "tls_client_auth_ca": \(authority),
       "\(member)": \(JSONValue(.string(value)).text())}
      """
    }
    func own(_ id: String, _ members: String) -> String {
      """
      {"provider": "standard", "client_id": "\(id)", \(callback),
       "token_endpoint_auth_method": "self_signed_tls_client_auth", \(members)}
      """
    }
    let clients = [
      byCA("by-name", "tls_client_auth_subject_dn", Self.subject),
      byCA("by-dns", "tls_client_auth_san_dns", "APP.example.test"),
      byCA("by-uri", "tls_client_auth_san_uri", "spiffe://example.test/app"),
      byCA("by-ip", "tls_client_auth_san_ip", "2001:DB8:0::1"),
      byCA("by-email", "tls_client_auth_san_email", "app@example.test"),
      """
      {"provider": "standard", "client_id": "by-server", \(callback),
       "token_endpoint_auth_method": "tls_client_auth",
       "tls_client_auth_subject_dn": "CN=app"}
      """,
      own("self", "\"jwks\": \(try TestCertificates.keys("selfSigned", "expiredSelfSigned"))"),
      own("by-key", "\"jwks\": {\"keys\": [{\(TestCertificates.jwkMembers)}]}"),
      own("remote", "\"jwks_uri\": \"\(Self.keysURI)\""),
      """
      {"provider": "standard", "client_id": "bound", \(callback), "secret": "\(StandardVisitor.secret)",
       "tls_client_certificate_bound_access_tokens": true},
      {"provider": "standard", "client_id": "bound-app", "kind": "public", \(callback),
       "tls_client_certificate_bound_access_tokens": true}
      """,
    ]
    standard = try StandardVisitor(
      with: quirks, patch: patch, clients: clients.joined(separator: ","))
  }

  var condition: Condition? { standard.condition }
  var status: Int { standard.status }
  var why: String { visitor.told.why ?? "" }
  var remedy: String { visitor.told.remedy ?? "" }
  var clause: String { visitor.told.clause ?? "" }

  // MARK: Requests

  /// The next requests come by TLS, with this certificate or with none.
  @discardableResult
  func show(_ name: String?) throws -> CertificateVisitor {
    visitor.scheme = "https"
    visitor.certificate = try name.map { try TestCertificates.der($0) }
    return self
  }

  /// The next requests come by plain HTTP.
  @discardableResult
  func showNothing() -> CertificateVisitor {
    visitor.scheme = "http"
    visitor.certificate = nil
    return self
  }

  /// Requests a token for the client itself.
  @discardableResult
  func ask(as client: String, _ changes: Changes = [:], headers: [(String, String)] = []) throws
    -> CertificateVisitor
  {
    try standard.post(
      "token", ["grant_type": "client_credentials", "scope": "mcp:read", "client_id": client],
      changes, headers: headers)
    return self
  }

  /// Signs alice in by plain HTTP, as a browser does, and redeems the code with the certificate.
  @discardableResult
  func redeem(as client: String, _ certificate: String?, scope: String = StandardVisitor.scope)
    throws -> CertificateVisitor
  {
    showNothing()
    let code = try standard.code(["client_id": client, "scope": scope])
    try show(certificate)
    try standard.redeem(code, as: client, Self.own(client))
    return self
  }

  @discardableResult
  func refresh(_ token: String, as client: String, _ certificate: String?) throws
    -> CertificateVisitor
  {
    try show(certificate)
    try standard.refresh(token, as: client, Self.own(client))
    return self
  }

  private static func own(_ client: String) -> Changes {
    ["bound", "web"].contains(client) ? [:] : ["client_id": client, "client_secret": nil]
  }

  /// An access token of alice that is bound to a certificate.
  func token(_ certificate: String = "app", scope: String = StandardVisitor.scope) throws -> String
  {
    try redeem(as: "bound", certificate, scope: scope)
    return try visitor.member("access_token")
  }

  @discardableResult
  func userinfo(_ token: String) throws -> CertificateVisitor {
    _ = try standard.userinfo(token)
    return self
  }

  // MARK: Results

  func expect(
    _ expected: Condition, _ status: Int, _ error: String, naming words: String = "",
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(condition == expected, sourceLocation: place)
    #expect(self.status == status, sourceLocation: place)
    #expect(try visitor.member("error") == error, sourceLocation: place)
    #expect(words.isEmpty || why.contains(words), "\(why)", sourceLocation: place)
    #expect(!remedy.isEmpty && clause.contains("RFC"), sourceLocation: place)
  }

  func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
    #expect(condition == nil && status == 200, "\(why)", sourceLocation: place)
  }
}
