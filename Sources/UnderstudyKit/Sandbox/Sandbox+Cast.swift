internal import Basics

extension Sandbox {
  /// The people who can sign in; passwords are not shown.
  ///
  /// ```swift
  /// let alice = try sandbox.people().first { $0.username == "alice" }
  /// #expect(alice?["email"]?.string == "alice@example.test")
  /// ```
  public func people() throws -> [Person] {
    try control(.get, "/people").arrayValue?.map { Person($0) } ?? []
  }

  /// Adds a person, or replaces the one of this username.
  ///
  /// ```swift
  /// try sandbox.put(
  ///   Sandbox.Person(
  ///     "carol", password: "secret",
  ///     claims: ["email": "carol@example.test", "email_verified": false]))
  /// ```
  /// - Returns: The person as the sandbox has it.
  @discardableResult
  public func put(_ person: Person) throws -> Person {
    Person(try control(.put, "/people/\(Self.segment(person.username))", person.value))
  }

  /// Removes a person, by their username.
  ///
  /// ```swift
  /// try sandbox.remove(person: "bob")
  /// ```
  public func remove(person username: String) throws {
    try control(.delete, "/people/\(Self.segment(username))")
  }

  /// The clients that are registered; secrets are not shown.
  ///
  /// ```swift
  /// #expect(try sandbox.clients().contains { $0.id == "753197" && $0.provider == "vk" })
  /// ```
  public func clients() throws -> [Client] {
    try control(.get, "/clients").arrayValue?.map { Client($0) } ?? []
  }

  /// Registers a client, or replaces the one of this id.
  ///
  /// ```swift
  /// var client = Sandbox.Client(at: "standard", id: "my-app", redirectURIs: ["com.example.my:/cb"])
  /// client.kind = .public
  /// client.scopes = ["openid", "email"]
  /// try sandbox.put(client)
  /// ```
  /// - Returns: The client as the sandbox has it.
  @discardableResult
  public func put(_ client: Client) throws -> Client {
    Client(try control(.put, Self.path(client), client.value))
  }

  /// Removes a client.
  ///
  /// ```swift
  /// let client = try #require(try sandbox.clients().first)
  /// try sandbox.remove(client)
  /// ```
  public func remove(_ client: Client) throws { try control(.delete, Self.path(client)) }

  private static func path(_ client: Client) -> String {
    "/clients/\(segment(client.provider))/\(segment(client.id))"
  }
}
