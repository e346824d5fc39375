import Basics
import JOSE
import ProviderModel

/// Certificates of the client, and tokens that are bound to a key or to a certificate of the client.
extension ClientMetadata {
  mutating func readBinding() throws(Flaw) {
    if provider.dpop != nil {
      // RFC 9449 §5.2.
      client.hasBoundTokens = try flag("dpop_bound_access_tokens") ?? false
    }
    if provider.bindsToCertificates {
      // RFC 8705 §3.4.
      client.hasCertificateBoundTokens =
        try flag("tls_client_certificate_bound_access_tokens") ?? false
    }
  }

  /// The subject of its certificates (RFC 8705 §2.1.2), or the certificates themselves (§2.2.2).
  mutating func readCertificates() throws(Flaw) {
    switch client.authentication {
    case TokenService.Authentication.tls.registeredName: try readSubject()
    case TokenService.Authentication.selfSignedTLS.registeredName: try checkCertificates()
    default: break
    }
  }

  private mutating func readSubject() throws(Flaw) {
    for kind in CertificateSubject.Kind.allCases {
      guard let text = try text(kind.rawValue) else { continue }
      let subject = CertificateSubject(kind, text)
      if let other = client.certificateSubject {
        throw Flaw(
          member: kind.rawValue, what: "appears together with \(other.kind.rawValue)",
          remedy: "send one of them (RFC 8705 §2.1.2)")
      }
      if let flaw = subject.flaw {
        throw Flaw(
          member: kind.rawValue, what: "is \(text), which \(flaw)",
          remedy: "send the name as the certificate has it")
      }
      client.certificateSubject = subject
      members[kind.rawValue] = JSONValue(.string(text))
    }
    guard client.certificateSubject == nil else { return }
    let names = CertificateSubject.Kind.allCases.map(\.rawValue)
    throw Flaw(
      member: CertificateSubject.Kind.name.rawValue,
      what: "is missing, and token_endpoint_auth_method is tls_client_auth",
      remedy: "send one of: \(names.joined(separator: ", "))")
  }

  private func checkCertificates() throws(Flaw) {
    if client.keysURI != nil { return }
    guard let keys = client.keys, !RegisteredCertificates(in: keys).isEmpty else {
      throw Flaw(
        member: "jwks",
        what: client.keys == nil
          ? "is missing, and token_endpoint_auth_method is self_signed_tls_client_auth"
          : "holds no certificate",
        remedy: "send jwks with the certificate as x5c of its key, or jwks_uri")
    }
  }
}
