import JSON

/// What the examiner puts in the place of `{issuer}` and its kin, as it is in these tests.
struct Placeholders {
  let base: String
  let provider: String
  let client: String

  private var texts: [(name: String, text: String)] {
    [
      ("{issuer}", "\(base)/\(provider)"), ("{origin}", "http://localhost"), ("{base}", base),
      ("{elsewhere}", "http://127.0.0.1:9"), ("{client_id}", client),
      ("{redirect_uri}", "http://127.0.0.1:1/callback"), ("{logout}", "/logout"),
    ]
  }

  func filled(_ value: JSONValue) -> JSONValue {
    if let text = value.stringValue { return .init(stringLiteral: filled(text)) }
    if let list = value.arrayValue { return .init(.array(list.map(filled))) }
    guard var object = value.objectValue else { return value }
    for member in object { object[member.name] = filled(member.value) }
    return .init(.object(object))
  }

  private func filled(_ text: String) -> String {
    guard text.contains("{") else { return text }
    var text = text
    for (name, value) in texts { text = text.split(name).joined(separator: value) }
    for (name, one) in [("{fill:", "x"), ("{nest:", "[")] {
      let parts = text.split(name)
      text = parts.dropFirst().reduce(parts[0]) { done, rest in
        let count = Int(rest.prefix { $0.isNumber }) ?? 0
        let behind = String(rest.drop { $0 != "}" }.dropFirst())
        let end = one == "[" ? String(repeating: "]", count: count) : ""
        return done + String(repeating: one, count: count) + end + behind
      }
    }
    return text
  }
}

extension String {
  /// Its parts between a separator; at least one.
  fileprivate func split(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }
}
