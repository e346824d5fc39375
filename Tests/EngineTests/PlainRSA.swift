import Basics
import JOSE
import Testing

/// RS256 (RFC 7518 §3.3) by school arithmetic: it shares nothing with what signs here but the digest.
enum PlainRSA {
  /// Whether the signature of a compact JWS is that of a public key.
  static func verifies(_ token: String, with jwk: JSONValue) throws -> Bool {
    let parts = token.split(separator: ".").map(String.init)
    let modulus = try #require(Base64URL.decode(jwk["n"]?.stringValue ?? ""))
    let signature = try #require(Base64URL.decode(parts.count == 3 ? parts[2] : ""))
    guard jwk["kty"] == "RSA", jwk["e"] == "AQAB", signature.count == modulus.count else {
      return false
    }
    // RFC 8017 §9.2: 00 01 FF… 00, what names SHA-256, and the hash.
    let name: [UInt8] = [
      0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
      0x05, 0x00, 0x04, 0x20,
    ]
    let hash = name + Digest.sha256(Array("\(parts[0]).\(parts[1])".utf8))
    let filling = [UInt8](repeating: 0xFF, count: modulus.count - hash.count - 3)
    let wanted = [0x00, 0x01] + filling + [0x00] + hash
    let (n, s) = (limbs(modulus), limbs(signature))
    // 65537 is sixteen squares and one product.
    var power = s
    for _ in 0..<16 { power = product(power, power, modulo: n) }
    return product(power, s, modulo: n) == limbs(wanted)
  }

  /// The least one first.
  private static func limbs(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: bytes.count, to: 0, by: -4).map { end in
      bytes[max(end - 4, 0)..<end].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Bit by bit: double, add, and take the modulus away while it fits.
  private static func product(_ a: [UInt32], _ b: [UInt32], modulo n: [UInt32]) -> [UInt32] {
    var sum = [UInt32](repeating: 0, count: n.count)
    for limb in a.reversed() {
      for bit in stride(from: 31, through: 0, by: -1) {
        sum = plus(sum, sum, modulo: n)
        if limb >> UInt32(bit) & 1 == 1 { sum = plus(sum, b, modulo: n) }
      }
    }
    return sum
  }

  private static func plus(_ a: [UInt32], _ b: [UInt32], modulo n: [UInt32]) -> [UInt32] {
    var sum = a
    var carry: UInt64 = 0
    for index in n.indices {
      carry += UInt64(a[index]) + UInt64(b[index])
      sum[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    var less = sum
    var borrow: Int64 = 0
    for index in n.indices {
      borrow += Int64(sum[index]) - Int64(n[index])
      less[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
    return Int64(carry) + borrow >= 0 ? less : sum
  }
}
