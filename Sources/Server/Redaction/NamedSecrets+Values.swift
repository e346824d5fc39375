/// The value of a name, in the syntaxes of parameters, JSON, header fields, pages, multipart bodies and command lines.
extension NamedSecrets {
  /// Words that stand where a secret would but aren't secret.
  private static let nothing: Set<String> = [
    "true", "false", "null", "nil", "none", "yes", "no", "missing", "absent",
  ]

  /// The value of the parameter or member whose name ends here.
  func value(isCode: Bool, isOption: Bool) -> Range<Int>? {
    if isOption, let value = option() {
      return byte(value.lowerBound) == UInt8(ascii: "-") ? nil : value
    }
    guard let opening = opening(), let range = range(after: opening), !range.isEmpty,
      !Self.nothing.contains(String(decoding: text[range], as: UTF8.self).lowercased())
    else { return nil }
    let value = text[range]
    if isCode {
      // A status, or an error's name in JSON.
      if value.count <= 3, value.allSatisfy({ (0x30...0x39).contains($0) }) { return nil }
      if opening.isMember, value.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) {
        return nil
      }
    }
    return opening.isLoose && !looksSecret(value) ? nil : range
  }

  /// The value of the command line's option that ends here.
  func option() -> Range<Int>? {
    let start = afterSpaces(index)
    guard start > index, start < text.count else { return nil }
    let quote = quote(at: start)
    return range(after: Opening(start: start + quote.count, quote: quote))
  }

  /// The value of the header field whose name ends here: up to the quote that opened it or its line, or up to the line's end.
  mutating func field(from start: Int) -> Range<Int>? {
    guard var opening = opening(isField: true) else { return nil }
    if opening.quote.isEmpty {
      while let byte = byte(opening.start), " [".utf8.contains(byte) { opening.start += 1 }
      opening.quote = quote(at: opening.start)
      opening.start += opening.quote.count
    }
    guard opening.start < text.count else { return nil }
    let isInQuotes = start > 0 && text[start - 1] == UInt8(ascii: "\"")
    let quote = opening.quote.first ?? UInt8(ascii: isInQuotes ? "\"" : "'")
    let end = text[opening.start...].firstIndex { [quote, 0x0A, 0x0D].contains($0) } ?? text.count
    index = max(index, end)
    return opening.start..<end
  }

  private struct Opening {
    /// Where the value begins.
    var start: Int
    /// The bytes that end the value, if it stands in quotes.
    var quote: [UInt8] = []
    /// The value ends at an ampersand that is percent-encoded.
    var isEncoded = false
    /// `name: value` of JSON and its kin.
    var isMember = false
    /// Neither quotes nor an equals sign say that this is a value.
    var isLoose = false
  }

  /// The bytes between a name and its value, if there are any.
  private func opening(isField: Bool = false) -> Opening? {
    let place = index + quote(at: index).count
    let isQuoted = place > index
    func length(_ signs: String...) -> Int? {
      signs.first { has($0, at: place) }?.utf8.count
    }
    // A part of a multipart body: a blank line, then the value.
    if isQuoted, let blank = length("\r\n\r\n", "\n\n", "\\r\\n\\r\\n") {
      return Opening(start: place + blank)
    }
    if !isField, let sign = length("%3D", "%3d", "%253D", "%253d") {
      return Opening(start: place + sign, isEncoded: true)
    }
    let sign = afterSpaces(place)
    let isSpaced = sign > place
    var opening = Opening(start: sign)
    if isQuoted, has("value=", at: sign) {
      opening.start += 6
    } else if has("=", at: sign), !has("=>", at: sign), isField || !has("==", at: sign) {
      opening.start += 1
      opening.isLoose = isSpaced
    } else if has(":", at: sign), isField || !has("://", at: sign), isQuoted || !isSpaced {
      opening = Opening(start: sign + 1, isMember: true, isLoose: true)
    } else if has("=>", at: sign) || !isField && has("%3A", at: sign) {
      opening = Opening(start: sign + (has("=", at: sign) ? 2 : 3), isMember: true, isLoose: true)
    } else {
      return nil
    }
    if opening.isLoose { opening.start = afterSpaces(opening.start) }
    opening.quote = quote(at: opening.start)
    opening.start += opening.quote.count
    opening.isLoose = opening.isLoose && opening.quote.isEmpty
    return opening
  }

  private func afterSpaces(_ place: Int) -> Int {
    var place = place
    while byte(place) == UInt8(ascii: " ") { place += 1 }
    return place
  }

  /// The quote at an index, in any spelling, or nothing.
  private func quote(at place: Int) -> [UInt8] {
    let quotes = ["\"", "'", "\\\"", "\\'", "&quot;", "&#34;", "&#39;", "%22"]
    return quotes.first { has($0, at: place) }.map { Array($0.utf8) } ?? []
  }

  private func range(after opening: Opening) -> Range<Int>? {
    let start = opening.start
    guard start < text.count else { return nil }
    if let first = opening.quote.first {
      var end = start
      while end < text.count, !text[end...].starts(with: opening.quote) {
        // What is escaped ends nothing.
        let isEscaped = text[end] == UInt8(ascii: "\\") && first != UInt8(ascii: "\\")
        end += isEscaped ? 2 : 1
      }
      return start..<min(end, text.count)
    }
    if opening.isMember, "{[".utf8.contains(text[start]) { return nil }
    let ends = opening.isMember ? " ,;}])\n\r\t\"'`<>\\" : " &\n\r\t\"'`<>\\#"
    let end = text[start...].indices.first {
      ends.utf8.contains(text[$0])
        || opening.isEncoded && (has("%26", at: $0) || has("%2526", at: $0))
    }
    return start..<(end ?? text.count)
  }
}
