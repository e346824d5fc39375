/// A set of bytes: a bit for each.
package struct ByteSet: Sendable, Hashable {
  private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  package init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

  package mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    case 2: bits.2 |= bit
    default: bits.3 |= bit
    }
  }

  package func contains(_ byte: UInt8) -> Bool {
    // By place, not by four cases: nearly every byte of a request is asked about.
    withUnsafePointer(to: bits) { bits in
      bits.withMemoryRebound(to: UInt64.self, capacity: 4) { words in
        words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
      }
    }
  }

  package func union(_ other: ByteSet) -> ByteSet {
    var both = self
    both.bits.0 |= other.bits.0
    both.bits.1 |= other.bits.1
    both.bits.2 |= other.bits.2
    both.bits.3 |= other.bits.3
    return both
  }

  package static func == (a: ByteSet, b: ByteSet) -> Bool { a.bits == b.bits }
  package func hash(into hasher: inout Hasher) {
    hasher.combine(bits.0)
    hasher.combine(bits.1)
    hasher.combine(bits.2)
    hasher.combine(bits.3)
  }

  /// RFC 3986 §2.3, without the marks.
  package static let alphanumerics = ByteSet(
    Array(UInt8(ascii: "a")...UInt8(ascii: "z")) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
      + Array(UInt8(ascii: "0")...UInt8(ascii: "9")))
}

/// Substring search over bytes: input of clients is never compared as characters.
package enum ByteSearch {
  /// Returns the first place of `needle` in `hay`; `nil` if `hay` lacks it, or if `needle` is empty.
  package static func position(of needle: [UInt8], in hay: ArraySlice<UInt8>) -> Int? {
    guard let first = needle.first, hay.count >= needle.count else { return nil }
    return hay.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        let last = bytes.count - needle.count
        var at = 0
        while at <= last {
          var length = 0
          if bytes[at] == first {
            length = 1
            while length < needle.count, bytes[at + length] == needle[length] { length += 1 }
          }
          if length == needle.count { return hay.startIndex + at }
          at += 1
        }
        return nil
      }
    }
  }
}
