import Basics
import JOSE

/// The subject of a client's certificates, as the client is registered (RFC 8705 §2.1.2).
package struct CertificateSubject: Sendable, Equatable {
  /// The metadata members; a client has one of them.
  package enum Kind: String, Sendable, CaseIterable {
    case name = "tls_client_auth_subject_dn"
    case dns = "tls_client_auth_san_dns"
    case uri = "tls_client_auth_san_uri"
    case ip = "tls_client_auth_san_ip"
    case email = "tls_client_auth_san_email"

    /// The kind of alternative name; `nil` for the distinguished name.
    fileprivate var alternative: SubjectNameKind? {
      switch self {
      case .name: nil
      case .dns: .dns
      case .uri: .uri
      case .ip: .ip
      case .email: .email
      }
    }
  }

  package let kind: Kind
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// The longest text, in bytes.
  package static let most = 2048

  /// The rest of a sentence that starts with the text; `nil` if nothing is wrong with it.
  package var flaw: String? {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > Self.most { return "has more than \(Self.most) bytes" }
    switch kind {
    case .name: return DistinguishedNameText.flaw(of: text)
    case .ip: return IPAddress.bytes(of: text) == nil ? "is not an IP address" : nil
    case .dns, .uri, .email: return nil
    }
  }

  /// The names of this kind in a certificate.
  package func values(in certificate: X509Certificate) -> [String] {
    kind.alternative.map(certificate.names) ?? [certificate.subject]
  }

  /// Whether a certificate has this subject.
  package func matches(_ certificate: X509Certificate) -> Bool {
    guard let alternative = kind.alternative else { return certificate.hasSubject(text) }
    return certificate.names(alternative).contains { name in
      switch kind {
      // Host names have no letter case, and an address has several texts (RFC 8705 §2.1.2).
      case .dns: ExactText.same(name.lowercased(), text.lowercased())
      case .ip: IPAddress.bytes(of: name) == IPAddress.bytes(of: text)
      case .name, .uri, .email: ExactText.same(name, text)
      }
    }
  }
}
