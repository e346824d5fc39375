import Basics
import ProviderModel
import Testing

@testable import Engine

/// Certificates in a cast: each mistake is told at its place.
@Suite("Mistakes in the certificates of a cast's client")
struct CertificateMistakeTests {
  private func diagnostics(_ members: String, with quirks: [String] = []) throws -> [String] {
    let text = """
      {"schema": 1, "kind": "cast", "clients": [
        {"provider": "standard", "client_id": "c", \(members)}]}
      """
    var cast = Cast()
    do {
      let added = try cast.add(
        Array(text.utf8), name: "c.json",
        providers: ProviderCatalog(Visitor.providers("standard", with: quirks)))
      return added.warnings.map(\.description)
    } catch let error as FixtureError {
      return error.findings.map(\.description)
    }
  }

  private static let tls = "\"token_endpoint_auth_method\": \"tls_client_auth\""
  private static let own = "\"token_endpoint_auth_method\": \"self_signed_tls_client_auth\""

  @Test("are told with the member and the remedy")
  func told() throws {
    let name = "\"tls_client_auth_subject_dn\": \"CN=a\""
    let jwk = TestCertificates.jwkMembers
    let other = try #require(TestCertificates.texts["otherSelfSigned"])
    for (members, place, words) in [
      (Self.tls, "token_endpoint_auth_method", "add tls_client_auth_subject_dn"),
      (name, "tls_client_auth_subject_dn", "has no effect without"),
      ("\(Self.own), \(name)", "tls_client_auth_subject_dn", "has no effect without"),
      (
        "\(Self.tls), \"tls_client_auth_subject_dn\": \"a\"", "tls_client_auth_subject_dn",
        "RFC 4514"
      ),
      ("\(Self.tls), \"tls_client_auth_san_dns\": \"\"", "tls_client_auth_san_dns", "is empty"),
      (
        "\(Self.tls), \"tls_client_auth_san_ip\": \"1.2.3\"", "tls_client_auth_san_ip", "IP address"
      ),
      (
        "\(Self.tls), \(name), \"tls_client_auth_san_dns\": \"a\"", "tls_client_auth_san_dns",
        "appears together with tls_client_auth_subject_dn"
      ),
      (
        "\(Self.tls), \(name), \"tls_client_auth_ca\": \"x\"", "tls_client_auth_ca",
        "BEGIN CERTIFICATE"
      ),
      (
        "\(Self.tls), \(name), \"tls_client_auth_ca\": \"-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\"",
        "tls_client_auth_ca", "X.509"
      ),
      (Self.own, "token_endpoint_auth_method", "add jwks with x5c"),
      ("\(Self.own), \"jwks\": {\"keys\": [{\(jwk), \"x5c\": []}]}", "jwks/keys/0/x5c", "array"),
      (
        "\(Self.own), \"jwks\": {\"keys\": [{\(jwk), \"x5c\": [\"\(other)\"]}]}", "jwks/keys/0/x5c",
        "another key"
      ),
    ] {
      let found = try diagnostics(members)
      #expect(
        found.contains { $0.contains("/\(place))") && $0.contains(words) && $0.contains("error") },
        "\(members): \(found)")
    }
  }

  @Test("are none in clients that are right")
  func right() throws {
    let pem = JSONValue(.string(try TestCertificates.pem("authority"))).text()
    for members in [
      "\(Self.tls), \"tls_client_auth_san_ip\": \"::1\", \"tls_client_auth_ca\": \(pem)",
      "\(Self.own), \"jwks\": \(try TestCertificates.keys("selfSigned"))",
      "\(Self.own), \"jwks_uri\": \"http://127.0.0.1:1/k\"",
      "\"tls_client_certificate_bound_access_tokens\": true",
    ] {
      #expect(try diagnostics(members) == [], "\(members)")
    }
  }

  @Test("are warnings where a quirk has switched mutual TLS off")
  func warnings() throws {
    for members in [
      "\(Self.tls), \"tls_client_auth_subject_dn\": \"CN=a\"",
      "\"tls_client_certificate_bound_access_tokens\": true",
    ] {
      let found = try diagnostics(members, with: ["no-mutual-tls"])
      #expect(found.count == 1 && found[0].contains("warning"), "\(found)")
    }
  }

  @Test("survive what a client is written as")
  func written() throws {
    let stage = try CertificateVisitor()
    for id in ["by-name", "by-ip", "self", "bound"] {
      let client = try #require(stage.visitor.sandbox.cast.client(id, at: "standard"))
      let read = try Cast.client(
        reading: JSONValue(.object(client.file)), providers: ProviderCatalog(Visitor.providers()),
        people: []
      ).client
      #expect(JSONValue(.object(read.file)).text() == JSONValue(.object(client.file)).text())
    }
  }
}
