import HTTPMessages
import JSON

/// One credential that an answer holds, and when.
public struct GiftRule: Sendable {
  public let kind: CredentialKind
  public let when: Predicate
  public init(kind: CredentialKind, when: Predicate) {
    self.kind = kind
    self.when = when
  }
}
