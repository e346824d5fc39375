/// Text compared byte by byte, as RFC 8259 §8.3 wants names compared, and RFC 3986 §6.2.1 URIs.
///
/// Swift's `==` takes "é" and "e" with a combining accent for equal, and the sign for kelvins for a K; on the wire they
/// are two names, and a client that registers one must not receive what is meant for the other.
/// Hashing the bytes, not the normal form, also keeps a file full of such twins from colliding.
package struct ExactText: Hashable, Sendable {
  package var text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    same(left.text, right.text)
  }

  /// Most texts that differ differ in length, or for Swift too: that is found where it is asked.
  @inlinable
  package static func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left == right && sameBytes(left, right)
  }

  @usableFromInline
  static func sameBytes(_ left: String, _ right: String) -> Bool {
    let count = left.utf8.count
    let isSame = left.utf8.withContiguousStorageIfAvailable { mine in
      right.utf8.withContiguousStorageIfAvailable { theirs in
        guard let a = mine.baseAddress, let b = theirs.baseAddress else { return count == 0 }
        return memcmp(a, b, count) == 0
      }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Whether a text begins with these bytes.
  package static func starts(_ text: String, with prefix: String) -> Bool {
    let count = prefix.utf8.count
    guard text.utf8.count >= count else { return false }
    let starts = text.utf8.withContiguousStorageIfAvailable { mine in
      prefix.utf8.withContiguousStorageIfAvailable { theirs in
        guard let a = mine.baseAddress, let b = theirs.baseAddress else { return count == 0 }
        return memcmp(a, b, count) == 0
      }
    }
    return (starts ?? nil) ?? text.utf8.starts(with: prefix.utf8)
  }

  package static func same(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  /// The text as a key of a dictionary of strings, next to others with a space between: what is not plain ASCII
  /// is written out, so that two texts have one key only where their bytes are the same.
  package static func key(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    // The arrow stands in no plain text.
    return "→" + text.utf8.map { String($0, radix: 16) }.joined(separator: ".")
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // No UTF-8 holds 0xff: it ends the text, so that "a" is no prefix of "ab" for the hasher.
    hasher.combine(0xff as UInt8)
  }
}

/// Comparison of protocol names: ASCII, in which case does not count.
package enum CaseFolding {
  /// Whether a text equals one in small letters, ignoring the case of ASCII letters.
  package static func same(_ text: String, asLowercase lowercase: String) -> Bool {
    guard text.utf8.count == lowercase.utf8.count else { return false }
    let isSame = text.utf8.withContiguousStorageIfAvailable { mine in
      lowercase.utf8.withContiguousStorageIfAvailable { same(mine, asLowercase: $0) }
    }
    if let isSame, let isSame { return isSame }
    return text.lowercased() == lowercase
  }

  package static func same(
    _ bytes: UnsafeBufferPointer<UInt8>, asLowercase lowercase: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard bytes.count == lowercase.count else { return false }
    for index in 0..<bytes.count {
      let byte = bytes[index]
      let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      if lower != lowercase[index] { return false }
    }
    return true
  }
}

extension [String] {
  /// Each text once, in its first place.
  package var unique: [String] {
    guard count > 1 else { return self }
    var known: Set<ExactText> = []
    return filter { known.insert(ExactText($0)).inserted }
  }
}
