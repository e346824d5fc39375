/// Base 16 (RFC 4648 §8) in lower case, as hashes are written.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two digits for each byte.
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      var place = 0
      for byte in bytes {
        buffer[place] = digits[Int(byte >> 4)]
        buffer[place + 1] = digits[Int(byte & 15)]
        place += 2
      }
      return place
    }
  }
}
