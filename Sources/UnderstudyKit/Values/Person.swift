internal import Basics

extension Sandbox {
  /// Someone who can sign in: a resource owner (RFC 6749 §1.1).
  ///
  /// ```swift
  /// try sandbox.put(
  ///   Sandbox.Person(
  ///     "carol", password: "secret",
  ///     claims: ["email": "carol@example.test", "email_verified": false]))
  /// try sandbox.signIn(as: "carol")
  /// ```
  public struct Person: Record, CustomStringConvertible {
    var members: JSONObject

    init(members: JSONObject) { self.members = members }

    /// What a sign-in always comes to.
    public enum Outcome: String, Sendable {
      /// Refuses every consent.
      case denies
      /// Can't sign in, whatever the password.
      case locked
      /// Gets tokens that have expired already.
      case expired
      /// Has a provider that takes three seconds for everything.
      case slow
    }

    /// Describes a person.
    /// - Parameters:
    ///   - username: What they type.
    ///   - password: What they type below it.
    ///   - claims: What is told about them: `name`, `email`, … (OpenID Connect Core §5.1), and any other.
    ///   - at: Provider id → what differs there, such as their id: `["vk": ["id": 42]]`.
    ///   - outcome: What their sign-in always comes to; `nil` for whatever is answered.
    public init(
      _ username: String, password: String, claims: [String: JSON] = [:],
      at: [String: JSON] = [:], outcome: Outcome? = nil
    ) {
      members = JSONObject([.init("username", JSONValue(username))])
      put("password", password)
      for claim in claims.object { members[claim.name] = claim.value }
      if !at.isEmpty { members["at"] = JSONValue(.object(at.object)) }
      put("outcome", outcome?.rawValue)
    }

    /// What they sign in with.
    public var username: String { text("username") ?? "" }
    /// What is typed; `nil` for a person that was read back: passwords are not shown.
    public var password: String? { text("password") }
    /// What their sign-in always comes to.
    public var outcome: Outcome? { text("outcome").flatMap { Outcome(rawValue: $0) } }
    /// Provider id → what differs there.
    public var at: JSON? { members["at"].map { JSON($0) } }
    /// A claim, or another member; `nil` where there is none.
    public subscript(claim: String) -> JSON? {
      get { members[claim].map { JSON($0) } }
      set { members[claim] = newValue?.tree }
    }

    /// The username and the claims, in one line.
    public var description: String {
      var claims = members
      for name in ["username", "password"] { claims[name] = nil }
      return claims.isEmpty ? username : "\(username) \(JSONValue(.object(claims)).text())"
    }
  }
}
