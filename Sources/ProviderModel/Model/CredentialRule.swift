import Basics

/// What codes and tokens look like, and how long they live.
package final class CredentialRule: Sendable {
  package enum Form: Sendable {
    case text(Template)
    case jwt(SignedForm)
    /// One or the other, as the predicate says of each.
    case either(SignedForm, when: Predicate, otherwise: Template)
  }
  /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
  package struct SignedForm: Sendable {
    package let header: Shape
    package let claims: Shape
    package let algorithm: Template
  }
  package let form: Form
  /// Seconds; 0 never expires.
  package let lifetime: Shape

  init(
    form: Form,
    lifetime: Shape
  ) {
    self.form = form
    self.lifetime = lifetime
  }
  /// A century: no lifetime is longer.
  package static let mostSeconds = Bounds.century

  /// Whether all of them are JSON Web Tokens; whether any of them may be.
  package var isJWT: Bool { if case .jwt = form { true } else { false } }
  package var mayBeJWT: Bool { if case .text = form { false } else { true } }
}

/// What a credential is for. A new kind is declared here, with the conditions that it can come to.
package struct CredentialKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let code = CredentialKind(rawValue: "code")
  package static let access = CredentialKind(rawValue: "access")
  package static let refresh = CredentialKind(rawValue: "refresh")
  package static let id = CredentialKind(rawValue: "id")

  /// Those that a fixture may describe, in the order in which messages list them.
  package static let all: [CredentialKind] = [.code, .access, .refresh, .id]

  /// What a credential that is not good for use is refused as.
  package struct Conditions: Sendable {
    package let unknown: Condition
    package let expired: Condition
    package let revoked: Condition
    /// It has been used, and may be used once.
    package let reused: Condition
    /// It was issued to another client.
    package let otherClient: Condition
    /// What people call it.
    package let noun: String
    /// What says that it may be used once.
    package let reuseClause: String
  }

  /// Codes are told to be unknown when they were revoked: they were good for one moment, and say no more of it.
  package var conditions: Conditions {
    switch self {
    case .code:
      Conditions(
        unknown: .codeUnknown, expired: .codeExpired, revoked: .codeUnknown, reused: .codeReused,
        otherClient: .codeOtherClient, noun: "code", reuseClause: "RFC 6749 §4.1.2")
    case .refresh:
      Conditions(
        unknown: .refreshUnknown, expired: .refreshExpired, revoked: .refreshRevoked,
        reused: .refreshReused, otherClient: .refreshOtherClient, noun: "refresh token",
        reuseClause: "RFC 9700 §4.14.2")
    default:
      Conditions(
        unknown: .tokenUnknown, expired: .tokenExpired, revoked: .tokenRevoked,
        reused: .tokenRevoked, otherClient: .tokenOtherClient, noun: "token",
        reuseClause: "RFC 6750 §3.1")
    }
  }
}
