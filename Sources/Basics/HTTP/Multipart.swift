/// `multipart/form-data` (RFC 7578): each part a parameter; files are read as text like the rest.
package enum Multipart {
  /// No form of this field has more parts.
  private static let mostParts = 256

  /// The parameters of a body, or `nil` where it is not what its Content-Type says.
  package static func read(_ body: [UInt8], contentType: String) -> Parameters? {
    guard let boundary = parameter("boundary", of: contentType.utf8), !boundary.isEmpty,
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
      let value = String(validating: part[(gap + 4)...], as: UTF8.self)
    else { return nil }
    for line in part[..<gap].split(separator: UInt8(ascii: "\n")) {
      let field = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard field.count == 2, isSame(field[0], "content-disposition") else { continue }
      let rest = field[1].last == UInt8(ascii: "\r") ? field[1].dropLast() : field[1]
      return Self.parameter("name", of: rest).map { .init($0, value) }
    }
    return nil
  }

  /// A parameter of a header value such as `form-data; name="code"`; nil too where it is no text.
  ///
  /// Bytes, not characters: a quote with a combining accent behind it is no quote to Swift, and one to everybody else.
  static func parameter(_ name: String, of header: some Collection<UInt8>) -> String? {
    var rest = Array(header)[...].drop { $0 != UInt8(ascii: ";") }
    while rest.first == UInt8(ascii: ";") {
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let key = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
      rest = rest.dropFirst(key.count)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst()
      var value: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
          // Browsers write a quote as %22; a backslash escapes it elsewhere.
          if byte == UInt8(ascii: "\\"), let next = rest.popFirst() {
            value.append(next)
          } else {
            value.append(byte)
          }
        }
      } else {
        value = Array(rest.prefix { $0 != UInt8(ascii: ";") })
        rest = rest.dropFirst(value.count)
      }
      if isSame(key, name) { return String(validating: value, as: UTF8.self) }
      rest = rest.drop { $0 != UInt8(ascii: ";") }
    }
    return nil
  }

  private static func isSame(_ bytes: ArraySlice<UInt8>, _ lowercase: String) -> Bool {
    CaseFolding.same(String(decoding: bytes, as: UTF8.self), asLowercase: lowercase)
  }

  private static func position(of needle: [UInt8], in hay: ArraySlice<UInt8>) -> Int? {
    ByteSearch.position(of: needle, in: hay)
  }
}
