internal import SwiftASN1

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
