import Basics

/// What is read is written and read again as the same; every value is found at its pointer; a mistake has a place.
enum JSONProperties {
  static let styles: [JSONStyle] = [
    .compact, .pretty(2), .pretty(0), JSONStyle(space: true), JSONStyle(escapedSlash: true),
    JSONStyle(escapedSlash: true, ascii: true), JSONStyle(space: true, ascii: true, indent: 1),
  ]

  static func check(_ bytes: [UInt8]) throws {
    let document: JSONDocument
    do {
      document = try JSONReader().read(bytes, file: "seed.json")
    } catch {
      return try check(error, in: bytes)
    }
    for style in styles {
      let written = document.root.encoded(style)
      // Indents make a deep text long.
      let again = try JSONReader(maximumBytes: written.count).read(written, file: "again.json")
      try hold(again.root == document.root, "\(style) is read as something else")
      try hold(again.duplicates.isEmpty, "\(style) has a member twice")
      try hold(again.root.encoded(style) == written, "\(style) is written in two ways")
    }
    var budget = 2_000
    try find(document.root, at: "", in: document.root, &budget)
    for duplicate in document.duplicates {
      try hold(
        document.root.value(at: duplicate.pointer) != nil,
        "the pointer \(duplicate.pointer.shown) of a repeat leads nowhere")
    }
  }

  /// A sentence goes on one line of a log.
  private static func check(_ error: JSONSyntaxError, in bytes: [UInt8]) throws {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } + 1
    try hold((1...lines).contains(error.origin.line), "line \(error.origin.line) is not there")
    try hold(
      (1...(bytes.count + 1)).contains(error.origin.column),
      "column \(error.origin.column) is not there")
    try hold(
      error.sentence.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
      "the sentence \(error.sentence.shown) holds a control character")
  }

  /// Of large trees a part: each pointer is followed from the root.
  private static func find(
    _ value: JSONValue, at pointer: String, in root: JSONValue, _ budget: inout Int
  ) throws {
    budget -= 1
    guard budget > 0 else { return }
    try hold(root.value(at: pointer) == value, "\(pointer.shown) leads to another value")
    for member in value.objectValue ?? JSONObject() {
      let inner = JSONPointer.appending(member.name, to: pointer)
      try find(member.value, at: inner, in: root, &budget)
    }
    for (index, element) in (value.arrayValue ?? []).enumerated() {
      try find(element, at: "\(pointer)/\(index)", in: root, &budget)
    }
  }
}
