internal import Basics

extension Sandbox {
  /// The tokens of a token response (RFC 6749 §5.1), issued without a sign-in.
  ///
  /// ```swift
  /// let tokens = try sandbox.mintTokens(
  ///   at: "standard", client: "native", person: "alice", scopes: ["openid", "email"])
  /// request.setValue("Bearer \(tokens.accessToken ?? "")", forHTTPHeaderField: "Authorization")
  /// ```
  public struct Tokens: Sendable, Equatable, CustomStringConvertible {
    /// The access token.
    public let accessToken: String?
    /// The refresh token, if the provider and the scopes issue one.
    public let refreshToken: String?
    /// The ID token, a signed JWT, if the scopes ask for one.
    public let idToken: String?
    /// An authorization code, if one was asked for.
    public let code: String?
    /// The lifetime of the access token; `nil` if it never expires.
    public let expiresIn: Duration?
    /// The same tokens as the sandbox lists them, for example to revoke one.
    public let issued: [Token]

    init(_ value: JSONValue) {
      accessToken = value["access_token"]?.stringValue
      refreshToken = value["refresh_token"]?.stringValue
      idToken = value["id_token"]?.stringValue
      code = value["code"]?.stringValue
      expiresIn = value["expires_in"]?.integerValue.map { .seconds($0) }
      issued = value["tokens"]?.arrayValue?.map { Token($0) } ?? []
    }

    /// The tokens under their names in the RFC, in one line. Long ones are cut.
    public var description: String {
      func short(_ text: String) -> String { text.count > 24 ? text.prefix(24) + "…" : text }
      let texts = [
        ("access_token", accessToken), ("refresh_token", refreshToken), ("id_token", idToken),
        ("code", code),
      ]
      let all = texts.compactMap { name, text in text.map { "\(name) \(short($0))" } }
      return (all + [expiresIn.map { "expires_in \($0.components.seconds)" }].compactMap { $0 })
        .joined(separator: ", ")
    }
  }
}
