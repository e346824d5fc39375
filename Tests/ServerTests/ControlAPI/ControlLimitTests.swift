import Basics
import HTTPTypes
import Testing

@testable import Server

/// Bounds of what the control API takes, each with the last value that is good and the first that is not.
@Suite("A bound of the control API")
struct LimitTests {
  private static let sandboxes = "/_understudy/sandboxes"
  private static let box = sandboxes + "/default"

  private func status(
    _ house: House, _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) throws -> Int {
    try house.send(method, path, body).status.code
  }
  private func status(_ house: House, _ path: String) throws -> Int {
    try status(house, .get, path)
  }

  @Test(
    "of a number in a query is what its description says",
    arguments: [
      ("limit=1", true), ("limit=0", false), ("limit=1000", true), ("limit=1001", false),
      ("limit=x", false), ("limit=", false), ("after=0", true), ("after=-1", false),
      ("after=9223372036854775807", true), ("after=9223372036854775808", false), ("wait=0", true),
      ("wait=-1", false), ("wait=61", false), ("status=0", true), ("status=99", false),
      ("status=100", true), ("status=599", true), ("status=600", false), ("path=/x", true),
      ("path=x", false), ("format=json", true), ("format=xml", false), ("formt=json", false),
      ("kind=exchange", true), ("kind=other", false),
    ])
  func query(_ query: String, _ isGood: Bool) throws {
    let answer = try House().send(.get, "\(Self.box)/journal?\(query)")
    #expect(answer.status.code == (isGood ? 200 : 400), "\(answer.text)")
  }

