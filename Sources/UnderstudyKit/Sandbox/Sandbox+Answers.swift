internal import Basics

extension Sandbox {
  /// Signs in as this person from now on, without a page, and consents.
  ///
  /// ```swift
  /// try sandbox.signIn(as: "bob", scopes: ["openid"])  // whatever else is asked for
  /// ```
  /// - Parameters:
  ///   - person: A username.
  ///   - scopes: They agree to these only, of those that are asked for; `nil` for all.
  public func signIn(as person: String, scopes: [String]? = nil) throws {
    try control(.put, "/answer", Self.consenting(person, scopes))
  }

  /// The person signs in and refuses from now on.
  ///
  /// ```swift
  /// try sandbox.deny(as: "alice")
  /// ```
  public func deny(as person: String) throws {
    try control(.put, "/answer", ["sign_in": JSONValue(person), "consent": "denied"])
  }

  /// Pages ask again.
  ///
  /// ```swift
  /// try sandbox.askPeople()
  /// ```
  public func askPeople() throws { try control(.delete, "/answer") }

  static func consenting(_ person: String, _ scopes: [String]?) -> JSONValue {
    var answer = JSONObject([.init("sign_in", JSONValue(person)), .init("consent", "granted")])
    answer["scopes"] = scopes.map { JSONValue($0) }
    return JSONValue(.object(answer))
  }
}
