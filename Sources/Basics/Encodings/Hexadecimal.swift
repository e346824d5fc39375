/// Base 16 (RFC 4648 §8) in lower case, as hashes are written.
package enum Hexadecimal {
  /// Two digits for each byte.
  ///
  /// Inlinable, as a generic function of another module is slow without it.
  @inlinable
  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
      var place = 0
      for byte in bytes {
        buffer[place] = digit(byte >> 4)
        buffer[place + 1] = digit(byte & 15)
        place += 2
      }
      return place
    }
  }

  @inlinable
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
