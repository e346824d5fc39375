/// A tag and its attributes.
struct Tag {
  var name: String
  var isClosing = false
  private(set) var attributes: [(name: String, value: String)] = []
  static let empty: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr",
  ]

  /// Elements whose content holds no tags.
  static let opaque: Set<String> = ["script", "style", "textarea", "title"]
  /// Whether the page goes to what an attribute holds, so that a script there runs. A picture's address is only fetched.
  static func leads(_ element: String, _ attribute: String) -> Bool {
    switch attribute {
    case "href", "xlink:href": ["a", "area", "base"].contains(element)
    case "src": ["iframe", "frame", "embed"].contains(element)
    case "action": element == "form"
    case "formaction": ["button", "input"].contains(element)
    case "data": element == "object"
    default: false
    }
  }

  /// What begins the name of an element.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  /// White space between attributes (HTML §13.1.2.3).
  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(scalar.value)
  }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Reads behind `<`, and moves on behind `>`.
  init?(_ rest: inout Substring.UnicodeScalarView) {
    if rest.first == "/" {
      isClosing = true
      rest = rest.dropFirst()
    }
    let isOver = { (scalar: Unicode.Scalar) in
      Self.isBlank(scalar) || scalar == ">" || scalar == "/"
    }
    let word = rest.prefix { !isOver($0) }
    name = String(word).lowercased()
    rest = rest.dropFirst(word.count)
    while true {
      rest = rest.drop { Self.isBlank($0) || $0 == "/" }
      guard let next = rest.first else { return nil }
      if next == ">" {
        rest = rest.dropFirst()
        return
      }
      let key = rest.prefix { !isOver($0) && $0 != "=" }
      rest = rest.dropFirst(max(key.count, 1)).drop(while: Self.isBlank)
      guard rest.first == "=" else {
        attributes.append((String(key).lowercased(), ""))
        continue
      }
      rest = rest.dropFirst().drop(while: Self.isBlank)
      var value = rest.prefix { !Self.isBlank($0) && $0 != ">" }
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        rest = rest.dropFirst(value.count)
      }
      attributes.append((String(key).lowercased(), HTMLPage.plain(value)))
    }
  }
}
