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