  @Test("of a wait is sixty seconds")
  func wait() throws {
    // One that is good waits: there is no entry yet.
    #expect(throws: House.Late.self) {
      try House().send(.get, "\(Self.box)/journal?wait=1")
    }
    let house = try House()
    #expect(throws: House.Late.self) { try house.send(.get, "\(Self.box)/journal?wait=60") }
    house.playhouse.sandboxes.standard.close()
    #expect(try status(house, "\(Self.box)/journal?wait=61") == 400)
  }

  @Test("of those who wait for one journal is sixty-four; the next is told so")
  func waiters() throws {
    let house = try House()
    let made = try house.send(.post, Self.sandboxes, ["id": "other"])
    #expect(made.status == .created)
    for _ in 0..<64 {
      #expect(throws: House.Late.self) { try house.send(.get, "\(Self.box)/journal?wait=20") }
    }
    let refused = try house.send(.get, "\(Self.box)/journal?wait=20")
    #expect(
      refused.status.code == 429 && refused.text.contains("wait for this journal"),
      "\(refused.text)")
    // Another journal has waiters of its own.
    #expect(throws: House.Late.self) {
      try house.send(.get, "\(Self.sandboxes)/other/journal?wait=20")
    }
    // An entry wakes all of them, and there is room again.
    _ = try house.send(.get, "/standard/jwks")
    #expect(try status(house, .delete, "\(Self.box)/journal") == 204)
    #expect(throws: House.Late.self) { try house.send(.get, "\(Self.box)/journal?wait=20") }
    for id in ["other", "default"] { house.playhouse.sandboxes.find(id)?.close() }
  }

  @Test("of a sandbox's own id is sixty-three characters")
  func id() throws {
    let house = try House()
    let longest = String(repeating: "a", count: 63)
    #expect(try status(house, .post, Self.sandboxes, ["id": .init(stringLiteral: longest)]) == 201)
    #expect(
      try status(house, .post, Self.sandboxes, ["id": .init(stringLiteral: longest + "a")]) == 422)
    for good in ["0", "a-", "0-9"] {
      #expect(try status(house, .post, Self.sandboxes, ["id": .init(stringLiteral: good)]) == 201)
    }
  }

  @Test(
    "of a sandbox's lifetime is a century",
    arguments: [
      (0, 422), (1, 201), (3_155_760_000, 201), (3_155_760_001, 422), (-1, 422),
    ])
  func century(_ seconds: Int, _ expected: Int) throws {
    let body: JSONValue = ["lifetime": .init(.number("\(seconds)"))]
    #expect(try status(House(), .post, Self.sandboxes, body) == expected)
  }

  @Test(
    "a sandbox is there for its lifetime, and gone a second later",
    arguments: [(10, 200), (11, 410)])
  func lifetime(_ idle: Int, _ expected: Int) throws {
    let site = try Site()
    let box = try site.sandbox(["lifetime": 10])
    site.now.withLock { $0 += idle }
    #expect(try box.get("/standard/jwks").status == expected)
  }

  @Test("a sandbox without a lifetime of its own ends after an hour, and the default one never")
  func usualLifetime() throws {
    let site = try Site()
    let box = try site.sandbox()
    site.now.withLock { $0 += 3_600 }
    #expect(try box.get("/standard/jwks").status == 200)
    site.now.withLock { $0 += 3_601 }
    #expect(try box.get("/standard/jwks").status == 410)
    site.now.withLock { $0 += 1_000_000_000 }
    #expect(try site.send("GET", "/standard/jwks").status == 200)
  }

  @Test("sandboxes that have gone are told from unknown ones: the last thousand of them")
  func gone() throws {
    let house = try House()
    for number in 1...1_001 {
      _ = try house.send(.post, Self.sandboxes, ["id": .init(stringLiteral: "s\(number)")])
      _ = try house.send(.delete, "\(Self.sandboxes)/s\(number)")
    }
    for (id, expected) in [("s1", 404), ("s2", 410), ("s1001", 410), ("s1002", 404)] {
      #expect(try status(house, "\(Self.sandboxes)/\(id)") == expected, "\(id)")
      #expect(try status(house, "/_sandbox/\(id)/standard/jwks") == expected, "\(id)")
    }
  }

  @Test("the default sandbox can't be deleted, and is reset instead")
  func deleteDefault() throws {
    let house = try House()
    #expect(try status(house, .delete, Self.box) == 409)
    #expect(try status(house, "/standard/jwks") == 200)
    #expect(try status(house, .post, Self.box + "/reset") == 200)
  }

  @Test("a token that two sandboxes have issued finds neither of them")
  func ambiguous() throws {
    let house = try House()
    let order: JSONValue = [
      "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
      "issues": ["access"],
    ]
    var tokens: [String] = []
    for id in ["one", "two"] {
      _ = try house.send(.post, Self.sandboxes, ["id": .init(stringLiteral: id), "seed": 7])
      let made = try house.send(.post, "\(Self.sandboxes)/\(id)/tokens", order).json()
      tokens.append(try #require(made["access_token"]?.stringValue))
    }
    #expect(tokens[0] == tokens[1], "the same seed draws the same")
    let bearer: Headers = [.authorization: "Bearer \(tokens[0])"]
    #expect(try house.send(.get, "/standard/userinfo", headers: bearer).status == .unauthorized)
    #expect(try status(house, .delete, "\(Self.sandboxes)/two") == 204)
    #expect(try house.send(.get, "/standard/userinfo", headers: bearer).status == .ok)
  }

  @Test("the clock is set to the present once something was issued, and not a second back")
  func setBack() throws {
    let box = try Site().sandbox()
    _ = try box.code()
    try box.order("POST", "/clock", ["freeze": true])
    #expect(try box.control("POST", "/clock", ["set": 1_599_999_999]).status == 409)
    try box.order("POST", "/clock", ["set": 1_600_000_000])
    try box.order("POST", "/clock", ["set": 1_600_000_001])
    #expect(try box.control("POST", "/clock", ["set": 1_600_000_000]).status == 409)
  }

  @Test(
    "a body is JSON, has each member once, and stands only where one is read",
    arguments: [
      ("{}", "application/json", 201), ("{}", "application/json; charset=utf-8", 201),
      ("{}", "application/merge-patch+json", 201), ("{}", "", 415), ("{}", "text/plain", 415),
      ("{}", "application/jsonx", 415), ("{", "application/json", 400),
      (#"{"name": "a", "name": "b"}"#, "application/json", 400), ("[]", "application/json", 422),
    ])
  func body(_ text: String, _ type: String, _ expected: Int) throws {
    let house = try House()
    func send(_ method: HTTPRequest.Method, _ path: String) -> Int? {
      var request = Basics.Request(method: method, authority: "localhost", target: path)
      if !type.isEmpty { request.headers[.contentType] = type }
      request.body = Array(text.utf8)
      guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
        return nil
      }
      return answer.status.code
    }
    #expect(send(.post, Self.sandboxes) == expected)
    #expect(send(.post, Self.box + "/reset") == 400, "it takes no body")
    #expect(house.playhouse.sandboxes.all.count == (expected == 201 ? 2 : 1))
  }

  @Test("a method that is not answered is told which are, and an unknown path what is near")
  func paths() throws {
    let house = try House()
    let method = try house.send(.put, Self.box + "/clock")
    #expect(method.status.code == 405 && method.headers[.allow] == "GET, HEAD, POST")
    let path = try house.send(.get, Self.box + "/clok")
    #expect(path.status.code == 404 && path.text.contains("Did you mean"), "\(path.text)")
    for path in ["/people/nobody", "/rules/none", "/journal/9", "/tokens/9/revoke", "/claims/none"]
    {
      let method: HTTPRequest.Method = path.hasSuffix("revoke") ? .post : .get
      #expect(try status(house, method, Self.box + path) == 404, "\(path)")
    }
    for path in ["/people/nobody", "/rules/none", "/clients/standard/none", "/claims/none"] {
      #expect(try status(house, .delete, Self.box + path) == 404, "\(path)")
    }
  }
}
