import JSON

/// A resource owner: someone who can sign in.
public final class Person: Sendable {
  public let username: String
  public let password: String
  /// Every claim of the person as the file has it, `password` and `at` left out.
  public let claims: JSONObject
  /// What differs at one provider, by the provider's id.
  public let at: JSONObject
  /// What this person's sign-in always comes to; `nil` for whatever is answered.
  public let fate: Fate?

  public enum Fate: String, Sendable, CaseIterable {
    /// Refuses every consent.
    case denies
    /// Can't sign in, whatever the password.
    case locked
    /// Gets tokens that have expired already.
    case expired
    /// Has a provider that takes three seconds for everything.
    case slow

    /// What becomes of a sign-in, to be said behind the person's name.
    public var summary: String {
      switch self {
      case .denies: "refuses every consent"
      case .locked: "is locked out"
      case .expired: "gets tokens that have expired already"
      case .slow: "has a slow provider: three seconds for everything"
      }
    }
  }

  public init(
    username: String, password: String, claims: JSONObject, at: JSONObject = JSONObject(),
    fate: Fate? = nil
  ) {
    self.username = username
    self.password = password
    self.claims = claims
    self.at = at
    self.fate = fate
  }

  /// As a cast file has them.
  public var file: JSONValue {
    var object = claims
    object["password"] = JSONValue(.string(password))
    if !at.isEmpty { object["at"] = JSONValue(.object(at)) }
    object["outcome"] = fate.map { JSONValue(.string($0.rawValue)) }
    return JSONValue(.object(object))
  }

  /// As pages show it.
  public var displayName: String { claims["name"]?.stringValue ?? username }
}
