/// The keys that sign here, by key type and curve (RFC 7518 §6, RFC 8037 §2).
package enum KeyType: Sendable, Hashable, CaseIterable {
  case rsa, p256, p384, ed25519

  /// What a key of the type can sign with; the first is meant by a key that names no algorithm.
  package var algorithms: [SignatureAlgorithm] {
    switch self {
    case .rsa: [.rs256, .ps256]
    case .p256: [.es256]
    case .p384: [.es384]
    case .ed25519: [.edDSA, .ed25519]
    }
  }

  /// A key of the type, for sentences.
  package var title: String {
    switch self {
    case .rsa: "an RSA key of 2048 bits"
    case .p256: "a P-256 key"
    case .p384: "a P-384 key"
    case .ed25519: "an Ed25519 key"
    }
  }

  /// All of them, for sentences.
  package static let titles = allCases.map(\.title).joined(separator: " or ")

  /// The member `crv`; nil for RSA.
  var curve: String? {
    switch self {
    case .rsa: nil
    case .p256: "P-256"
    case .p384: "P-384"
    case .ed25519: "Ed25519"
    }
  }

  /// How many bytes a coordinate or a private number has; for RSA there is no such number.
  var width: Int {
    switch self {
    case .rsa: 0
    case .p256, .ed25519: 32
    case .p384: 48
    }
  }
}
