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

    /// The fixed outcome of a sign-in.
    public enum Outcome: String, Sendable, CaseIterable {
      /// Refuses every consent.
      case denies
      /// Can't sign in, whatever the password.
      case locked
      /// Gets expired tokens.
      case expired
      /// Waits three seconds for every response.
      case slow
    }

    /// Describes a person.
    /// - Parameters:
    ///   - username: The username of the sign-in.
    ///   - password: The password of the sign-in.
    ///   - claims: The claims: `name`, `email`, … (OpenID Connect Core §5.1), and any other.
    ///   - at: Provider ID → claims that differ at the provider, such as the person's ID: `["vk": ["id": 42]]`.
    ///   - outcome: The fixed outcome of the sign-in; `nil` if it depends on the person's answers.
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

    /// The username of the sign-in.
    public var username: String { text("username") ?? "" }
    /// The password; `nil` for a person from the control API, which shows no passwords.
    public var password: String? { text("password") }
    /// The fixed outcome of the sign-in.
    public var outcome: Outcome? { text("outcome").flatMap { Outcome(rawValue: $0) } }
    /// Provider ID → claims that differ at the provider.
    public var at: JSON? { members["at"].map { JSON($0) } }
    /// Other parties that know claims about the person: aggregated and distributed claims (OpenID Connect Core §5.6).
    public var claimSources: JSON? {
      get { members["claim_sources"].map { JSON($0) } }
      set { members["claim_sources"] = newValue?.tree }
    }
    /// A claim or another member; `nil` if it is absent.
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
