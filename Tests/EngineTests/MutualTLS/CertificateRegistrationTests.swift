import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Clients that register themselves for mutual TLS (RFC 8705 §§2.1.2, 2.2.2, 3.4).
@Suite("A client that registers for mutual TLS")
struct CertificateRegistrationTests {
  private let stage: CertificateVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try CertificateVisitor() }

  private func register(_ members: String) throws {
    let body = """
      {"grant_types": ["client_credentials"], "response_types": [], \(members)}
      """
    try visitor.call(
      .post, "/standard/register", [("Content-Type", "application/json")], body: Array(body.utf8))
  }

  private func expectFlaw(
    _ members: String, of member: String, _ place: SourceLocation = #_sourceLocation
  ) throws {
    try register(members)
    #expect(stage.condition == .metadataInvalid, "\(visitor.page)", sourceLocation: place)
    #expect(stage.why.hasPrefix(member), "\(stage.why)", sourceLocation: place)
  }

  @Test("has no secret, and gets its certificates back")
  func registered() throws {
    let keys = try TestCertificates.keys("selfSigned")
    try register(
      "\"token_endpoint_auth_method\": \"self_signed_tls_client_auth\", \"jwks\": \(keys), \"tls_client_certificate_bound_access_tokens\": true"
    )
    #expect(stage.status == 201 && !visitor.page.contains("client_secret"))
    #expect(try visitor.member("tls_client_certificate_bound_access_tokens") == "true")
    #expect(visitor.page.contains("x5c"))
    let id = try visitor.member("client_id")
    try stage.show("selfSigned").ask(as: id).expectSuccess()
    #expect(stage.why.contains("bound to the certificate"))
    try stage.show("renewed").ask(as: id)
    #expect(stage.condition == .certificateUnregistered)
  }

  @Test("gives one subject, and is known by it")
  func subject() throws {
    try register(
      "\"token_endpoint_auth_method\": \"tls_client_auth\", \"tls_client_auth_san_dns\": \"app.example.test\""
    )
    #expect(stage.status == 201)
    #expect(try visitor.member("tls_client_auth_san_dns") == "app.example.test")
    let id = try visitor.member("client_id")
    // No CA is trusted here: the cast alone can name one.
    try stage.show("app").ask(as: id)
    #expect(stage.condition == .certificateIssuerUnknown)
  }

  @Test("is refused with a subject that is none")
  func flaws() throws {
    let method = "\"token_endpoint_auth_method\": \"tls_client_auth\""
    try expectFlaw(method, of: "tls_client_auth_subject_dn is missing")
    try expectFlaw(
      method + ", \"tls_client_auth_subject_dn\": \"app\"", of: "tls_client_auth_subject_dn is app")
    try expectFlaw(
      method + ", \"tls_client_auth_subject_dn\": 1", of: "tls_client_auth_subject_dn is a number")
    try expectFlaw(
      method + ", \"tls_client_auth_san_ip\": \"app.test\"",
      of: "tls_client_auth_san_ip is app.test")
    try expectFlaw(
      method + ", \"tls_client_auth_subject_dn\": \"CN=a\", \"tls_client_auth_san_dns\": \"a\"",
      of: "tls_client_auth_san_dns appears together with")
    try expectFlaw(
      "\"tls_client_certificate_bound_access_tokens\": 1",
      of: "tls_client_certificate_bound_access_tokens is")
  }

  @Test("is refused with certificates that are none, or of another key")
  func certificates() throws {
    let method = "\"token_endpoint_auth_method\": \"self_signed_tls_client_auth\""
    let jwk = TestCertificates.jwkMembers
    try expectFlaw(method, of: "jwks is missing")
    try expectFlaw(method + ", \"jwks\": {\"keys\": []}", of: "jwks holds no certificate")
    for chain in ["[]", "\"x\"", "[1]", "[\"AAAA\"]", "[\"\"]"] {
      try expectFlaw(
        "\(method), \"jwks\": {\"keys\": [{\(jwk), \"x5c\": \(chain)}]}",
        of: "jwks holds a key whose x5c")
    }
    let other = try #require(TestCertificates.texts["otherSelfSigned"])
    try expectFlaw(
      "\(method), \"jwks\": {\"keys\": [{\(jwk), \"x5c\": [\"\(other)\"]}]}",
      of: "jwks holds a key whose x5c begins with the certificate of another key")
  }

  @Test("has no such members where a quirk removes mutual TLS")
  func gone() throws {
    let stage = try CertificateVisitor(with: ["no-mutual-tls"])
    let body =
      #"{"tls_client_certificate_bound_access_tokens": true, "redirect_uris": ["http://127.0.0.1/cb"]}"#
    try stage.visitor.call(
      .post, "/standard/register", [("Content-Type", "application/json")], body: Array(body.utf8))
    #expect(stage.status == 201 && !stage.visitor.page.contains("tls_client_certificate"))
  }
}
