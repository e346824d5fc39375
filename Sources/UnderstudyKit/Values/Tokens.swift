internal import Basics

extension Sandbox {
  /// What a token response brings (RFC 6749 §5.1), made without a sign-in.
  ///
  /// ```swift
  /// let tokens = try sandbox.mintTokens(
  ///   at: "standard", client: "native", person: "alice", scopes: ["openid", "email"])
  /// request.setValue("Bearer \(tokens.accessToken ?? "")", forHTTPHeaderField: "Authorization")
  /// ```
  public struct Tokens: Sendable, Equatable, CustomStringConvertible {
    /// The access token.
    public let accessToken: String?
    /// The refresh token, where the provider and the scopes give one.
    public let refreshToken: String?
    /// The ID token, a signed JWT, where the scopes ask for one.
    public let idToken: String?
    /// An authorization code, where one was asked for.
    public let code: String?
    /// How long the access token lives; `nil` where it never ends.
    public let expiresIn: Duration?
    /// The same ones as the sandbox lists them: to revoke one, or to let it expire.
    public let issued: [Token]

    init(_ value: JSONValue) {
      accessToken = value["access_token"]?.stringValue
      refreshToken = value["refresh_token"]?.stringValue
      idToken = value["id_token"]?.stringValue
      code = value["code"]?.stringValue
      expiresIn = value["expires_in"]?.integerValue.map { .seconds($0) }
      issued = value["tokens"]?.arrayValue?.map { Token($0) } ?? []
    }

    /// Each with its RFC's name, long ones shortened, in one line.
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
