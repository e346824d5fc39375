/// The key and the certificate of the client that a code or a token is bound to: the claim `cnf` (RFC 7800).
package struct KeyBinding: Sendable, Equatable, Codable {
  /// The thumbprint of the key (RFC 9449 §6.1).
  package var jkt: String?
  /// The thumbprint of the certificate, `x5t#S256` (RFC 8705 §3.1).
  package var x5t: String?

  package static let none = KeyBinding()
  package var isNone: Bool { jkt == nil && x5t == nil }

  package init(jkt: String? = nil, x5t: String? = nil) {
    self.jkt = jkt
    self.x5t = x5t
  }
}
