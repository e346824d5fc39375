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
  private let jwk: JSONObject
  let algorithm: SignatureAlgorithm
  let kid: String?

  init(_ value: JSONValue) throws(KeyError) {
    guard let jwk = value.objectValue else {
      throw KeyError("expected a JWK, an object with \"kty\", found \(value.kindName)")
    }
    if jwk["kty"] == nil, jwk["keys"] != nil {
      throw KeyError("expected one JWK, found a set of them; give a member of its \"keys\"")
    }
    self.jwk = jwk
    switch try Self.text("kty", in: jwk) {
    case "RSA": algorithm = .rs256
    case "EC":
      let curve = try Self.text("crv", in: jwk)
      guard curve == "P-256" else {
        throw KeyError("expected \"crv\" to be \"P-256\", found \"\(curve)\"")
      }
      algorithm = .es256
    case let other:
      throw KeyError("expected \"kty\" to be \"RSA\" or \"EC\", found \"\(other)\"")
    }
    kid = try jwk["kid"] == nil ? nil : Self.text("kid", in: jwk)
    if jwk["use"] != nil {
      let use = try Self.text("use", in: jwk)
      guard use == "sig" else {
        throw KeyError("expected \"use\" to be \"sig\" or absent, found \"\(use)\"")
      }
    }
    if jwk["alg"] != nil {
      let name = try Self.text("alg", in: jwk)
      guard name == algorithm.rawValue else {
        throw KeyError(
          "expected \"alg\" to be \"\(algorithm.rawValue)\" or absent, found \"\(name)\"")
      }
    }
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
    guard bytes.count == 32 else {
      throw KeyError("expected \"\(name)\" to hold 32 bytes, found \(bytes.count)")
    }
    return bytes
  }

  func publicKey(kid: KeyName) throws(KeyError) -> VerifyingKey {
    switch algorithm {
    case .rs256:
      let modulus = try bytes("n")
      let exponent = try bytes("e")
      guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else {
        throw KeyError(
          "expected an RSA key of 2048 to 8192 bits with a small odd exponent, found other numbers "
            + "in \"n\" and \"e\"")
      }
      return try VerifyingKey(.rsa(key), kid: kid)
    case .es256:
      let point = try coordinate("x") + coordinate("y")
      guard let key = try? P256.Signing.PublicKey(rawRepresentation: point) else {
        throw KeyError("expected \"x\" and \"y\" to be a point of P-256, found another place")
      }
      return try VerifyingKey(.p256(key), kid: kid)
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
