import ProviderModel

/// A code or token as the control API shows it; its text only where it was just made.
public struct TokenView: Sendable {
  public enum Status: String, Sendable, CaseIterable { case live, expired, spent, revoked }
  public let id: Int
  public let kind: CredentialKind
  public let provider: String
  public let client: String
  public let person: String?
  public let scopes: [String]
  /// For whom it is (RFC 8707); empty where it does not say.
  public let audience: [String]
  /// Seconds since 1970, by the sandbox's clock.
  public let issued: Int
  public let ends: Int?
  public let status: Status
}
