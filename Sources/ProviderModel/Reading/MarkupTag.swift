/// A tag of a page's template: as much of HTML as it takes to see what its forms send.
struct MarkupTag {
  /// In small letters.
  let name: String
  let attributes: [(name: String, value: String)]

  /// An attribute's value; empty where the attribute stands alone.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The tags of a text that begin something, in order.
  static func all(in text: String) -> [MarkupTag] {
    var tags: [MarkupTag] = []
    var rest = text[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      let name = word(&rest)
      guard !name.isEmpty else { continue }
      tags.append(MarkupTag(name: name.lowercased(), attributes: attributes(&rest)))
    }
    return tags
  }

  private static func attributes(_ rest: inout Substring) -> [(name: String, value: String)] {
    var attributes: [(name: String, value: String)] = []
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first, first != ">" else { return attributes }
      let name = word(&rest)
      guard !name.isEmpty else {
        rest = rest.dropFirst()
        continue
      }
      guard rest.first == "=" else {
        attributes.append((name.lowercased(), ""))
        continue
      }
      rest = rest.dropFirst()
      attributes.append((name.lowercased(), value(&rest)))
    }
  }

  private static func word(_ rest: inout Substring) -> String {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private static func value(_ rest: inout Substring) -> String {
    if let mark = rest.first, mark == "\"" || mark == "'" {
      let value = rest.dropFirst().prefix { $0 != mark }
      rest = rest[value.endIndex...].dropFirst()
      return String(value)
    }
    let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
    rest = rest[value.endIndex...]
    return String(value)
  }
}
