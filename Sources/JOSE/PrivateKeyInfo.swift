/// What a key's DER says about itself, so that a refusal can name what was found.
enum PrivateKeyInfo {
  /// What a PKCS#8 `PrivateKeyInfo` holds (RFC 5208 §5, RFC 5958 §2).
  enum Kind {
    case rsa
    case p256
    /// Another kind, with its article.
    case other(String)
    case unreadable
  }

  static func kind(_ der: [UInt8]) -> Kind {
    var outer = DER.Reader(der[...])
    guard let content = outer.next(DER.Tag.sequence), outer.isAtEnd else { return .unreadable }
    var info = DER.Reader(content)
    guard info.next(DER.Tag.integer) != nil, let algorithm = info.next(DER.Tag.sequence) else {
      return .unreadable
    }
    var names = DER.Reader(algorithm)
    guard let name = names.next(DER.Tag.identifier) else { return .unreadable }
    switch Array(name) {
    case [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]: return .rsa
    case [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]:
      return .other("an RSA key that is for PSS alone")
    case [0x2b, 0x65, 0x6e]: return .other("an X25519 key")
    case [0x2b, 0x65, 0x6f]: return .other("an X448 key")
    case [0x2b, 0x65, 0x70]: return .other("an Ed25519 key")
    case [0x2b, 0x65, 0x71]: return .other("an Ed448 key")
    case [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]:
      return curve(names.next(DER.Tag.identifier))
    default: return .other("a key of an unknown algorithm")
    }
  }

  /// The curve that a SEC 1 `ECPrivateKey` names (RFC 5915 §3).
  static func curve(ofSEC1 der: [UInt8]) -> Kind {
    var outer = DER.Reader(der[...])
    guard let content = outer.next(DER.Tag.sequence), outer.isAtEnd else { return .unreadable }
    var key = DER.Reader(content)
    guard key.next(DER.Tag.integer) != nil, key.next(DER.Tag.octets) != nil else {
      return .unreadable
    }
    var parameters = DER.Reader(key.next(0xa0) ?? [])
    return curve(parameters.next(DER.Tag.identifier))
  }

  /// The bits of the modulus of a PKCS#1 `RSAPrivateKey` (RFC 8017 A.1.2), or of one within PKCS#8.
  static func modulusBits(_ der: [UInt8]) -> Int? {
    var outer = DER.Reader(der[...])
    guard let content = outer.next(DER.Tag.sequence) else { return nil }
    var key = DER.Reader(content)
    guard key.next(DER.Tag.integer) != nil, let second = key.next() else { return nil }
    if second.tag == DER.Tag.sequence {
      return key.next(DER.Tag.octets).flatMap { modulusBits(Array($0)) }
    }
    let modulus = second.content.drop { $0 == 0 }
    guard second.tag == DER.Tag.integer, let first = modulus.first else { return nil }
    return modulus.count * 8 - first.leadingZeroBitCount
  }

  private static func curve(_ name: ArraySlice<UInt8>?) -> Kind {
    guard let name else { return .other("an elliptic curve key that does not name its curve") }
    switch Array(name) {
    case [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07]: return .p256
    case [0x2b, 0x81, 0x04, 0x00, 0x22]: return .other("a key on P-384")
    case [0x2b, 0x81, 0x04, 0x00, 0x23]: return .other("a key on P-521")
    case [0x2b, 0x81, 0x04, 0x00, 0x0a]: return .other("a key on secp256k1")
    default: return .other("a key on another curve")
    }
  }
}
