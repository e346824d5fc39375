import Crypto

/// A key of the client's own, which signs by ES256 (RFC 7518 §3.4).
struct PrivateKey: Sendable {
  private let key: P256.Signing.PrivateKey
  let id: String?

  init() {
    key = P256.Signing.PrivateKey()
    id = nil
  }

  /// From a JWK; `nil` for one of another kind.
  init?(_ jwk: Value) {
    guard jwk["crv"]?.text == "P-256", let number = jwk["d"]?.text.flatMap({ Base64.read($0) }),
      let key = try? P256.Signing.PrivateKey(rawRepresentation: number)
    else { return nil }
    self.key = key
    id = jwk["kid"]?.text
  }

  /// The public half, as JWK.
  var publicJWK: [String: Value] {
    let point = Array(key.publicKey.rawRepresentation)
    return [
      "kty": .text("EC"), "crv": .text("P-256"), "x": .text(Base64.url(point.prefix(32))),
      "y": .text(Base64.url(point.suffix(32))),
    ]
  }

  var privateJWK: [String: Value] {
    publicJWK.merging(["d": .text(Base64.url(key.rawRepresentation))]) { $1 }
  }

  /// RFC 7638: the SHA-256 of the public members, in the order of their names.
  var thumbprint: String { Chance.challenge(Value.object(publicJWK).written) }

  /// A JWT in its compact form (RFC 7515 §7.1).
  ///
  /// Mutants sign by nothing, or by a secret: where the header says so.
  func signed(_ header: [String: Value], _ claims: [String: Value]) -> String {
    var header = header
    header["alg"] = header["alg"] ?? .text("ES256")
    let input = [header, claims].map { Base64.url(Value.object($0).written.utf8) }
      .joined(separator: ".")
    return input + "." + Base64.url(signature(Array(input.utf8), header["alg"]?.text))
  }

  private func signature(_ bytes: [UInt8], _ algorithm: String?) -> [UInt8] {
    switch algorithm {
    case "none": []
    case "HS256":
      Array(
        HMAC<SHA256>.authenticationCode(
          for: bytes, using: SymmetricKey(data: Array(Value.object(publicJWK).written.utf8))))
    default:
      (try? key.signature(for: SHA256.hash(data: bytes))).map { Array($0.rawRepresentation) } ?? []
    }
  }
}
