/// A reader of XML that knows tags, attributes and entities, and stops at the first thing that is wrong.
enum WellFormed {
  struct Fault: Error { var text: String }

  static func check(_ text: String) throws {
    var open: [String] = []
    var rest = text.unicodeScalars[...]
    for scalar in text.unicodeScalars {
      let value = scalar.value
      let isChar =
        [0x9, 0xA, 0xD].contains(value) || (0x20...0xD7FF).contains(value)
        || (0xE000...0xFFFD).contains(value) || value >= 0x10000
      guard isChar else {
        throw Fault(text: "U+\(String(value, radix: 16)) is no character of XML")
      }
    }
    if rest.starts(with: "<?xml".unicodeScalars) { rest = rest.drop { $0 != ">" }.dropFirst() }
    while let start = rest.firstIndex(of: "<") {
      try content(rest[..<start])
      let tag = rest[start...].dropFirst().prefix { $0 != ">" }
      rest = rest[tag.endIndex...].dropFirst()
      let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" })
      if tag.first == "/" {
        guard open.popLast() == name else { throw Fault(text: "</\(name)> ends nothing") }
        continue
      }
      try attributes(tag.dropFirst(name.unicodeScalars.count), of: name)
      if tag.last != "/" { open.append(name) }
    }
    try content(rest)
    guard open.isEmpty else { throw Fault(text: "\(open) is not ended") }
  }

  private static func attributes(_ text: Substring.UnicodeScalarView, of name: String) throws {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count % 2 == 1 else { throw Fault(text: "quotes of \(name)") }
    for (index, part) in parts.enumerated() {
      if index % 2 == 1 { try content(part) }
      guard index % 2 == 1 || index == parts.count - 1 || part.last == "=" else {
        throw Fault(text: "attributes of \(name)")
      }
    }
  }

  private static func content(_ text: Substring.UnicodeScalarView) throws {
    guard !text.contains("<"), !String(text).contains("]]>") else {
      throw Fault(text: "markup in \(text)")
    }
    for piece in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      let name = String(piece.prefix { $0 != ";" })
      guard ["amp", "lt", "gt", "quot", "#10", "#9"].contains(name), piece.contains(";") else {
        throw Fault(text: "&\(name) is no entity")
      }
    }
  }
}
