import Basics
internal import Crypto
internal import CryptoExtras

extension VerifyingKey {
  /// A key from its JWK (RFC 7517, RFC 7518 §6). Of a private one only the public half is read.
  /// - Throws: what in it is not a key that `SignatureAlgorithm` has a use for.
  package init(jwk: JSONValue) throws(KeyError) {
    let reader = try JWKReader(jwk)
    self = try reader.publicKey(kid: .given(reader.kid))
  }

  /// The keys of a JWK set that can check signatures here. Others, say for encryption or of a kind that
  /// is not known, are passed over, as RFC 7517 §5 wants.
  /// - Throws: if this is no JWK set at all.
  package static func keys(ofSet set: JSONValue) throws(KeyError) -> [VerifyingKey] {
    guard let keys = set["keys"]?.arrayValue else {
      throw KeyError(
        "expected a JWK set, an object with the array \"keys\", found \(JWKReader.shape(set))")
    }
    return keys.compactMap { try? VerifyingKey(jwk: $0) }
  }
}

/// Takes one JWK apart, with a sentence for each thing that may be wrong with it.
struct JWKReader {
  /// The value of `use` (RFC 7517 §4.2).
  enum Use: String {
    case signatures = "sig"
    case encryption = "enc"
  }

  private let jwk: JSONObject
  let type: KeyType
  /// The member `alg`.
  let algorithmName: String?
  /// The algorithm of signatures that the JWK names.
  let algorithm: SignatureAlgorithm?
  let kid: String?

  /// - Parameter wanted: the use that the key is read for. A key that names none is for both.
  init(_ value: JSONValue, for wanted: Use = .signatures) throws(KeyError) {
    guard let jwk = value.objectValue else {
      throw KeyError("expected a JWK, an object with \"kty\", found \(value.kindName)")
    }
    if jwk["kty"] == nil, jwk["keys"] != nil {
      throw KeyError("expected one JWK, found a set of them; give a member of its \"keys\"")
    }
    self.jwk = jwk
    switch try Self.text("kty", in: jwk) {
    case "RSA": type = .rsa
    case "EC": type = try Self.type(among: [.p256, .p384], jwk)
    case "OKP": type = try Self.type(among: [.ed25519], jwk)
    case let other:
      throw KeyError("expected \"kty\" to be \"RSA\", \"EC\" or \"OKP\", found \"\(other)\"")
    }
    kid = try jwk["kid"] == nil ? nil : Self.text("kid", in: jwk)
    if jwk["use"] != nil {
      let use = try Self.text("use", in: jwk)
      guard use == wanted.rawValue else {
        throw KeyError("expected \"use\" to be \"\(wanted.rawValue)\" or absent, found \"\(use)\"")
      }
    }
    algorithmName = try jwk["alg"] == nil ? nil : Self.text("alg", in: jwk)
    if wanted == .signatures, let name = algorithmName {
      let known = type.algorithms
      guard let algorithm = SignatureAlgorithm(rawValue: name), known.contains(algorithm) else {
        let names = known.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw KeyError("expected \"alg\" to be \(names) or absent, found \"\(name)\"")
      }
      self.algorithm = algorithm
    } else {
      algorithm = nil
    }
  }

  private static func type(
    among types: [KeyType], _ jwk: JSONObject
  ) throws(KeyError) -> KeyType {
    let curve = try text("crv", in: jwk)
    if let type = types.first(where: { $0.curve == curve }) { return type }
    let names = types.compactMap(\.curve).map { "\"\($0)\"" }.joined(separator: " or ")
    throw KeyError("expected \"crv\" to be \(names), found \"\(curve)\"")
  }

  func has(_ name: String) -> Bool { jwk[name] != nil }

  /// The bytes of a member: what an integer or a coordinate is written as (RFC 7518 §2).
  func bytes(_ name: String) throws(KeyError) -> [UInt8] {
    guard let bytes = Base64URL.decode(try Self.text(name, in: jwk)), !bytes.isEmpty else {
      throw KeyError(
        "expected \"\(name)\" to be base64url without padding, found something else in it")
    }
    return bytes
  }

  /// The bytes of a coordinate or of the private number, leading zeros included (RFC 7518 §6.2).
  func coordinate(_ name: String) throws(KeyError) -> [UInt8] {
    let bytes = try bytes(name)
    guard bytes.count == type.width else {
      throw KeyError("expected \"\(name)\" to hold \(type.width) bytes, found \(bytes.count)")
    }
    return bytes
  }

  func publicKey(kid: KeyName) throws(KeyError) -> VerifyingKey {
    switch type {
    case .rsa:
      let modulus = try bytes("n")
      let exponent = try bytes("e")
      guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else {
        throw KeyError(
          "expected an RSA key of 2048 to 8192 bits with a small odd exponent, found other numbers "
            + "in \"n\" and \"e\"")
      }
      return try VerifyingKey(.rsa(key), kid: kid, for: algorithm)
    case .p256:
      let point = try coordinate("x") + coordinate("y")
      guard let key = try? P256.Signing.PublicKey(rawRepresentation: point) else {
        throw KeyError("expected \"x\" and \"y\" to be a point of P-256, found another place")
      }
      return try VerifyingKey(.p256(key), kid: kid)
    case .p384:
      let point = try coordinate("x") + coordinate("y")
      guard let key = try? P384.Signing.PublicKey(rawRepresentation: point) else {
        throw KeyError("expected \"x\" and \"y\" to be a point of P-384, found another place")
      }
      return try VerifyingKey(.p384(key), kid: kid)
    case .ed25519:
      guard
        let key = try? Curve25519.Signing.PublicKey(rawRepresentation: try coordinate("x"))
      else { throw KeyError("expected \"x\" to be a point of Ed25519, found another place") }
      return try VerifyingKey(.ed25519(key), kid: kid, for: algorithm)
    }
  }

  static func shape(_ value: JSONValue) -> String {
    value.objectValue == nil ? value.kindName : "an object without it"
  }

  private static func text(_ name: String, in jwk: JSONObject) throws(KeyError) -> String {
    guard let value = jwk[name] else {
      throw KeyError("expected the member \"\(name)\" in the JWK, found none")
    }
    guard let text = value.stringValue else {
      throw KeyError("expected \"\(name)\" to be a string, found \(value.kindName)")
    }
    return text
  }
}
