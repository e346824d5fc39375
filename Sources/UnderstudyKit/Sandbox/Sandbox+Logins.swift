internal import Basics

extension Sandbox {
  /// The sessions of people who are signed in, the oldest first.
  ///
  /// ```swift
  /// let alices = try sandbox.logins().filter { $0.person == "alice" }
  /// ```
  public func logins() throws -> [Login] {
    try control(.get, "/sessions").arrayValue?.map { Login($0) } ?? []
  }

  /// Ends the sessions of a person, and sends a logout token to each client of them that has a `backchannel_logout_uri`.
  ///
  /// ```swift
  /// let calls = try sandbox.logOut("alice")
  /// ```
  /// - Parameters:
  ///   - person: A username; `nil` for everyone.
  ///   - provider: Only sessions at this provider; `nil` for all.
  /// - Returns: The calls of the clients, with their answers.
  @discardableResult
  public func logOut(_ person: String? = nil, at provider: String? = nil) throws -> [Call] {
    let filters = [("person", person), ("provider", provider)]
      .compactMap { name, value in value.map { (name: name, value: $0) } }
    let query = filters.isEmpty ? "" : "?" + Self.style.encode(filters)
    return Self.calls(try control(.delete, "/sessions" + query))
  }

  /// Ends one session, as ``logOut(_:at:)`` does.
  ///
  /// ```swift
  /// try sandbox.end(login)
  /// ```
  @discardableResult
  public func end(_ login: Login) throws -> [Call] {
    Self.calls(try control(.delete, "/sessions/" + Self.style.encode(login.sid)))
  }

  private static let style = QueryStyle(space: .percent, safe: "-_.~")

  private static func calls(_ ended: JSONValue) -> [Call] {
    ended["calls"]?.arrayValue?.map { Call($0) } ?? []
  }
}
