/// Cookies as a server reads them (RFC 6265).
package enum Cookies {
  /// Reads a `Cookie` header value into pairs, in order.
  ///
  /// Lenient as §5.4 makes user agents: names are split at the first `=`, so a name that holds a
  /// colon, as one provider's does, comes back whole; surrounding quotes of a value are dropped.
  package static func read(_ header: String) -> [(name: String, value: String)] {
    var header = header
    return header.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: ";")).compactMap { piece in
        guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = trim(piece[..<mark])
        let value = trim(piece[(mark + 1)...])
        guard !name.isEmpty else { return nil }
        return (
          String(decoding: name, as: UTF8.self), unquoted(String(decoding: value, as: UTF8.self))
        )
      }
    }
  }

  /// A cookie's value without the quotes around it. Some clients send a quoted value back without them, so the value counts
  /// in this form.
  package static func unquoted(_ value: String) -> String {
    let (bytes, quote) = (value.utf8, UInt8(ascii: "\""))
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else { return value }
    return String(value.unicodeScalars.dropFirst().dropLast())
  }

  private static func trim(_ text: Slice<UnsafeBufferPointer<UInt8>>)
    -> Slice<UnsafeBufferPointer<UInt8>>
  {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var text = text
    while let first = text.first, isBlank(first) { text = text.dropFirst() }
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    return text
  }
}

/// One `Set-Cookie` line (RFC 6265 §4.1).
package struct SetCookie: Sendable, Equatable {
  package var name: String
  /// `nil` deletes the cookie.
  package var value: String?
  package var path: String
  package var domain: String?
  package var secure: Bool
  package var httpOnly: Bool
  /// Whether a browser sends it with requests that pages of other sites lead to. Such a cookie has to be secure.
  package var crossSite = false

  package init(
    name: String, value: String?, path: String, domain: String? = nil, secure: Bool = false,
    httpOnly: Bool = true
  ) {
    self.name = name
    self.value = value
    self.path = path
    self.domain = domain
    self.secure = secure
    self.httpOnly = httpOnly
  }

  package var headerValue: String {
    var line = "\(name)=\(value ?? ""); Path=\(path)"
    if let domain { line += "; Domain=\(domain)" }
    if value == nil { line += "; Max-Age=0" }
    if secure || crossSite { line += "; Secure" }
    if httpOnly { line += "; HttpOnly" }
    return line + (crossSite ? "; SameSite=None" : "; SameSite=Lax")
  }
}
