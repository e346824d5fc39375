internal import SwiftASN1

/// A key in PKCS#8 (RFC 5208 §5, RFC 5958 §2): what it is, and its own form within.
struct PrivateKeyInfo: DERParseable {
  let algorithm: AlgorithmIdentifier
  let privateKey: ASN1OctetString

  init(derEncoded node: ASN1Node) throws {
    (algorithm, privateKey) = try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      let algorithm = try AlgorithmIdentifier(derEncoded: &nodes)
      let privateKey = try ASN1OctetString(derEncoded: &nodes)
      // Attributes and the public half may follow.
      while nodes.next() != nil {}
      return (algorithm, privateKey)
    }
  }
}

/// An algorithm, and what else is to be known about it (RFC 5280 §4.1.1.2).
struct AlgorithmIdentifier: DERParseable {
  let algorithm: ASN1ObjectIdentifier
  /// Of an elliptic curve key, the curve.
  let parameters: ASN1Any?

  init(derEncoded node: ASN1Node) throws {
    (algorithm, parameters) = try DER.sequence(node, identifier: .sequence) { nodes in
      (try ASN1ObjectIdentifier(derEncoded: &nodes), nodes.next().map(ASN1Any.init(derEncoded:)))
    }
  }
}

/// A key in SEC 1 (RFC 5915 §3). The library reads its number; what is of interest here is its curve.
struct ECPrivateKey: DERParseable {
  let parameters: ASN1Any?

  init(derEncoded node: ASN1Node) throws {
    parameters = try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      _ = try ASN1OctetString(derEncoded: &nodes)
      let parameters = try DER.optionalExplicitlyTagged(
        &nodes, tagNumber: 0, tagClass: .contextSpecific
      ) { ASN1Any(derEncoded: $0) }
      // The public half may follow.
      while nodes.next() != nil {}
      return parameters
    }
  }
}

/// A key in PKCS#1 (RFC 8017 A.1.2), of two primes.
struct RSAPrivateKey: DERParseable, DERSerializable {
  /// n, e, d, p, q, dp, dq and qi: big-endian and not negative.
  let numbers: [ArraySlice<UInt8>]

  init(numbers: [[UInt8]]) {
    self.numbers = numbers.map { $0.drop { $0 == 0 } }
  }

  init(derEncoded node: ASN1Node) throws {
    numbers = try DER.sequence(node, identifier: .sequence) { nodes in
      _ = try Int(derEncoded: &nodes)
      return try (0..<8).map { _ in try ArraySlice(derEncoded: &nodes) }
    }
  }

  func serialize(into coder: inout DER.Serializer) throws {
    try coder.appendConstructedNode(identifier: .sequence) { coder in
      try coder.serialize(0)
      for number in numbers { try coder.serialize(number) }
    }
  }

  /// How long the modulus is; nil if it is zero.
  var modulusBits: Int? {
    numbers.first.flatMap { modulus in
      modulus.first.map { modulus.count * 8 - $0.leadingZeroBitCount }
    }
  }
}
