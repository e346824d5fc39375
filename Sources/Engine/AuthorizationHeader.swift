/// An `Authorization` header: a scheme, and what stands behind it (RFC 9110 §11.4).
struct AuthorizationHeader {
  let scheme: Substring
  /// Without blanks at either end.
  let rest: String
  /// Whether anything stands behind the scheme.
  let hasRest: Bool

  init(_ line: String) {
    let space = line.utf8.firstIndex(of: UInt8(ascii: " "))
    scheme = line[..<(space ?? line.endIndex)]
    hasRest = space != nil
    rest = space.map { String(line[$0...].trimmed) } ?? ""
  }

  func isScheme(_ name: String) -> Bool {
    name == "*" || scheme.lowercased() == name.lowercased()
  }
}

extension Substring {
  /// Without spaces, tabs and line breaks at either end (RFC 9110 §5.6.3).
  var trimmed: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    // By bytes: `dropLast()` counts all characters that are left, each time.
    guard let first = utf8.firstIndex(where: { !isBlank($0) }),
      let last = utf8.lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first..<utf8.index(after: last)]
  }
}
