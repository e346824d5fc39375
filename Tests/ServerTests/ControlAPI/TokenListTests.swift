import Basics
import Testing

@Suite("The list of tokens")
struct TokenListTests {
  private static let shared = Result { try Site() }
  private let box: Box

  /// Tokens of alice, of bob, whose token is revoked, and of a person and a client that are deleted:
  /// their token is revoked with them.
  init() throws {
    box = try Self.shared.get().sandbox()
    try box.order("PUT", "/people/carol", ["password": "x"])
    try box.order("PUT", "/clients/vk/777", ["redirect_uris": ["https://a.test/cb"]])
    for (provider, client, person, kind) in [
      ("standard", "web", "alice", "access"), ("standard", "native", "bob", "refresh"),
      ("vk", "777", "carol", "access"),
    ] {
      try box.order(
        "POST", "/tokens",
        [
          "provider": .init(stringLiteral: provider), "client": .init(stringLiteral: client),
          "person": .init(stringLiteral: person), "issues": [.init(stringLiteral: kind)],
        ])
    }
    try box.order("DELETE", "/people/carol")
    try box.order("DELETE", "/clients/vk/777")
    try box.order("POST", "/tokens/2/revoke")
  }

  @Test(
    "is filtered by each of its parameters, and by several at once",
    arguments: [
      ("", [1, 2, 3]), ("provider=standard", [1, 2]), ("provider=vk", [3]), ("client=web", [1]),
      ("client=native", [2]), ("client=777", [3]), ("person=alice", [1]), ("person=carol", [3]),
      ("kind=access", [1, 3]), ("kind=refresh", [2]), ("kind=code", []),
      ("status=revoked", [2, 3]),
      ("status=live", [1]), ("kind=access&provider=vk", [3]), ("kind=access&client=native", []),
    ])
  func filters(_ query: String, _ expected: [Int]) throws {
    let tokens = try box.order("GET", "/tokens?" + query).arrayValue
    #expect(tokens?.compactMap { $0["id"]?.integerValue } == expected)
  }

  @Test(
    "has no token for the name of something else",
    arguments: [
      ("client=alice", "client \"alice\""), ("client=carol", "client \"carol\""),
      ("provider=web", "provider \"web\""), ("provider=777", "provider \"777\""),
      ("person=web", "person \"web\""), ("person=777", "person \"777\""),
      ("kind=id", "kind \"id\""), ("status=dead", "status \"dead\""),
    ])
  func mistakes(_ query: String, _ name: String) throws {
    let reply = try box.control("GET", "/tokens?" + query)
    #expect(reply.status == 400)
    #expect(reply.json["detail"]?.stringValue?.hasPrefix("There is no \(name)") == true)
  }
}
