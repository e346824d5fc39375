/// A code or token that this answer hands out.
public struct CredentialFacts: Sendable {
  public let kind: CredentialKind
  /// `nil` until it has been signed.
  public var value: String?
  /// Seconds.
  public let lifetime: Int
  public let issued: Int
  /// 0 where it never ends.
  public let ends: Int

  public init(kind: CredentialKind, value: String?, lifetime: Int, issued: Int, ends: Int) {
    self.kind = kind
    self.value = value
    self.lifetime = lifetime
    self.issued = issued
    self.ends = ends
  }
}
