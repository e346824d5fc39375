extension NamedSecrets {
  /// Words that stand where a secret would but aren't secret.
  private static let nothing: Set<String> = [
    "true", "false", "null", "nil", "none", "yes", "no", "missing", "absent",
  ]

  /// The value of the name that ends here: where it begins and ends.
  mutating func value(isCode: Bool, isOption: Bool) -> Range<Int>? {
    if isOption, let found = openedValue(at: index, isSpaced: true) {
      return byte(found.lowerBound) == UInt8(ascii: "-") ? nil : found
    }
    guard let opening = opening() else { return nil }
    guard let range = span(opening), !range.isEmpty else { return nil }
    let value = text[range]
    guard !Self.nothing.contains(String(decoding: value, as: UTF8.self).lowercased()) else {
      return nil
    }
    if isCode {
      // A status, or an error's name in JSON.
      if value.count <= 3, value.allSatisfy({ (0x30...0x39).contains($0) }) { return nil }
      if opening.isMember, value.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) {
        return nil
      }
    }
    return opening.isLoose && !looksSecret(value) ? nil : range
  }

  private struct Opening {
    /// Where the value begins.
    var start: Int
    /// What ends it, where it stands in quotes.
    var quote: [UInt8] = []
    /// The value ends at an ampersand that is percent-encoded.
    var isEncoded = false
    /// `name: value` of JSON and its kin.
    var isMember = false
    /// Neither quotes nor an equals sign say that this is a value.
    var isLoose = false
  }

  /// What stands between a name and its value, if something does.
  private func opening() -> Opening? {
    var place = index
    let isQuoted = !quote(at: place).isEmpty
    place += quote(at: place).count
    // A part of a multipart body: a blank line, then the value.
    if isQuoted {
      let blank = ["\r\n\r\n", "\n\n", "\\r\\n\\r\\n"].first { has($0, at: place) }
      if let blank { return Opening(start: place + blank.utf8.count, isLoose: false) }
    }
    for encoded in ["%3D", "%3d", "%253D", "%253d"] where has(encoded, at: place) {
      return Opening(start: place + encoded.utf8.count, isEncoded: true)
    }
    let unspaced = place
    while byte(place) == UInt8(ascii: " ") { place += 1 }
    var opening = Opening(start: place)
    if isQuoted, has("value=", at: place) {
      opening.start += 6
    } else if has("=>", at: place) {
      opening.start += 2
      opening.isMember = true
    } else if has("=", at: place), !has("==", at: place) {
      opening.start += 1
      opening.isLoose = place != unspaced
    } else if has(":", at: place), !has("://", at: place), isQuoted || place == unspaced {
      opening.start += 1
      opening.isMember = true
    } else if has("%3A", at: place) {
      opening.start += 3
      opening.isMember = true
    } else {
      return nil
    }
    if opening.isMember || opening.isLoose {
      while byte(opening.start) == UInt8(ascii: " ") { opening.start += 1 }
    }
    opening.quote = quote(at: opening.start)
    opening.start += opening.quote.count
    if opening.quote.isEmpty, opening.isMember { opening.isLoose = true }
    if !opening.quote.isEmpty { opening.isLoose = false }
    return opening
  }

  /// A quote as it stands here: `"`, `'`, `\"`, `&quot;`, `%22`.
  private func quote(at place: Int) -> [UInt8] {
    for quote in ["\"", "'", "\\\"", "\\'", "&quot;", "&#34;", "&#39;", "%22"]
    where has(quote, at: place) {
      return Array(quote.utf8)
    }
    return []
  }

  private func span(_ opening: Opening) -> Range<Int>? {
    let start = opening.start
    guard start < text.count else { return nil }
    if let first = opening.quote.first {
      var end = start
      while end < text.count {
        if text[end...].starts(with: opening.quote) { return start..<end }
        // What is escaped ends nothing.
        let isEscaped = text[end] == UInt8(ascii: "\\") && first != UInt8(ascii: "\\")
        end += isEscaped ? 2 : 1
      }
      return start..<text.count
    }
    if opening.isMember, "{[".utf8.contains(text[start]) { return nil }
    let ends = opening.isMember ? " ,;}])\n\r\t\"'`<>\\" : " &\n\r\t\"'`<>\\#"
    let end = text[start...].firstIndex { ends.utf8.contains($0) } ?? text.count
    guard opening.isEncoded else { return start..<end }
    var place = start
    while place < end, !has("%26", at: place), !has("%2526", at: place), text[place] != 0x26 {
      place += 1
    }
    return start..<place
  }

  /// A value behind spaces, in quotes or without.
  func openedValue(at place: Int, isSpaced: Bool) -> Range<Int>? {
    var start = place
    while byte(start) == UInt8(ascii: " ") { start += 1 }
    guard start > place || !isSpaced, start < text.count else { return nil }
    return span(Opening(start: start + quote(at: start).count, quote: quote(at: start)))
  }

  /// The value of a header field whose name ends here; in quotes it ends with them, else with its line.
  mutating func field(before start: Int, _ hide: (inout Self, Range<Int>) -> Void) {
    let around = start > 0 ? text[start - 1] : 0
    var place = index
    place += quote(at: place).count
    guard byte(place) == UInt8(ascii: ":") || has("=>", at: place) || byte(place) == 0x3D else {
      return
    }
    place += has("=>", at: place) ? 2 : 1
    while let byte = byte(place), " [".utf8.contains(byte) { place += 1 }
    let quoted = quote(at: place)
    place += quoted.count
    guard place < text.count else { return }
    let ends: [UInt8] =
      if let quote = quoted.first {
        [quote, 0x0A, 0x0D]
      } else if around == UInt8(ascii: "\"") {
        [around, 0x0A, 0x0D]
      } else {
        [UInt8(ascii: "'"), 0x0A, 0x0D]
      }
    let end = text[place...].firstIndex { ends.contains($0) } ?? text.count
    hide(&self, place..<end)
    index = max(index, end)
  }

  /// Everything after the scheme, or everything if there is no scheme.
  mutating func authorization(_ range: Range<Int>) {
    let value = text[range]
    guard let space = value.firstIndex(of: UInt8(ascii: " ")) else {
      if looksSecret(value) { hide(range) }
      return
    }
    let rest = (space + 1)..<range.upperBound
    let isProse =
      (rest.count < 8 || text[rest].contains(UInt8(ascii: " ")))
      && text[rest].allSatisfy { (0x61...0x7A).contains($0) || " .,".utf8.contains($0) }
    if !isProse { hide(rest) }
  }

  mutating func cookies(_ range: Range<Int>, most: Int) {
    for pair in text[range].split(separator: UInt8(ascii: ";")).prefix(most) {
      guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
      hide((sign + 1)..<pair.endIndex)
    }
  }
}
