import Basics
import JOSE

/// The certificates that a client has registered, as its JWK set has them (RFC 8705 §2.2.2): the first one in `x5c` of
/// each key. A key without `x5c` stands for every certificate of that key.
package struct RegisteredCertificates: Sendable {
  private var certificates: Set<String> = []
  private var keys: Set<String> = []

  package init(in set: JSONValue) {
    for key in (set["keys"]?.arrayValue ?? []).prefix(ClientKeys.most) {
      if key["x5c"] != nil {
        guard let certificate = Self.certificate(of: key) else { continue }
        certificates.insert(certificate.thumbprint)
      } else if let key = try? VerifyingKey(jwk: key) {
        keys.insert(key.thumbprint)
      }
    }
  }

  package var isEmpty: Bool { certificates.isEmpty && keys.isEmpty }

  package func contains(_ certificate: X509Certificate) -> Bool {
    certificates.contains(certificate.thumbprint)
      || certificate.keyThumbprint.map(keys.contains) == true
  }

  /// The mistake in the `x5c` of a key, as the rest of a sentence that starts with it; `nil` if it is correct.
  package static func flaw(of key: JSONValue) -> String? {
    guard let chain = key["x5c"] else { return nil }
    guard let texts = chain.arrayValue?.map(\.stringValue), !texts.isEmpty, !texts.contains(nil)
    else { return "is not an array of certificates, each as base64 of its DER (RFC 7517 §4.7)" }
    guard let certificate = certificate(of: key) else {
      return "does not begin with an X.509 certificate of at most 16 KiB, as base64 of its DER"
    }
    if let own = try? VerifyingKey(jwk: key), certificate.keyThumbprint != own.thumbprint {
      return "begins with the certificate of another key (RFC 7517 §4.7)"
    }
    return nil
  }

  private static func certificate(of key: JSONValue) -> X509Certificate? {
    // Four characters of base64 are three bytes.
    guard let text = key["x5c"]?.arrayValue?.first?.stringValue,
      text.utf8.count <= X509Certificate.most / 3 * 4 + 4, let der = Base64.decode(text)
    else { return nil }
    return X509Certificate(der: der)
  }
}
