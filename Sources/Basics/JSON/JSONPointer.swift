/// Building JSON Pointers (RFC 6901), the addresses that messages give for a place in a tree.
package enum JSONPointer {
  /// A name as it stands between two slashes: `~` becomes `~0`, `/` becomes `~1` (RFC 6901 §3).
  package static func escape(_ name: String) -> String {
    // Nearly every name: there is a pointer for each member that is read.
    if !name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
      return name
    }
    // Scalars, not characters: a slash with a combining mark after it is one character, no slash.
    var escaped = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "~": escaped.append(contentsOf: "~0".unicodeScalars)
      case "/": escaped.append(contentsOf: "~1".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The pointer to a member of the object, or to an element of the array, that `pointer` leads to.
  package static func appending(_ name: String, to pointer: String) -> String {
    pointer + "/" + escape(name)
  }

  /// The unescaped names of a pointer; nil if the text is no pointer.
  package static func names(of pointer: String) -> [String]? {
    guard !pointer.isEmpty else { return [] }
    let parts = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return nil }
    var names: [String] = []
    for part in parts.dropFirst() {
      guard let name = unescape(part) else { return nil }
      names.append(name)
    }
    return names
  }

  /// An array index (RFC 6901 §4): digits without a leading zero.
  static func arrayIndex(_ name: String) -> Int? {
    guard name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard name.utf8.count == 1 || name.utf8.first != 0x30 else { return nil }
    return Int(name)
  }

  private static func unescape(_ part: Substring.UnicodeScalarView) -> String? {
    var name = String.UnicodeScalarView()
    var scalars = part.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        name.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": name.append("~")
      case "1": name.append("/")
      default: return nil
      }
    }
    return String(name)
  }
}
