/// A token that came with the request, as introspection and resources show it.
public struct TokenFacts: Sendable {
  public let kind: CredentialKind
  public let scopes: [String]
  public let client: String
  public let username: String
  public let issued: Int
  public let ends: Int
  public let audience: [String]
  /// Not good for use: nothing else of it is shown.
  public static let inactive = TokenFacts()
  public let isActive: Bool

  private init() {
    (kind, scopes, client, username) = (.access, [], "", "")
    (issued, ends, audience, isActive) = (0, 0, [], false)
  }

  public init(
    kind: CredentialKind, scopes: [String], client: String, username: String, issued: Int,
    ends: Int, audience: [String]
  ) {
    self.kind = kind
    self.scopes = scopes
    self.client = client
    self.username = username
    self.issued = issued
    self.ends = ends
    self.audience = audience
    isActive = true
  }
}
