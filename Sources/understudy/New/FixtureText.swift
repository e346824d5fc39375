import Basics

/// A fixture as people write it: a value that fits into a line is on one line, and so are its short neighbors.
enum FixtureText {
  private static let width = 120

  static func text(_ root: JSONValue) -> String { block(root, indent: 0, isRoot: true) + "\n" }

  private static func block(_ value: JSONValue, indent: Int, isRoot: Bool = false) -> String {
    let line = inline(value)
    // A comma follows.
    if !isRoot, indent + line.count < width { return line }
    let pad = String(repeating: " ", count: indent + 2)
    let end = "\n" + String(repeating: " ", count: indent)
    if let object = value.objectValue, !object.isEmpty {
      let parts = object.map { member -> (name: String, value: JSONValue) in
        (JSONValue(.string(member.name)).text() + ": ", member.value)
      }
      return "{\n" + rows(parts, pad) + end + "}"
    }
    if let array = value.arrayValue, !array.isEmpty {
      return "[\n" + rows(array.map { ("", $0) }, pad) + end + "]"
    }
    return line
  }

  /// Puts as many short parts as fit on each line.
  private static func rows(_ parts: [(name: String, value: JSONValue)], _ pad: String) -> String {
    var lines: [String] = []
    var row = ""
    for (index, part) in parts.enumerated() {
      let comma = index + 1 < parts.count ? "," : ""
      let short = part.name + inline(part.value) + comma
      let isShort = pad.count + short.count <= width
      if isShort, !row.isEmpty, pad.count + row.count + 1 + short.count <= width {
        row += " " + short
        continue
      }
      if !row.isEmpty { lines.append(pad + row) }
      row = isShort ? short : ""
      if !isShort {
        lines.append(pad + part.name + block(part.value, indent: pad.count) + comma)
      }
    }
    if !row.isEmpty { lines.append(pad + row) }
    return lines.joined(separator: "\n")
  }

  private static func inline(_ value: JSONValue) -> String {
    if let object = value.objectValue {
      let members = object.map { JSONValue(.string($0.name)).text() + ": " + inline($0.value) }
      return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
    }
    if let array = value.arrayValue {
      return "[" + array.map { inline($0) }.joined(separator: ", ") + "]"
    }
    return value.text()
  }
}
