// This module owns base64 and base64url: keys and tokens are written in them, and fixtures write them too. It knows
// neither, and needs no library.

/// Base64 with the standard alphabet and padding (RFC 4648 §4).
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.standard.encode(bytes)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: padded to a multiple of four,
  /// no white space, no other alphabet, no stray bits at the end (RFC 4648 §3.5).
  package static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.standard.decode(text.utf8)
  }
}

/// Base64 with the alphabet that is safe in URLs and file names (RFC 4648 §5), without padding, as
/// RFC 7515 §2 has it.
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.url.encode(bytes)
  }

  /// Appends the result of `encode` to a buffer, without a string in between.
  package static func append(_ bytes: [UInt8], to buffer: inout [UInt8]) {
    bytes.withUnsafeBytes { Base64Coding.url.append($0, to: &buffer) }
  }

  /// The same for bytes that are no array. They must not be the buffer's own.
  package static func append(_ bytes: UnsafeRawBufferPointer, to buffer: inout [UInt8]) {
    Base64Coding.url.append(bytes, to: &buffer)
  }

  /// The number of characters for a number of bytes.
  package static func encodedCount(of count: Int) -> Int {
    Base64Coding.url.encodedCount(of: count)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: no padding, no white space, no
  /// other alphabet, no stray bits at the end. So no two texts stand for the same bytes.
  package static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.url.decode(text.utf8)
  }

  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    Base64Coding.url.decode(text)
  }
}

/// What the two alphabets have in common: three bytes are four characters.
struct Base64Coding: Sendable {
  static let standard = Base64Coding(last: "+/", padded: true)
  static let url = Base64Coding(last: "-_", padded: false)

  private static let padding = UInt8(ascii: "=")
  /// In `values`, what is not in the alphabet. A value that is has neither of the two upper bits.
  private static let none: UInt8 = 0xff

  private let characters: [UInt8]
  private let values: [UInt8]
  private let padded: Bool

  private init(last: String, padded: Bool) {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last
    characters = Array(alphabet.utf8)
    var values = [UInt8](repeating: Self.none, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
    self.values = values
    self.padded = padded
  }

  func encodedCount(of count: Int) -> Int {
    padded ? (count + 2) / 3 * 4 : (count * 4 + 2) / 3
  }

  func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: encodedCount(of: bytes.count)) { text in
      bytes.withUnsafeBytes { write($0, to: text) }
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer, to buffer: inout [UInt8]) {
    buffer.append(addingCapacity: encodedCount(of: bytes.count)) { span in
      span.withUnsafeMutableBufferPointer { text, count in count = write(bytes, to: text) }
    }
  }

  func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    if let bytes = text.withContiguousStorageIfAvailable({ decode(contiguous: $0) }) {
      return bytes
    }
    return Array(text).withUnsafeBufferPointer { decode(contiguous: $0) }
  }

  /// - Parameter text: has room for `encodedCount` characters.
  /// - Returns: how many were written.
  private func write(
    _ bytes: UnsafeRawBufferPointer, to text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    characters.withUnsafeBufferPointer { characters in
      let rest = bytes.count % 3
      let whole = bytes.count - rest
      var place = 0
      for start in stride(from: 0, to: whole, by: 3) {
        let held =
          UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
        text[place] = characters[Int(held >> 18)]
        text[place + 1] = characters[Int(held >> 12 & 63)]
        text[place + 2] = characters[Int(held >> 6 & 63)]
        text[place + 3] = characters[Int(held & 63)]
        place += 4
      }
      guard rest > 0 else { return place }
      // The bits that are missing from the last character are zeros.
      let held = UInt32(bytes[whole]) << 16 | (rest == 2 ? UInt32(bytes[whole + 1]) << 8 : 0)
      text[place] = characters[Int(held >> 18)]
      text[place + 1] = characters[Int(held >> 12 & 63)]
      if rest == 2 { text[place + 2] = characters[Int(held >> 6 & 63)] }
      place += rest + 1
      while padded, !place.isMultiple(of: 4) {
        text[place] = Self.padding
        place += 1
      }
      return place
    }
  }

  private func decode(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var count = text.count
    if padded {
      guard count.isMultiple(of: 4) else { return nil }
      count -= text.suffix(2).count { $0 == Self.padding }
    }
    // One character alone holds six bits: no byte.
    guard count % 4 != 1 else { return nil }
    var isSound = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { bytes, written in
      isSound = read(UnsafeBufferPointer(rebasing: text[..<count]), to: bytes)
      written = count * 3 / 4
    }
    return isSound ? bytes : nil
  }

  /// - Parameters:
  ///   - text: without padding.
  ///   - bytes: has room for three bytes of every four characters; all of it gets written.
  /// - Returns: whether all characters are of the alphabet, and no bits are left over.
  private func read(
    _ text: UnsafeBufferPointer<UInt8>, to bytes: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    values.withUnsafeBufferPointer { values in
      let rest = text.count % 4
      let whole = text.count - rest
      var place = 0
      // One look at the end finds what is foreign anywhere.
      var seen: UInt8 = 0
      for start in stride(from: 0, to: whole, by: 4) {
        let first = values[Int(text[start])]
        let second = values[Int(text[start + 1])]
        let third = values[Int(text[start + 2])]
        let fourth = values[Int(text[start + 3])]
        seen |= first | second | third | fourth
        bytes[place] = first << 2 | second >> 4
        bytes[place + 1] = second << 4 | third >> 2
        bytes[place + 2] = third << 6 | fourth
        place += 3
      }
      var stray: UInt8 = 0
      if rest > 1 {
        let first = values[Int(text[whole])]
        let second = values[Int(text[whole + 1])]
        let third = rest == 3 ? values[Int(text[whole + 2])] : 0
        seen |= first | second | third
        bytes[place] = first << 2 | second >> 4
        if rest == 3 { bytes[place + 1] = second << 4 | third >> 2 }
        stray = rest == 3 ? third & 3 : second & 15
      }
      return seen < 64 && stray == 0
    }
  }
}
