import Basics

/// A resource owner: someone who can sign in.
package final class Person: Sendable {
  package let username: String
  package let password: String
  /// The person's claims, without `password` and `at`.
  package let claims: JSONObject
  /// Claims that differ at a provider, by the provider's ID.
  package let at: JSONObject
  /// The fixed outcome of the sign-in; `nil` if it depends on the person's answers.
  package let fate: SignInOutcome?

  package enum SignInOutcome: String, Sendable, CaseIterable {
    /// Refuses every consent.
    case denies
    /// Can't sign in, whatever the password.
    case locked
    /// Gets expired tokens.
    case expired
    /// Waits three seconds for every response.
    case slow

    /// The outcome of a sign-in, for a sentence that starts with the person's name.
    package var summary: String {
      switch self {
      case .denies: "refuses every consent"
      case .locked: "is locked out"
      case .expired: "gets tokens that have expired already"
      case .slow: "has a slow provider: three seconds for everything"
      }
    }
  }

  package init(
    username: String, password: String, claims: JSONObject, at: JSONObject = JSONObject(),
    fate: SignInOutcome? = nil
  ) {
    self.username = username
    self.password = password
    self.claims = claims
    self.at = at
    self.fate = fate
  }

  /// The person in the format of a cast file.
  package var file: JSONValue {
    var object = claims
    object["password"] = JSONValue(.string(password))
    if !at.isEmpty { object["at"] = JSONValue(.object(at)) }
    object["outcome"] = fate.map { JSONValue(.string($0.rawValue)) }
    return JSONValue(.object(object))
  }

  /// The name on pages.
  package var displayName: String { claims["name"]?.stringValue ?? username }
}
