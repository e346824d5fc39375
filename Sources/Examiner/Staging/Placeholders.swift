import Basics

/// What `{issuer}` and its kin stand for in a run of one check: in stages, command lines and templates.
package struct Placeholders: Sendable {
  package var values: [String: String] = [:]
  /// `{fill:N}` and `{nest:N}` are no longer than this: for lines that people copy.
  var mostFilled = Self.most

  package init(_ values: [String: String] = [:]) { self.values = values }

  /// Text with what is known put in; what is not known stays as it stands.
  package func expanded(_ text: String) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let after = rest[rest.index(after: open)...]
      let name = after.prefix { $0 != "}" && $0 != "{" }
      let isClosed = after.dropFirst(name.count).first == "}"
      if isClosed, let value = value(String(name)) {
        result += value
        rest = after.dropFirst(name.count + 1)
      } else {
        result += "{"
        rest = after
      }
    }
    return result + rest
  }

  /// The same for every string of a tree.
  package func expanded(_ value: JSONValue) -> JSONValue {
    switch value.content {
    case .string(let text): JSONValue(.string(expanded(text)), origin: value.origin)
    case .array(let list): JSONValue(.array(list.map { expanded($0) }), origin: value.origin)
    case .object(let object):
      JSONValue(
        .object(JSONObject(object.map { .init($0.name, expanded($0.value)) })),
        origin: value.origin)
    case .null, .bool, .number: value
    }
  }

  private static let most = 16 << 20

  private func value(_ name: String) -> String? {
    if let known = values[name] { return known }
    let halves = name.split(separator: ":", maxSplits: 1)
    guard halves.count == 2, let count = Int(halves[1]), (0...Self.most).contains(count) else {
      return nil
    }
    let bounded = min(count, mostFilled)
    switch halves[0] {
    case "fill": return String(repeating: "x", count: bounded)
    case "nest":
      return String(repeating: "[", count: bounded) + String(repeating: "]", count: bounded)
    default: return nil
    }
  }
}
