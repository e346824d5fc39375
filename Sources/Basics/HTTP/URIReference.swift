/// The parts of a URI (RFC 3986 §3), cut at bytes and left as they stand. A relative reference has no scheme and
/// perhaps no authority.
///
/// Bytes, never characters: a `:` with a combining accent behind it is another character to Swift, and a `:` to a
/// browser.
package struct URIReference: Sendable, Equatable {
  package var scheme: Substring
  package var authority: Substring
  package var path: Substring
  package var query: Substring?
  package var fragment: Substring?

  package init(_ uri: String) {
    let hash = Self.place(of: "#", in: uri[...])
    fragment = hash.map { uri[uri.utf8.index(after: $0)...] }
    let whole = uri[..<(hash ?? uri.endIndex)]
    let mark = Self.place(of: "?", in: whole)
    let head = whole[..<(mark ?? whole.endIndex)]
    query = mark.map { whole[whole.utf8.index(after: $0)...] }
    var rest = head
    scheme = ""
    // A colon behind the first slash is a part of the path.
    if let colon = Self.place(of: ":", in: head),
      Self.place(of: "/", in: head).map({ colon < $0 }) ?? true
    {
      scheme = head[..<colon]
      rest = head[head.utf8.index(after: colon)...]
    }
    guard rest.utf8.starts(with: "//".utf8) else {
      (authority, path) = ("", rest)
      return
    }
    let body = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
    let slash = Self.place(of: "/", in: body) ?? body.endIndex
    authority = body[..<slash]
    path = body[slash...]
  }

  private static func place(of mark: Unicode.Scalar, in text: Substring) -> String.Index? {
    text.utf8.firstIndex(of: UInt8(ascii: mark))
  }

  /// The host in small letters, without user name and port; an IPv6 address keeps its brackets. `nil` if it has no host.
  package var host: String? {
    // A user name may look like a host: the last `@` ends it.
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let place = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
    if place.utf8.first == UInt8(ascii: "[") {
      return place.utf8.firstIndex(of: UInt8(ascii: "]")).map { place[...$0].lowercased() }
    }
    let end = place.utf8.firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
    return end > place.startIndex ? place[..<end].lowercased() : nil
  }

  /// The first character that no URI has as it is (RFC 3986 §2), such as a blank, or a percent sign without two hexadecimal
  /// digits; `nil` if there is none.
  package var strayCharacter: Character? {
    let rest = [path, query ?? "", fragment ?? ""]
    return Self.stray(in: authority, besides: "[]")
      ?? rest.lazy.compactMap { Self.stray(in: $0, besides: "") }.first
  }

  private static func stray(in part: Substring, besides more: String) -> Character? {
    let marks = "-._~:/?@!$&'()*+,;=" + more
    var encoded = 0
    for scalar in part.unicodeScalars {
      let isHexadecimal = scalar.isASCII && scalar.properties.isASCIIHexDigit
      if encoded > 0 {
        guard isHexadecimal else { return "%" }
        encoded -= 1
        continue
      }
      if scalar == "%" {
        encoded = 2
        continue
      }
      let isLetter = ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
      let isDigit = ("0"..."9").contains(scalar)
      guard isLetter || isDigit || marks.unicodeScalars.contains(scalar) else {
        return Character(scalar)
      }
    }
    return encoded > 0 ? "%" : nil
  }

  /// Whether scheme, host and path are the same, byte by byte.
  package func isAtSamePlace(as other: URIReference) -> Bool {
    Self.same(scheme, other.scheme) && Self.same(authority, other.authority)
      && Self.same(path, other.path)
  }

  /// Byte by byte; the fragment counts like the rest.
  package static func == (a: URIReference, b: URIReference) -> Bool {
    a.isAtSamePlace(as: b) && same(a.query, b.query) && same(a.fragment, b.fragment)
  }

  private static func same(_ one: Substring?, _ other: Substring?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.utf8.elementsEqual(other.utf8)
    default: false
    }
  }
}
