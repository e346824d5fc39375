import Basics

/// A resource owner: someone who can sign in.
package final class Person: Sendable {
  package let username: String
  package let password: String
  /// Every claim of the person as the file has it, `password` and `at` left out.
  package let claims: JSONObject
  /// What differs at one provider, by the provider's id.
  package let at: JSONObject
  /// What this person's sign-in always comes to; `nil` for whatever is answered.
  package let fate: SignInOutcome?

  package enum SignInOutcome: String, Sendable, CaseIterable {
    /// Refuses every consent.
    case denies
    /// Can't sign in, whatever the password.
    case locked
    /// Gets tokens that have expired already.
    case expired
    /// Has a provider that takes three seconds for everything.
    case slow

    /// What becomes of a sign-in, to be said behind the person's name.
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

  /// As a cast file has them.
  package var file: JSONValue {
    var object = claims
    object["password"] = JSONValue(.string(password))
    if !at.isEmpty { object["at"] = JSONValue(.object(at)) }
    object["outcome"] = fate.map { JSONValue(.string($0.rawValue)) }
    return JSONValue(.object(object))
  }

  /// As pages show it.
  package var displayName: String { claims["name"]?.stringValue ?? username }
}
