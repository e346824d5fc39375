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
