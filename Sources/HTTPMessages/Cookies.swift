/// Cookies as a server reads and writes them (RFC 6265).
public enum Cookies {
  /// Reads a `Cookie` header value into pairs, in order.
  ///
  /// Lenient as §5.4 makes user agents: names are split at the first `=`, so a name that holds a
  /// colon, as one provider's does, comes back whole; surrounding quotes of a value are dropped.
  public static func read(_ header: String) -> [(name: String, value: String)] {
    header.split(separator: ";").compactMap { piece in
      guard let mark = piece.firstIndex(of: "=") else { return nil }
      let name = trim(piece[..<mark])
      var value = trim(piece[piece.index(after: mark)...])
      if value.count >= 2, value.first == "\"", value.last == "\"" {
        value = value.dropFirst().dropLast()
      }
      return name.isEmpty ? nil : (String(name), String(value))
    }
  }

  private static func trim(_ text: Substring) -> Substring {
    let head = text.drop { $0 == " " || $0 == "\t" }
    guard let last = head.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return head[...last]
  }
}

/// One `Set-Cookie` line (RFC 6265 §4.1).
public struct SetCookie: Sendable, Equatable {
  public var name: String
  /// `nil` deletes the cookie.
  public var value: String?
  public var path: String
  public var domain: String?
  public var secure: Bool
  public var httpOnly: Bool

  public init(
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

  public var headerValue: String {
    var line = "\(name)=\(value ?? ""); Path=\(path)"
    if let domain { line += "; Domain=\(domain)" }
    if value == nil { line += "; Max-Age=0" }
    if secure { line += "; Secure" }
    if httpOnly { line += "; HttpOnly" }
    return line + "; SameSite=Lax"
  }
}
