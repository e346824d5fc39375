import ProviderModel

/// A code or token as the control API shows it; its text only where it was just made.
package struct TokenView: Sendable {
  package enum Status: String, Sendable, CaseIterable { case live, expired, spent, revoked }
  package let id: Int
  package let kind: CredentialKind
  package let provider: String
  package let client: String
  package let person: String?
  package let scopes: [String]
  /// Its audiences (RFC 8707); empty if it has none.
  package let audience: [String]
  /// The key and the certificate that it is bound to.
  package let binding: KeyBinding
  /// Seconds since 1970, by the sandbox's clock.
  package let issued: Int
  package let ends: Int?
  package let status: Status
}
