/// A code or token that this answer hands out.
package struct CredentialFacts: Sendable, Codable {
  package let kind: CredentialKind
  /// `nil` until it has been signed.
  package var value: String?
  /// Seconds.
  package let lifetime: Int
  package let issued: Int
  /// 0 where it never ends.
  package let ends: Int

  package init(kind: CredentialKind, value: String?, lifetime: Int, issued: Int, ends: Int) {
    self.kind = kind
    self.value = value
    self.lifetime = lifetime
    self.issued = issued
    self.ends = ends
  }
}
