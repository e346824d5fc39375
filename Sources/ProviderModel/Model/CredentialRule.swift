import HTTPMessages
import JSON

/// What codes and tokens look like, and how long they live.
public final class CredentialRule: Sendable {
  public enum Form: Sendable {
    case text(Template)
    /// A JSON Web Token: header and claims as shapes, and the name of a signature algorithm.
    case jwt(header: Shape, claims: Shape, algorithm: Template)
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

  public var isJWT: Bool { if case .jwt = form { true } else { false } }
}
