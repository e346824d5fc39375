import Basics

/// The format and the lifetime of codes and tokens.
package final class CredentialRule: Sendable {
  package enum Form: Sendable {
    case text(Template)
    case jwt(SignedForm)
    /// One or the other; the predicate decides.
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

  /// Whether all of them are JSON Web Tokens; whether some may be.
  package var isJWT: Bool { if case .jwt = form { true } else { false } }
  package var mayBeJWT: Bool { if case .text = form { false } else { true } }
}

/// The kind of a credential. A new kind is declared here, with its conditions.
package struct CredentialKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let code = CredentialKind(rawValue: "code")
  package static let access = CredentialKind(rawValue: "access")
  package static let refresh = CredentialKind(rawValue: "refresh")
  package static let id = CredentialKind(rawValue: "id")

  /// The kinds that a fixture may describe, in the order of messages.
  package static let all: [CredentialKind] = [.code, .access, .refresh, .id]

  /// The conditions for credentials that can't be used.
  package struct Conditions: Sendable {
    package let unknown: Condition
    package let expired: Condition
    package let revoked: Condition
    /// It was used before, and may be used only once.
    package let reused: Condition
    /// It was issued to another client.
    package let otherClient: Condition
    /// The name for people.
    package let noun: String
    /// The specification that allows a single use.
    package let reuseClause: String
  }

  /// Revoked codes are reported as unknown.
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
