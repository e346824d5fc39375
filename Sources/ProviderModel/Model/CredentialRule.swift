import HTTPMessages
import JSON

/// What codes and tokens look like, and how long they live.
public final class CredentialRule: Sendable {
  public enum Form: Sendable {
    case text(Template)
    case jwt(SignedForm)
    /// One or the other, as the predicate says of each.
    case either(SignedForm, when: Predicate, otherwise: Template)
  }
  /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
  public struct SignedForm: Sendable {
    public let header: Shape
    public let claims: Shape
    public let algorithm: Template
  }
  public let form: Form
  /// Seconds; 0 never expires.
  public let lifetime: Shape

  init(
    form: Form,
    lifetime: Shape
  ) {
    self.form = form
    self.lifetime = lifetime
  }
  /// A century: no lifetime is longer.
  public static let mostSeconds = Bounds.century

  /// Whether all of them are JSON Web Tokens; whether any of them may be.
  public var isJWT: Bool { if case .jwt = form { true } else { false } }
  public var mayBeJWT: Bool { if case .text = form { false } else { true } }
}
