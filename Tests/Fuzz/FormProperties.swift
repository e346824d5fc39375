import Basics

/// What is decoded is encoded and decoded again as the same pairs; a reader that is written as plainly as can be finds
/// the same ones.
enum FormProperties {
  private static let styles = [
    QueryStyle(), QueryStyle.rfc3986, QueryStyle(lowercaseHex: true),
    QueryStyle(space: .raw), QueryStyle(space: .percent, safe: ""),
  ]

  static func check(query text: String) throws {
    let target = RequestTarget(text)
    let kept = target.path + (target.query.map { "?" + $0 } ?? "")
    try hold(ExactText.starts(text, with: kept), "the target \(text.shown) is cut to \(kept.shown)")
    try hold(!target.path.utf8.contains(where: { "?#".utf8.contains($0) }), "the path has a query")
    // Under the sanitizers a large text takes half a second.
    let parts = isLarge(text) ? [target.query ?? text] : [text, target.query ?? ""]
    for part in parts { try check(part) }
  }

  static func check(form bytes: [UInt8]) throws {
    let read = Parameters(formEncoded: bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return try hold(
        read.list.isEmpty && !read.unreadable.isEmpty, "bytes that are no text have been read")
    }
    try hold(
      same(read.list, Parameters(formEncoded: text[...]).list), "bytes and text are read apart")
    try check(text)
  }

  private static func check(_ text: String) throws {
    let read = Parameters(formEncoded: text[...])
    let (plain, unreadable) = readPlainly(text)
    try hold(same(read.list, plain), "\(text.shown) is read as \(read.list), plainly as \(plain)")
    try hold(read.unreadable.count == unreadable, "\(read.unreadable.count) pieces are unreadable")
    // Each looks at all of them.
    for parameter in read.list.prefix(isLarge(text) ? 5 : 50) {
      let values = read.values(parameter.name)
      try hold(
        values.first == read.first(parameter.name) && values.last == read.last(parameter.name),
        "first and last of \(parameter.name.shown) are not among all")
    }
    for style in isLarge(text) ? [styles[0]] : styles {
      let written = style.encode(read.list.map { ($0.name, $0.value) })
      let again = Parameters(formEncoded: written[...])
      try hold(
        same(again.list, read.list) && again.unreadable.isEmpty,
        "\(written.shown) is read as \(again.list), written from \(read.list)")
    }
    let uri = QueryStyle.wholeURI.encode(text)
    try hold(
      uri.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(uri.shown) holds what no header can")
    try hold(ExactText.same(QueryStyle.wholeURI.encode(uri), uri), "\(uri.shown) is encoded twice")
  }

  private static func isLarge(_ text: String) -> Bool { text.utf8.count > 8_192 }

  static func same(_ one: [Parameters.Parameter], _ other: [Parameters.Parameter]) -> Bool {
    one.elementsEqual(other) {
      ExactText.same($0.name, $1.name) && ExactText.same($0.value, $1.value)
    }
  }

  /// WHATWG URL §5.1, word by word.
  private static func readPlainly(_ text: String) -> ([Parameters.Parameter], unreadable: Int) {
    var list: [Parameters.Parameter] = []
    var unreadable = 0
    for piece in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
      let mark = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
      if let name = decode(piece[..<mark]), let value = decode(piece[mark...].dropFirst()) {
        list.append(.init(name, value))
      } else {
        unreadable += 1
      }
    }
    return (list, unreadable)
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }
}
