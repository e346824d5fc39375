import Basics

/// A credential to issue, and when.
package struct IssuanceRule: Sendable {
  package let kind: CredentialKind
  package let when: Predicate
  package init(kind: CredentialKind, when: Predicate) {
    self.kind = kind
    self.when = when
  }
}
