/// One `Set-Cookie` line (RFC 6265 §4.1).
package struct SetCookie: Sendable, Equatable {
  package var name: String
  /// `nil` deletes the cookie.
  package var value: String?
  package var path: String
  package var domain: String?
  package var secure: Bool
  package var httpOnly: Bool

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
    if secure { line += "; Secure" }
    if httpOnly { line += "; HttpOnly" }
    return line + "; SameSite=Lax"
  }
}
