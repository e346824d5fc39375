/// Pairs as `application/x-www-form-urlencoded` (RFC 6749, Appendix B).
struct Form: Equatable, Sendable {
  var pairs: [(name: String, value: String)]

  init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

  /// Reads a query, a fragment or a body. Names and values keep what stands behind the first `=`.
  init(reading text: some StringProtocol) {
    pairs = text.split(separator: "&").map { piece in
      let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (Self.decoded(halves[0]), halves.count > 1 ? Self.decoded(halves[1]) : "")
    }
  }

  static func == (left: Form, right: Form) -> Bool { left.written == right.written }

  /// The value of a name that stands once.
  subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }
  func count(_ name: String) -> Int { pairs.count { $0.name == name } }
  /// Whether a name stands there more than once (RFC 6749 §3.1).
  var repeatsItself: Bool { Set(pairs.map(\.name)).count < pairs.count }

  /// The same without all values of a name but the last one.
  func withLast(_ name: String) -> Form {
    guard let last = pairs.last(where: { $0.name == name }) else { return self }
    return Form(pairs.filter { $0.name != name } + [last])
  }

  var written: String {
    pairs.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }.joined(separator: "&")
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  static func encoded(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "*"), UInt8(ascii: "~"):
        result.append(byte)
      case UInt8(ascii: " "): result.append(UInt8(ascii: "+"))
      default: result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  static func decoded(_ text: some StringProtocol) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "+") {
        result.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%"), place + 1 < bytes.count, let high = digit(bytes[place]),
        let low = digit(bytes[place + 1])
      {
        result.append(high << 4 | low)
        place += 2
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    digits.firstIndex(of: byte >= 0x61 ? byte & 0xDF : byte).map(UInt8.init)
  }
}
