import Basics
import JOSE

/// What signs a token: one of the server's keys, or a secret that a client shares.
struct TokenKey: Sendable {
  private enum Material: Sendable {
    case pair(SigningKey)
    case secret([UInt8])
  }
  private let material: Material

  init(_ key: SigningKey) { material = .pair(key) }

  /// HS256 by a client's secret (OpenID Connect Core §10.1).
  init(secret: String) { material = .secret(Array(secret.utf8)) }

  init(secret: [UInt8]) { material = .secret(secret) }

  static let symmetric = "HS256"

  /// A shared secret has no name.
  var kid: String? { pair?.kid }

  /// The key, where it is no secret.
  var pair: SigningKey? { if case .pair(let key) = material { key } else { nil } }

  /// The other side's half, where it may be shown.
  var publicJWK: JSONValue? { pair?.publicJWK() }

  /// All algorithms of ours hash by SHA-256.
  func halfHash(of text: String) -> String {
    (pair?.algorithm ?? .rs256).halfHash(of: text)
  }

  func compact(_ header: [UInt8], _ payload: [UInt8]) -> String? {
    switch material {
    case .pair(let key):
      return (try? JWS.compact(header: header, payload: payload, key: key))
        .map { String(decoding: $0, as: UTF8.self) }
    case .secret:
      let input = JWS.signingInput(header: header, payload: payload)
      guard let signature = sign(input) else { return nil }
      return String(decoding: input, as: UTF8.self) + "." + Base64URL.encode(signature)
    }
  }

  func sign(_ input: [UInt8]) -> [UInt8]? {
    switch material {
    case .pair(let key): try? key.sign(input)
    case .secret(let bytes): HMAC.sha256(key: bytes, message: input)
    }
  }
}
