/// User codes as people type them (RFC 8628 §6.1): upper and lower case and separators make no difference.
package enum UserCode {
  /// The longest text that can be a user code, in bytes.
  package static let longest = 64

  /// - Returns: `nil` for a text that can't be a user code.
  package static func key(_ typed: String) -> String? {
    guard typed.utf8.count <= longest else { return nil }
    let key = typed.uppercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return key.isEmpty ? nil : String(String.UnicodeScalarView(key))
  }
}
