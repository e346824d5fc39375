/// A deliberate fault of a certificate, which tests a client's verification.
package enum TLSFault: String, Sendable, CaseIterable {
  /// Its validity has ended.
  case expired
  /// Its validity has not begun.
  case notYetValid = "not-yet-valid"
  /// Signed by its own key.
  case selfSigned = "self-signed"
  /// For another name.
  case wrongHost = "wrong-host"
  /// Signed by a CA that nobody has.
  case untrusted
  /// Signed by an intermediate CA whose certificate is not sent (RFC 5246 §7.4.2).
  case missingIntermediate = "missing-intermediate"
  /// In the CA's list of revoked certificates, which it names (RFC 5280 §4.2.1.13).
  case revoked

  /// `expired.localhost` and the like: names that always answer with this fault.
  package init?(host: String) {
    guard host.hasSuffix(".localhost") else { return nil }
    self.init(rawValue: String(host.dropLast(".localhost".count)))
  }

  package var host: String { "\(rawValue).localhost" }
}
