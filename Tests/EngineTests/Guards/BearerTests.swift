import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// How an access token comes to a resource (RFC 6750), and how often.
@Suite("An access token")
struct BearerTests {
  private let stage: StandardVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try StandardVisitor() }

  private static let form = ("Content-Type", "application/x-www-form-urlencoded")

  @Test(
    "is good for an hour, to the second",
    arguments: [(3_599, nil), (3_600, Condition.tokenExpired)])
  func lifetime(_ age: Int, _ condition: Condition?) throws {
    let tokens = try stage.tokens()
    visitor.now += age
    #expect(try stage.userinfo(tokens.access) == (condition == nil ? 200 : 401))
    #expect(stage.condition == condition)
  }

  @Test("is compared whole")
  func text() throws {
    let token = try stage.tokens().access
    for other in [String(token.dropLast()), token + "A", String(token.reversed()), "x"] {
      #expect(try stage.userinfo(other) == 401)
      #expect(stage.condition == .tokenUnknown, "\(other)")
    }
  }

  @Test("stands in the header or in the form, and nowhere else")
  func places() throws {
    let token = try stage.tokens().access
    let at = "/standard/userinfo"
    let bearer = ("Authorization", "Bearer \(token)")
    let body = Array("access_token=\(token)".utf8)
    #expect(try visitor.call(.get, at, [bearer]).status == 200)
    #expect(try visitor.call(.get, at, [("Authorization", "bEARER \(token)")]).status == 200)
    #expect(try visitor.call(.post, at, [Self.form], body: body).status == 200)
    for (method, target, headers, body): (HTTPRequest.Method, String, [(String, String)], [UInt8])
      in [
        (.get, at, [], []), (.get, at + "?access_token=\(token)", [], []),
        (.get, at, [("Authorization", token)], []), (.get, at, [("Authorization", "Bearer ")], []),
        (.get, at, [("Authorization", "Basic \(token)")], []), (.get, at, [Self.form], body),
        (.post, at, [Self.form], Array("token=\(token)".utf8)),
      ]
    {
      try visitor.call(method, target, headers, body: body)
      #expect(visitor.status == 401 && stage.condition == .tokenMissing, "\(method) \(headers)")
    }
  }

  @Test("is sent once: two are refused, also where they are the same")
  func repeated() throws {
    let token = try stage.tokens().access
    for headers in [
      [("Authorization", "Bearer \(token)"), Self.form],
      [("Authorization", "Bearer \(token)"), ("Authorization", "Bearer \(token)")],
    ] {
      let isForm = headers.last?.0 == "Content-Type"
      try visitor.call(
        isForm ? .post : .get, "/standard/userinfo", headers,
        body: isForm ? Array("access_token=\(token)".utf8) : [])
      try stage.expectRefusal(.tokenRepeated, 400, "invalid_request")
    }
  }

  @Test("is refused if it stands in the query, too, which is not read")
  func repeatedUnread() throws {
    let token = try stage.tokens().access
    try visitor.call(
      .get, "/standard/userinfo?access_token=\(token)", [("Authorization", "Bearer \(token)")])
    try stage.expectRefusal(.tokenRepeated, 400, "invalid_request")
    #expect(visitor.told.why?.contains("in its query, too") == true)
    #expect(try stage.userinfo(token) == 200)
  }

  @Test("lacks what was not granted, and is told which scope")
  func scope() throws {
    let tokens = try stage.tokens(scope: "email offline_access")
    #expect(try stage.userinfo(tokens.access) == 403)
    #expect(stage.condition == .scopeInsufficient)
    #expect(visitor.headers[.wwwAuthenticate]?.contains("error=\"insufficient_scope\"") == true)
  }

  @Test("that a person's outcome lets expire has expired when it comes, and not a code")
  func expiredPerson() throws {
    stage.authorize()
    stage.typePassword("expired").allow()
    try stage.redeem(visitor.parameter("code"))
    #expect(try stage.userinfo(visitor.member("access_token")) == 401)
    #expect(stage.condition == .tokenExpired)
  }

  // MARK: How often

  private static let users = "/vk/method/users.get?user_ids=1&v=5.52&access_token="

  private func vkToken(_ visitor: Visitor, _ person: (String, String)) throws -> String {
    visitor.jar = [:]
    visitor.open(SignInTests.vk).submit(["email": person.0, "pass": person.1])
    return try visitor.submit(["allow": "1"]).parameter("access_token")
  }

  @Test("calls as often as its window allows, and the next window begins at its end")
  func rate() throws {
    let visitor = try Visitor("vk", with: ["three-calls-a-second"])
    let token = try vkToken(visitor, ("alice", "wonderland"))
    let other = try vkToken(visitor, ("bob", "builder"))
    func call(_ token: String) throws -> Condition? {
      try visitor.call(.get, Self.users + token)
      return visitor.told.condition
    }
    for _ in 0..<2 {
      for _ in 0..<3 { #expect(try call(token) == nil) }
      for _ in 0..<2 { #expect(try call(token) == .rateLimited) }
      #expect(try call(other) == nil, "each grant has a window of its own")
      visitor.now += 1
    }
  }

  @Test("a window begins with its first request and is over at the second at which it ends")
  func window() {
    let limit = RateLimit(most: 2, seconds: 60)
    var window = RateWindow()
    #expect(window.isOver(limit, at: 1_000))
    window.add(limit, at: 1_000)
    window.add(limit, at: 1_059)
    #expect(window.ends == 1_060 && window.count == 2)
    #expect(!window.isOver(limit, at: 1_059) && window.isOver(limit, at: 1_060))
    window.add(limit, at: 1_060)
    #expect(window.ends == 1_120 && window.count == 1)
    // A clock that was set back: the window lies ahead of all that it could have begun with.
    #expect(!window.isOver(limit, at: 1_060) && window.isOver(limit, at: 1_059))
  }
}
