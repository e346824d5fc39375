import JOSE
import JSON

/// The server's signing keys, as the engine sees them: an algorithm's name leads to a key.
public struct Keyring: Sendable {
  /// May wait for a key that is still being made.
  private let source: @Sendable (SignatureAlgorithm) -> SigningKey?
  /// Whether keys go by the names that recordings of a provider show.
  private let usesRecordedNames: Bool

  public init(
    usesRecordedNames: Bool = false,
    source: @escaping @Sendable (SignatureAlgorithm) -> SigningKey? = { _ in nil }
  ) {
    self.usesRecordedNames = usesRecordedNames
    self.source = source
  }

  struct Key {
    let key: SigningKey
    var kid: String { key.kid }
    var publicJWK: JSONValue { key.publicJWK() }

    func halfHash(of text: String) -> String { key.algorithm.halfHash(of: text) }

    func compact(_ header: [UInt8], _ payload: [UInt8]) -> String? {
      (try? JWS.compact(header: header, payload: payload, key: key))
        .map { String(decoding: $0, as: UTF8.self) }
    }

    func sign(_ input: [UInt8]) -> [UInt8]? { try? key.sign(input) }
  }

  func key(_ algorithm: String, recorded kid: String?) -> Key? {
    guard let algorithm = SignatureAlgorithm(rawValue: algorithm), let key = source(algorithm)
    else { return nil }
    guard usesRecordedNames, let kid, let named = try? key.named(kid) else { return Key(key: key) }
    return Key(key: named)
  }

  /// Whether a token bears a signature of ours.
  func verifies(_ token: JWS.Parsed) -> Bool {
    guard let algorithm = SignatureAlgorithm(rawValue: token.algorithm),
      let key = source(algorithm)
    else { return false }
    return key.publicKey.isValid(token.signature, for: token.signingInput)
  }
}
