import Engine

/// Finds secrets in bytes by what stands before them: `code=`, `"access_token": "`, `Authorization: Bearer`, `name="code"
/// value="`, percent-encoded within another address too; and JWTs by their look. Takes one pass.
package struct NamedSecrets {
  let text: [UInt8]
  private let mark: SecretMark
  private var result: [UInt8] = []
  /// Up to here the text is in the result.
  private var taken = 0
  var index = 0

  package static func hidden(_ text: [UInt8], as mark: SecretMark) -> [UInt8] {
    var search = NamedSecrets(text: text, mark: mark)
    return search.hidden()
  }

  private init(text: [UInt8], mark: SecretMark) { (self.text, self.mark) = (text, mark) }

  private mutating func hidden() -> [UInt8] {
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "%"): skipEncoded()
      case UInt8(ascii: "\\"): skipEscape()
      case UInt8(ascii: ":") where has("://", at: index): userInfo()
      case let byte where Self.isWord(byte): word()
      default: index += 1
      }
    }
    return taken == 0 ? text : result + text[taken...]
  }

  /// Replaces a part with a mark and continues after it. A part that is already hidden stays as it is, and so does the
  /// punctuation that ends the sentence after it.
  mutating func hide(_ range: Range<Int>) {
    index = max(index, range.upperBound)
    guard !range.isEmpty, range.lowerBound >= taken else { return }
    // A shell command may fetch the secret: the command itself isn't secret.
    guard !text[range].starts(with: "$(".utf8) else { return }
    var start = range.lowerBound
    while start < range.upperBound {
      let length = SecretMark.length(text[start..<range.upperBound])
      guard length > 0 else { break }
      start += length
    }
    let rest = text[start..<range.upperBound]
    let isEnd = start > range.lowerBound && rest.allSatisfy { ".,;:!?)]}/".utf8.contains($0) }
    guard !rest.isEmpty, !isEnd else { return }
    result += text[taken..<start] + mark.text(for: rest)
    taken = range.upperBound
  }

  func has(_ wanted: String, at place: Int) -> Bool {
    text[min(place, text.count)...].starts(with: wanted.utf8)
  }

  func byte(_ place: Int) -> UInt8? { text.indices.contains(place) ? text[place] : nil }

  static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// `%3D`, and `%253D` within an address within an address.
  private mutating func skipEncoded() {
    index += 1
    while has("25", at: index) { index += 2 }
    if let one = byte(index), let two = byte(index + 1), Self.isHex(one), Self.isHex(two) {
      index += 2
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }

  /// `\u0026`, `\n`, `\"`.
  private mutating func skipEscape() {
    index += has("u", at: index + 1) ? 6 : 2
  }

  /// `https://name:password@host`.
  private mutating func userInfo() {
    index += 3
    let end = text[index...].firstIndex { "/?# \n\r\t\"'<>".utf8.contains($0) } ?? text.count
    guard let at = text[index..<end].lastIndex(of: UInt8(ascii: "@")),
      let colon = text[index..<at].firstIndex(of: UInt8(ascii: ":"))
    else { return }
    hide((colon + 1)..<at)
  }

  private mutating func word() {
    let start = index
    while let byte = byte(index), Self.isWord(byte) { index += 1 }
    if has("eyJ", at: start), index - start > 10, byte(index) == UInt8(ascii: ".") {
      token(from: start)
      return
    }
    guard let kind = SecretNames.kind(of: text[start..<index]) else { return }
    let isOption = text[start] == UInt8(ascii: "-")
    switch kind {
    case .scheme: credentials()
    case .userOption: userOption()
    case .authorization: if let line = field(from: start) { authorization(line) }
    case .cookie: if let line = field(from: start) { cookies(line) }
    case .setCookie: if let line = field(from: start) { cookies(line, most: 1) }
    case .value, .code:
      if let value = value(isCode: kind == .code, isOption: isOption) { hide(value) }
    }
  }

  /// Whether a value looks like a JWT, such as the `response` of JARM, which holds a code.
  package static func isToken(_ value: String) -> Bool {
    let text = value.utf8
    return text.starts(with: "eyJ".utf8) && text.count > 10
      && (text.count { $0 == UInt8(ascii: ".") }) == 2
      && text.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") }
  }

  /// A JWT: three parts, of which the last may be empty.
  private mutating func token(from start: Int) {
    while let byte = byte(index), Self.isWord(byte) || byte == UInt8(ascii: ".") { index += 1 }
    // The full stop at the end of a sentence doesn't belong to the token.
    let dots = text[start..<index].count { $0 == UInt8(ascii: ".") }
    if dots > 2, text[index - 1] == UInt8(ascii: ".") { index -= 1 }
    hide(start..<index)
  }

  /// `Bearer TOKEN`; a challenge, `Bearer realm="x"`, holds none.
  private mutating func credentials() {
    var place = index
    while let byte = byte(place), " +".utf8.contains(byte) { place += 1 }
    while has("%20", at: place) { place += 3 }
    guard place > index else { return }
    let end = text[place...].firstIndex { " ,;\n\r\t\"'`<>\\&".utf8.contains($0) } ?? text.count
    let value = text[place..<end]
    let sign = value.firstIndex(of: UInt8(ascii: "="))
    let isParameter =
      sign.map { sign in
        value[sign...].contains { $0 != UInt8(ascii: "=") } || "\"'".utf8.contains(byte(end) ?? 0)
      } ?? false
    guard !isParameter, looksSecret(value) else { return }
    hide(place..<end)
  }

  /// `-u NAME:PASSWORD`.
  private mutating func userOption() {
    guard let value = option(), let colon = text[value].firstIndex(of: UInt8(ascii: ":")) else {
      return
    }
    hide((colon + 1)..<value.upperBound)
  }

  /// Everything after the scheme, or everything if there is no scheme.
  private mutating func authorization(_ line: Range<Int>) {
    // A mark has a space in it, and no scheme.
    guard SecretMark.length(text[line]) == 0 else { return hide(line) }
    guard let space = text[line].firstIndex(of: UInt8(ascii: " ")) else {
      return looksSecret(text[line]) ? hide(line) : ()
    }
    let rest = text[(space + 1)..<line.upperBound]
    let isProse =
      (rest.count < 8 || rest.contains(UInt8(ascii: " ")))
      && rest.allSatisfy { (0x61...0x7A).contains($0) || " .,".utf8.contains($0) }
    if !isProse { hide(rest.indices) }
  }

  private mutating func cookies(_ line: Range<Int>, most: Int = .max) {
    for pair in text[line].split(separator: UInt8(ascii: ";")).prefix(most) {
      if let sign = pair.firstIndex(of: UInt8(ascii: "=")) { hide((sign + 1)..<pair.endIndex) }
    }
  }

  /// What stands without a name's `=` may be prose.
  func looksSecret(_ value: ArraySlice<UInt8>) -> Bool {
    let hasDigit = value.contains { (0x30...0x39).contains($0) }
    let hasLetter = value.contains { (0x61...0x7A).contains($0 | 0x20) }
    let hasCapital = value.dropFirst().contains { (0x41...0x5A).contains($0) }
    return (value.count >= 8 && hasDigit && hasLetter)
      || (value.count >= 16 && (hasCapital || hasDigit))
  }
}
