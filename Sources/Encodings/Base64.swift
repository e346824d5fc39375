// This module owns base64 and base64url: keys and tokens are written in them, and fixtures write them too. It knows
// neither, and needs no library.

/// Base64 with the standard alphabet and padding (RFC 4648 §4).
public enum Base64 {
  public static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.standard.encode(bytes)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: padded to a multiple of four,
  /// no white space, no other alphabet, no stray bits at the end (RFC 4648 §3.5).
  public static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.standard.decode(text.utf8)
  }
}

/// Base64 with the alphabet that is safe in URLs and file names (RFC 4648 §5), without padding, as
/// RFC 7515 §2 has it.
public enum Base64URL {
  public static func encode(_ bytes: [UInt8]) -> String {
    Base64Coding.url.encode(bytes)
  }

  /// The bytes; nil unless the text is what `encode` writes for them: no padding, no white space, no
  /// other alphabet, no stray bits at the end. So no two texts stand for the same bytes.
  public static func decode(_ text: String) -> [UInt8]? {
    Base64Coding.url.decode(text.utf8)
  }

  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    Base64Coding.url.decode(text)
  }
}

/// What the two alphabets have in common.
struct Base64Coding: Sendable {
  static let standard = Base64Coding(last: "+/", padded: true)
  static let url = Base64Coding(last: "-_", padded: false)

  private static let padding = UInt8(ascii: "=")
  /// In `values`, what is not in the alphabet.
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

  func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var held: UInt32 = 0
    var bits = 0
    for byte in bytes {
      // Never more than 4 bits are left over, so 12 bits are the most that count; older ones fall off.
      held = held << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(characters[Int(held >> UInt32(bits) & 63)])
      }
    }
    if bits > 0 { text.append(characters[Int(held << UInt32(6 - bits) & 63)]) }
    while padded, !text.count.isMultiple(of: 4) { text.append(Self.padding) }
    return String(decoding: text, as: UTF8.self)
  }

  func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var count = text.count
    if padded {
      guard count.isMultiple(of: 4) else { return nil }
      count -= text.suffix(2).filter { $0 == Self.padding }.count
    }
    // One character alone holds six bits: no byte.
    guard count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 3 / 4)
    var held: UInt32 = 0
    var bits = 0
    for character in text.prefix(count) {
      let value = values[Int(character)]
      guard value != Self.none else { return nil }
      held = held << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      }
    }
    let stray = held & (1 << UInt32(bits) - 1)
    return stray == 0 ? bytes : nil
  }
}
