/// Base64, with either alphabet (RFC 4648).
enum Base64 {
  private static let url = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let plain = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// For URLs, without padding.
  static func url(_ bytes: some Sequence<UInt8>) -> String { write(Array(bytes), url) }

  /// For `Authorization: Basic`, with padding.
  static func plain(_ bytes: some Sequence<UInt8>) -> String {
    let text = write(Array(bytes), plain)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  private static func write(_ bytes: [UInt8], _ alphabet: [UInt8]) -> String {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0...group.count { result.append(alphabet[bits >> (18 - 6 * index) & 63]) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads base64url without padding; `nil` for anything else, bits left over included.
  static func read(_ text: some StringProtocol) -> [UInt8]? {
    var result: [UInt8] = []
    var bits = 0
    var count = 0
    for character in text.utf8 {
      guard let value = values[Int(character)] else { return nil }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(bits >> count & 0xFF))
      }
    }
    return count < 6 && bits & (1 << count - 1) == 0 ? result : nil
  }

  private static let values: [Int?] = {
    var values = [Int?](repeating: nil, count: 256)
    for (index, character) in url.enumerated() { values[Int(character)] = index }
    return values
  }()
}
