import Basics

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
