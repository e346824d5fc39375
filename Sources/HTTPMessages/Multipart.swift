/// `multipart/form-data` (RFC 7578): each part a parameter; files are read as text like the rest.
public enum Multipart {
  /// No form of this field has more parts.
  private static let mostParts = 256

  /// The parameters of a body, or `nil` where it is not what its Content-Type says.
  public static func read(_ body: [UInt8], contentType: String) -> Parameters? {
    guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty,
      boundary.utf8.count <= 70
    else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    var rest = body[...]
    guard let start = position(of: delimiter, in: rest) else { return nil }
    rest = rest[(start + delimiter.count)...]
    var list: [Parameters.Parameter] = []
    let next = Array("\r\n".utf8) + delimiter
    while true {
      if rest.starts(with: Array("--".utf8)) { return Parameters(list) }
      guard list.count < mostParts, let line = position(of: Array("\r\n".utf8), in: rest),
        // Nothing but blanks may follow a delimiter (RFC 2046 §5.1.1).
        rest[..<line].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
      else { return nil }
      // The head may be empty: then the line break is both its start and its end.
      let part = rest[line...]
      guard let end = position(of: next, in: part.dropFirst(2)) else { return nil }
      guard let parameter = parameter(of: part[..<end]) else { return nil }
      list.append(parameter)
      rest = rest[(end + next.count)...]
    }
  }

  private static func parameter(of part: ArraySlice<UInt8>) -> Parameters.Parameter? {
    guard let gap = position(of: Array("\r\n\r\n".utf8), in: part),
      let head = String(validating: part[..<gap], as: UTF8.self),
      let value = String(validating: part[(gap + 4)...], as: UTF8.self)
    else { return nil }
    for line in head.split(whereSeparator: \.isNewline) {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2, halves[0].lowercased() == "content-disposition" else { continue }
      return Self.parameter("name", of: String(halves[1])).map { .init($0, value) }
    }
    return nil
  }

  /// A parameter of a header value such as `form-data; name="code"`.
  static func parameter(_ name: String, of header: String) -> String? {
    var rest = header.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let key = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(key.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      var value = ""
      if rest.first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.popFirst(), character != "\"" {
          // Browsers write a quote as %22; a backslash escapes it elsewhere.
          if character == "\\", let next = rest.popFirst() {
            value.append(next)
          } else {
            value.append(character)
          }
        }
      } else {
        value = String(rest.prefix { $0 != ";" })
        rest = rest.dropFirst(value.count)
      }
      if key.lowercased() == name { return value }
      rest = rest.drop { $0 != ";" }
    }
    return nil
  }

  private static func position(of needle: [UInt8], in hay: ArraySlice<UInt8>) -> Int? {
    guard let first = needle.first, hay.count >= needle.count else { return nil }
    var from = hay.startIndex
    while let hit = hay[from...].firstIndex(of: first) {
      guard hit + needle.count <= hay.endIndex else { return nil }
      if hay[hit..<(hit + needle.count)].elementsEqual(needle) { return hit }
      from = hit + 1
    }
    return nil
  }
}
