/// The result of a token exchange, for its response and its tokens (RFC 8693 §2.2).
package struct ExchangeFacts: Sendable {
  /// The type of the issued token.
  package let issuedType: String
  /// The client's ID at the authorization server for which the token is.
  package let client: String
  /// The values of the parameter `audience`.
  package let audience: [String]

  package init(issuedType: String, client: String, audience: [String]) {
    self.issuedType = issuedType
    self.client = client
    self.audience = audience
  }
}
