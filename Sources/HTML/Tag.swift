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

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Reads behind `<`, and moves on behind `>`.
  init?(_ rest: inout Substring) {
    if rest.first == "/" {
      isClosing = true
      rest = rest.dropFirst()
    }
    let isOver: (Character) -> Bool = { $0.isWhitespace || $0 == ">" || $0 == "/" }
    let word = rest.prefix { !isOver($0) }
    name = word.lowercased()
    rest = rest.dropFirst(word.count)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let next = rest.first else { return nil }
      if next == ">" {
        rest = rest.dropFirst()
        return
      }
      let key = rest.prefix { !isOver($0) && $0 != "=" }
      rest = rest.dropFirst(max(key.count, 1)).drop(while: \.isWhitespace)
      guard rest.first == "=" else {
        attributes.append((key.lowercased(), ""))
        continue
      }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      var value = rest.prefix { !$0.isWhitespace && $0 != ">" }
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest.dropFirst(value.count + 2)
      } else {
        rest = rest.dropFirst(value.count)
      }
      attributes.append((key.lowercased(), HTMLPage.plain(value)))
    }
  }
}
