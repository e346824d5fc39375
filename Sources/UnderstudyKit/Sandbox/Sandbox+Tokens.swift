internal import Basics

extension Sandbox {
  /// Makes tokens for a person and a client, without a sign-in.
  ///
  /// ```swift
  /// let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
  /// ```
  /// - Parameters:
  ///   - provider: The provider's id.
  ///   - client: A `client_id` there.
  ///   - person: A username; without one the client acts for itself.
  ///   - scopes: `nil` for what a request that names no scope gets.
  ///   - audiences: The audiences of the access token (RFC 8707); `nil` for those of the client.
  ///   - issues: The credentials to issue: `code`, `access`, `refresh`, `id`. `nil`: those that a redeemed code issues.
  ///   - jkt: The thumbprint (RFC 7638) of the key that the access token, the code, and the refresh token of a client that does
  ///     not authenticate are bound to (RFC 9449); `nil` for Bearer tokens.
  ///   - certificateThumbprint: The SHA-256 of the certificate, as base64url, that the access token, and the refresh token of
  ///     a client that does not authenticate, are bound to (RFC 8705); `nil` for none.
  public func mintTokens(
    at provider: String, client: String, person: String? = nil, scopes: [String]? = nil,
    audiences: [String]? = nil, issues: [String]? = nil, jkt: String? = nil,
    certificateThumbprint: String? = nil
  ) throws -> Tokens {
    var body = JSONObject([
      .init("provider", JSONValue(provider)), .init("client", JSONValue(client)),
    ])
    body["person"] = person.map { JSONValue($0) }
    body["scopes"] = scopes.map { JSONValue($0) }
    body["audiences"] = audiences.map { JSONValue($0) }
    body["issues"] = issues.map { JSONValue($0) }
    body["jkt"] = jkt.map { JSONValue($0) }
    body["x5t#S256"] = certificateThumbprint.map { JSONValue($0) }
    return Tokens(try control(.post, "/tokens", JSONValue(.object(body))))
  }

  /// Everything that was issued, by number.
  ///
  /// ```swift
  /// let live = try sandbox.issued(at: "vk", person: "bob").filter { $0.status == .live }
  /// ```
  /// - Parameters:
  ///   - provider: Only of this provider.
  ///   - client: Only of this client.
  ///   - person: Only for this person.
  public func issued(
    at provider: String? = nil, client: String? = nil, person: String? = nil
  ) throws -> [Token] {
    let query = [("provider", provider), ("client", client), ("person", person)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    let path = "/tokens?" + QueryStyle.rfc3986.encode(query)
    return try control(.get, path).arrayValue?.map { Token($0) } ?? []
  }

  /// A token is refused as revoked from now on.
  ///
  /// ```swift
  /// for token in try sandbox.issued() { try sandbox.revoke(token) }
  /// ```
  public func revoke(_ token: Token) throws { try control(.post, "/tokens/\(token.id)/revoke") }

  /// A token ended a second ago.
  ///
  /// ```swift
  /// for token in try sandbox.issued() { try sandbox.expire(token) }
  /// ```
  public func expire(_ token: Token) throws { try control(.post, "/tokens/\(token.id)/expire") }
}
