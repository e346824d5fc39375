struct TemplateParser {
  private var rest: Substring
  private var depth = 0

  init(_ source: String) { rest = source[...] }

  mutating func parse() throws(TemplateSyntax.Problem) -> [TemplateSyntax.Segment] {
    let (segments, end) = try body()
    if let end { throw TemplateSyntax.Problem(sentence: "found {{\(end)}} with nothing to close") }
    return segments
  }

  /// Reads up to the end, or to a `{{/…}}` or `{{else}}` that belongs to the caller.
  private mutating func body() throws(TemplateSyntax.Problem) -> ([TemplateSyntax.Segment], String?)
  {
    depth += 1
    defer { depth -= 1 }
    guard depth < 16 else { throw TemplateSyntax.Problem(sentence: "blocks are nested too deep") }
    var segments: [TemplateSyntax.Segment] = []
    while let open = Self.opening(in: rest) {
      if open.lowerBound > rest.startIndex {
        segments.append(.text(String(rest[..<open.lowerBound])))
      }
      rest = rest[open.upperBound...]
      let tag = try tag()
      if tag.hasPrefix("/") || tag == "else" { return (segments, tag) }
      if tag.hasPrefix("#if ") {
        let (then, end) = try body()
        var otherwise: [TemplateSyntax.Segment] = []
        var closing = end
        if end == "else" { (otherwise, closing) = try body() }
        guard closing == "/if" else { throw unclosed(tag) }
        segments.append(.when(try expression(String(tag.dropFirst(4))), then, otherwise))
      } else if tag.hasPrefix("#each ") {
        let (inner, end) = try body()
        guard end == "/each" else { throw unclosed(tag) }
        segments.append(.each(try expression(String(tag.dropFirst(6))), inner))
      } else if tag.hasPrefix("> ") {
        segments.append(.part(String(tag.dropFirst(2))))
      } else {
        segments.append(.value(try expression(tag)))
      }
    }
    if !rest.isEmpty { segments.append(.text(String(rest))) }
    rest = ""
    return (segments, nil)
  }

  private static let quote = UInt8(ascii: "\"")

  /// Bytes, not characters: there are a thousand placeholders to read at every start.
  private static func pieces(_ text: Substring, _ separator: UInt8) -> [Substring] {
    guard text.utf8.contains(separator) else { return [text] }
    guard text.utf8.contains(quote) else {
      return text.utf8.split(separator: separator, omittingEmptySubsequences: false)
        .map(Substring.init)
    }
    var pieces: [Substring] = []
    var start = text.utf8.startIndex
    var isQuoted = false
    var before = separator
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == quote {
        isQuoted = !isQuoted && Self.separators.contains(before)
      } else if byte == separator, !isQuoted {
        pieces.append(text[start..<index])
        start = text.utf8.index(after: index)
      }
      before = byte
    }
    return pieces + [text[start...]]
  }

  private static let separators: [UInt8] = [
    UInt8(ascii: "|"), UInt8(ascii: "."), UInt8(ascii: ":"),
  ]

  /// A name or an argument. In quotation marks it may hold the characters that separate others.
  private static func unquoted(_ piece: Substring) throws(TemplateSyntax.Problem) -> String {
    guard piece.utf8.first == quote else { return String(piece) }
    guard piece.utf8.count > 1, piece.utf8.last == quote else {
      throw TemplateSyntax.Problem(
        sentence: "expected a quotation mark at the end of \(piece), found none")
    }
    return String(piece.dropFirst().dropLast())
  }

  /// The next `{{`. By hand: the library's search is slow enough to be felt at every start.
  private static func opening(in text: Substring) -> Range<Substring.Index>? {
    var from = text.utf8.startIndex
    let brace = UInt8(ascii: "{")
    while let first = text.utf8[from...].firstIndex(of: brace) {
      let second = text.utf8.index(after: first)
      if second < text.utf8.endIndex, text.utf8[second] == brace {
        let third = text.utf8.index(after: second)
        // Of more than two, the last two open the placeholder: those before them are text.
        if third == text.utf8.endIndex || text.utf8[third] != brace { return first..<third }
      }
      from = second
    }
    return nil
  }

  private func unclosed(_ tag: String) -> TemplateSyntax.Problem {
    TemplateSyntax.Problem(
      sentence: "{{\(tag)}} is not closed with {{/\(tag.dropFirst().prefix { $0 != " " })}}")
  }

  /// The inside of `{{…}}`; a pattern's own braces (`[0-9a-f]{8}`) are counted.
  private mutating func tag() throws(TemplateSyntax.Problem) -> String {
    let bytes = rest.utf8
    var braces = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      switch bytes[index] {
      case UInt8(ascii: "{"): braces += 1
      case UInt8(ascii: "}") where braces > 0: braces -= 1
      case UInt8(ascii: "}"):
        guard next < bytes.endIndex, bytes[next] == UInt8(ascii: "}") else { break }
        let tag = String(rest[..<index])
        rest = rest[bytes.index(after: next)...]
        return tag
      default: break
      }
      index = next
    }
    throw TemplateSyntax.Problem(sentence: "{{ is not closed with }}")
  }

  /// ASCII letters, digits, `_` and `-`, and all beyond ASCII.
  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 0x80...:
      true
    default: false
    }
  }

  /// The names of a path.
  /// - Parameter text: The whole text, for messages.
  static func path(
    _ path: Substring, of text: Substring
  ) throws(TemplateSyntax.Problem) -> [String] {
    let parts = pieces(path, UInt8(ascii: "."))
    let named = parts.allSatisfy { part in
      !part.isEmpty && (part.utf8.first == quote || part.utf8.allSatisfy(isNamePart))
    }
    guard named else {
      throw TemplateSyntax.Problem(sentence: "expected a path such as req.state, found \"\(text)\"")
    }
    var names: [String] = []
    for part in parts { names.append(try unquoted(part)) }
    return names
  }

  private func drawing(
    _ pattern: Substring, once: String? = nil
  ) throws(TemplateSyntax.Problem) -> TemplateSyntax.Placeholder {
    if let filter = Self.filter(behind: pattern) {
      throw TemplateSyntax.Problem(
        sentence:
          "expected a pattern without filters, found |\(filter): here | separates alternatives, so a text could be \"\(filter)\"; "
          + "write the filter where the text is used, as in {{person.NAME|\(filter)}}, or put alternatives into parentheses"
      )
    }
    do {
      return TemplateSyntax.Placeholder(
        path: [], pattern: try Pattern(String(pattern)), once: once)
    } catch {
      throw TemplateSyntax.Problem(sentence: error.sentence)
    }
  }

  /// The last alternative of a pattern outside of its groups and classes, if a filter is written so.
  private static func filter(behind pattern: Substring) -> Substring? {
    guard let bar = pattern.lastIndex(of: "|") else { return nil }
    let last = pattern[bar...].dropFirst()
    guard Filter.known.contains(String(last.prefix { $0 != ":" })),
      // The text before it is a pattern by itself only if no group and no class is open there.
      (try? Pattern(String(pattern[..<bar]))) != nil
    else { return nil }
    return last
  }

  private func expression(_ text: String) throws(TemplateSyntax.Problem)
    -> TemplateSyntax.Placeholder
  {
    if text.hasPrefix("rand:") { return try drawing(text.dropFirst(5)) }
    if text.hasPrefix("once:") {
      let name = text.dropFirst(5).prefix { $0 != ":" }
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isNamePart), name.endIndex < text.endIndex
      else {
        throw TemplateSyntax.Problem(
          sentence: "expected once:NAME:PATTERN, such as once:trace:[0-9a-f]{8}, found \"\(text)\"")
      }
      return try drawing(text[name.endIndex...].dropFirst(), once: String(name))
    }
    var text = text[...]
    let optional = text.utf8.last == UInt8(ascii: "?")
    if optional { text = text.dropLast() }
    let pieces = Self.pieces(text, UInt8(ascii: "|"))
    let names = try Self.path(pieces.first ?? "", of: text)
    var filters: [Filter] = []
    for piece in pieces.dropFirst() {
      var words: [String] = []
      for word in Self.pieces(piece, UInt8(ascii: ":")) { words.append(try Self.unquoted(word)) }
      filters.append(try Filter(words.first ?? "", Array(words.dropFirst())))
    }
    return TemplateSyntax.Placeholder(path: names, filters: filters, optional: optional)
  }
}
