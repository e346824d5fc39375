import Basics
internal import Crypto
internal import CryptoExtras
internal import SwiftASN1

extension SigningKey {
  /// A key from its private JWK (RFC 7518 §6.2.2, §6.3.2).
  /// - Parameter kid: its name; nil takes the JWK's own, or else the thumbprint.
  /// - Throws: what in it is missing, is malformed or does not fit together.
  package init(jwk: JSONValue, kid: String? = nil) throws(KeyError) {
    try self.init(reader: JWKReader(jwk), kid: kid)
  }

  init(reader: JWKReader, kid: String? = nil) throws(KeyError) {
    guard reader.has("d") else {
      throw KeyError(
        "expected a private key, found the public half of one; give the JWK that has \"d\"")
    }
    let publicKey = try reader.publicKey(kid: .thumbprint)
    let material: Material
    switch reader.type {
    case .rsa: material = try .rsa(Self.rsa(reader))
    case .p256: material = try .p256(Self.number(reader) { try .init(rawRepresentation: $0) })
    case .p384: material = try .p384(Self.number(reader) { try .init(rawRepresentation: $0) })
    case .ed25519: material = try .ed25519(Self.number(reader) { try .init(rawRepresentation: $0) })
    }
    try self.init(material, kid: kid ?? reader.kid, for: reader.algorithm)
    guard self.publicKey.thumbprint == publicKey.thumbprint else {
      throw KeyError("expected \"d\" to belong to \"x\" and \"y\", found it belongs to another key")
    }
  }

  /// The key on a curve whose private number is `d`.
  private static func number<Key>(
    _ reader: JWKReader, _ make: ([UInt8]) throws -> Key
  ) throws(KeyError) -> Key {
    let number = try reader.coordinate("d")
    guard let key = try? make(number) else {
      throw KeyError(
        "expected \"d\" to be from 1 to the order of \(reader.type.curve ?? "the curve"), found another number"
      )
    }
    return key
  }

  private static func rsa(_ reader: JWKReader) throws(KeyError) -> _RSA.Signing.PrivateKey {
    // Who gives one prime must give all five numbers (RFC 7518 §6.3.2). Without them n would have to be
    // factored, which is slow work on somebody else's data.
    guard !reader.has("oth") else {
      throw KeyError("expected an RSA key of two primes, found more of them in \"oth\"")
    }
    var numbers: [[UInt8]] = []
    for name in ["n", "e", "d", "p", "q", "dp", "dq", "qi"] {
      guard reader.has(name) else {
        throw KeyError(
          "expected \"p\", \"q\", \"dp\", \"dq\" and \"qi\" beside \"d\", found no \"\(name)\"; "
            + "give the key as PEM, or export it with them")
      }
      numbers.append(try reader.bytes(name))
    }
    var coder = DER.Serializer()
    guard (try? coder.serialize(RSAPrivateKey(numbers: numbers))) != nil,
      let key = try? _RSA.Signing.PrivateKey(derRepresentation: coder.serializedBytes)
    else {
      throw KeyError("expected the eight numbers of one RSA key, found some that do not fit")
    }
    return key
  }
}
