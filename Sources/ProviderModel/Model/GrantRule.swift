import Basics

/// One grant type at one provider.
package final class GrantRule: Sendable {
  /// The reaction to a code or refresh token that is used again.
  package enum Reuse: String, Sendable, CaseIterable {
    /// It is refused, and everything that its grant issued is revoked (RFC 6749 §4.1.2, RFC 9700 §4.14).
    case revoke
    case refuse
    /// Accepted for a grace period after its first use: the client may have lost the response.
    case grace
    case tolerate
  }
  /// The effect of the parameter `scope`.
  package enum Scoping: String, Sendable, CaseIterable { case ignore, narrow }
  /// The clients that must authenticate.
  package enum ClientAuthentication: String, Sendable, CaseIterable {
    /// Those with a secret of a confidential kind.
    case confidential
    /// A `client_id` is enough.
    case named
    /// All clients have to send a secret, also those without one.
    case secret
    /// Only clients with a secret may use the grant at all.
    case always
  }
  package let kind: GrantKind
  /// The shape of the answer: a place in the provider's shapes.
  package let answer: Int?
  package let issues: [IssuanceRule]
  package let reuse: Reuse
  /// Seconds, for `grace`.
  package let grace: Int
  package let rotates: Bool
  package let scoping: Scoping
  package let clientAuthentication: ClientAuthentication
  /// The redirect URI must be sent again, if the authorization request had one (RFC 6749 §4.1.3).
  package let redirectRequired: Bool
  /// Values that must match the authorization request's: name → condition.
  package let mustMatch: [(name: String, condition: Condition)]
  package let checks: [Check]

  init(
    kind: GrantKind,
    answer: Int?,
    issues: [IssuanceRule],
    reuse: Reuse,
    grace: Int,
    rotates: Bool,
    scoping: Scoping,
    clientAuthentication: ClientAuthentication,
    redirectRequired: Bool,
    mustMatch: [(name: String, condition: Condition)],
    checks: [Check]
  ) {
    self.kind = kind
    self.answer = answer
    self.issues = issues
    self.reuse = reuse
    self.grace = grace
    self.rotates = rotates
    self.scoping = scoping
    self.clientAuthentication = clientAuthentication
    self.redirectRequired = redirectRequired
    self.mustMatch = mustMatch
    self.checks = checks
  }
}

/// The grants that the engine knows.
package enum GrantKind: String, Sendable, CaseIterable { case code, refresh, client, password }

/// A credential to issue, and when.
package struct IssuanceRule: Sendable {
  package let kind: CredentialKind
  package let when: Predicate
  package init(kind: CredentialKind, when: Predicate) {
    self.kind = kind
    self.when = when
  }
}

/// The front-channel response for a response type.
package final class AnswerRule: Sendable {
  package let mode: Shape
  package let parameters: Shape
  package let issues: [IssuanceRule]
  /// A text after the redirect URI and its parameters.
  package let suffix: String

  init(
    mode: Shape,
    parameters: Shape,
    issues: [IssuanceRule],
    suffix: String
  ) {
    self.mode = mode
    self.parameters = parameters
    self.issues = issues
    self.suffix = suffix
  }
}
