import Basics

/// A token that came with the request, as introspection and resources show it.
package struct TokenFacts: Sendable {
  package let kind: CredentialKind
  package let scopes: [String]
  package let client: String
  package let username: String
  package let issued: Int
  package let ends: Int
  package let audience: [String]
  /// Its authorization details (RFC 9396): a list.
  package let details: JSONValue?
  /// The thumbprint of the key that it is bound to.
  package let jkt: String?
  /// Not good for use: nothing else of it is shown.
  package static let inactive = TokenFacts()
  package let isActive: Bool

  private init() {
    (kind, scopes, client, username) = (.access, [], "", "")
    (issued, ends, audience, details, jkt, isActive) = (0, 0, [], nil, nil, false)
  }

  package init(
    kind: CredentialKind, scopes: [String], client: String, username: String, issued: Int,
    ends: Int, audience: [String], details: JSONValue? = nil, jkt: String? = nil
  ) {
    self.kind = kind
    self.scopes = scopes
    self.client = client
    self.username = username
    self.issued = issued
    self.ends = ends
    self.audience = audience
    self.details = details
    self.jkt = jkt
    isActive = true
  }
}
