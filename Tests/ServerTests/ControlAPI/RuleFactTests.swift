import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// What a rule's `when` may know of a request, before anything is decided.
@Suite("The facts that a rule asks for")
struct RuleFactTests {
  /// Whether a rule acts on this request.
  private func holds(
    _ when: JSONValue, _ stage: RuleStage, _ match: JSONValue = [:], then: JSONValue? = nil,
    _ request: () throws -> Answer
  ) throws -> Bool {
    try stage.rules([
      "id": "r", "match": match.with("when", when), "then": then ?? ["answer": ["status": 418]],
    ])
    return try request().rule == "r"
  }

  private static let atAPI: JSONValue = ["endpoint": "userinfo"]

  @Test(
    "a client is one of the cast, else any where the server takes any", arguments: [true, false])
  func clients(isOpen: Bool) throws {
    let stage = try RuleStage { $0.site.acceptsAnyClient = isOpen }
    func holds(_ when: JSONValue, client: String) throws -> Bool {
      try self.holds(when, stage, Self.atAPI) {
        try stage.send("/standard/userinfo?client_id=\(client)")
      }
    }
    #expect(try holds(["eq": ["{{client.client_id}}", "web"]], client: "web"))
    #expect(try holds(["eq": ["{{client.kind}}", "public"]], client: "native"))
    #expect(try holds(["has": "client.client_id"], client: "nobody") == isOpen)
    #expect(try !holds(["has": "client.client_id"], client: ""))
  }

  @Test("a session is the browser's: a program has none, whatever cookie it sends")
  func sessions() throws {
    let stage = try RuleStage(nil)
    let when: JSONValue = ["has": "session.age"]
    _ = try stage.signIn()
    #expect(try holds(when, stage, ["endpoint": "authorize"]) { try stage.authorize() })
    let token = try stage.mint()
    #expect(try !holds(when, stage, Self.atAPI) { try stage.userinfo(token) })
    stage.cookies = [:]
    #expect(try !holds(when, stage, ["endpoint": "authorize"]) { try stage.authorize() })
    let standing = try RuleStage()
    #expect(try holds(when, standing, ["endpoint": "authorize"]) { try standing.authorize() })
    #expect(try !holds(when, standing, Self.atAPI) { try standing.send("/standard/userinfo") })
  }

  @Test("a person has the instant at which they signed in, which may be long ago")
  func instants() throws {
    let stage = try RuleStage(nil)
    try stage.order(.post, "/clock", ["freeze": true])
    _ = try stage.signIn()
    try stage.order(.post, "/clock", ["advance": "PT100S"])
    func holds(_ instant: Int) throws -> Bool {
      try self.holds(
        ["eq": ["{{person.auth_time}}", .init(stringLiteral: String(instant))]], stage,
        ["endpoint": "authorize"]
      ) { try stage.authorize() }
    }
    #expect(try holds(House.now) && !holds(House.now + 100))
  }

  @Test("the arguments of a sign-in's end are those of the request that it is about")
  func arguments() throws {
    let stage = try RuleStage()
    // Nobody is there to choose, so the first institution is taken.
    let target =
      "/oclc/oauth2/authorizeCode?response_type=code&scope=WMS_NCIP&redirect_uri=\(RuleStage.callback)"
      + "&client_id=WebClientKey" + String(repeating: "0", count: 68)
    for (institution, isMet) in [("128807", true), ("1", false)] {
      #expect(
        try holds(
          ["eq": ["{{req.authenticatingInstitutionId}}", .init(stringLiteral: institution)]], stage,
          ["provider": "oclc", "endpoint": "authorize"], then: ["change": ["set": ["a": "b"]]]
        ) { try stage.send(target) } == isMet)
    }
  }

  @Test("the arguments of a request are its parameters under their canonical names")
  func canonical() throws {
    let stage = try RuleStage(nil)
    func holds(_ name: String, _ value: String, _ request: () throws -> Answer) throws -> Bool {
      try self.holds(
        ["eq": [.init(stringLiteral: "{{req.\(name)}}"), .init(stringLiteral: value)]], stage,
        ["provider": "standard"], request)
    }
    #expect(try holds("state", "s-1") { try stage.authorize() })
    #expect(try holds("code", "x") { try stage.redeem("x") })
    let basic = "client_id=web&client_secret=\(RuleStage.secret)"
    for endpoint in ["introspect", "revoke"] {
      #expect(
        try holds("token", "t") {
          try stage.send(.post, "/standard/\(endpoint)", form: "\(basic)&token=t")
        })
    }
    try stage.order(.delete, "/rules")
    let page = try stage.authorize()
    #expect(
      try holds("state", "s-1") {
        try stage.submit(page, to: "/standard/login", "username=alice&password=x")
      })
  }

  @Test("a code or a token of an API's caller has its grant; a browser's parameters have none")
  func grants() throws {
    let stage = try RuleStage()
    let when: JSONValue = ["in": ["email", ["{{grant.scope}}"]]]
    let token = try stage.mint()
    #expect(try holds(when, stage, Self.atAPI) { try stage.userinfo(token) })
    let other = try stage.mint(scopes: ["openid"])
    #expect(try !holds(when, stage, Self.atAPI) { try stage.userinfo(other) })
    #expect(try !holds(when, stage, Self.atAPI) { try stage.userinfo("nonsense") })
    let code = try stage.mint("code")
    #expect(try holds(when, stage, ["endpoint": "token"]) { try stage.redeem(code) })
    #expect(
      try !holds(when, stage, ["endpoint": "authorize"]) { try stage.authorize("&code=\(code)") })
  }

  @Test("the body is what a program sent, and a browser's form is no body")
  func bodies() throws {
    let stage = try RuleStage(nil)
    let when: JSONValue = ["eq": ["{{body.code}}", "x"]]
    #expect(try holds(when, stage, ["endpoint": "token"]) { try stage.redeem("x") })
    #expect(try !holds(when, stage, ["endpoint": "token"]) { try stage.redeem("y") })
  }

  @Test("the Authorization header is a program's")
  func authorization() throws {
    let stage = try RuleStage()
    let when: JSONValue = ["has": "req.authorization"]
    #expect(try holds(when, stage, Self.atAPI) { try stage.userinfo("x") })
    #expect(try !holds(when, stage, Self.atAPI) { try stage.send("/standard/userinfo") })
    #expect(
      try !holds(when, stage, ["endpoint": "authorize"]) {
        try stage.send("/standard/authorize", ["Authorization": "Bearer x"])
      })
  }

  @Test("a rule asks the same after a quirk has moved what it names")
  func quirks() throws {
    let stage = try RuleStage()
    let when: JSONValue = ["eq": ["{{req.state}}", "s-1"]]
    for wish: JSONValue in [["with": ["pkce-plain"]], ["without": ["pkce-plain"]]] {
      try stage.rules([
        "id": "r", "match": ["provider": "standard", "endpoint": "authorize", "when": when],
        "then": ["condition": "server_error"],
      ])
      #expect(try stage.authorize().rule == "r")
      try stage.order(.put, "/providers/standard/quirks", wish)
      #expect(try stage.authorize().rule == "r")
      #expect(try stage.authorize("&state=s-2").rule == nil)
      #expect(try stage.counts("r") == [2, 2])
    }
  }

  // MARK: The client of a request

  @Test("a client's own sign-in and consent go before those of the sandbox")
  func standing() throws {
    let stage = try RuleStage()
    func register(_ name: String, _ value: JSONValue) throws {
      let client: JSONValue = [
        "secret": .init(stringLiteral: RuleStage.secret),
        "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
      ]
      try stage.order(.put, "/clients/standard/web", client.with(name, value))
    }
    try register("sign_in", "bob")
    #expect(try stage.authorize().parameter("code") != nil)
    #expect(try stage.entry()["person"] == "bob")
    try register("consent", "denied")
    #expect(try stage.authorize().parameter("error") == "access_denied")
    #expect(try stage.entry()["person"] == "alice")
    try register("sign_in", "locked")
    #expect(try stage.authorize().parameter("code") == nil)
    #expect(try stage.entry()["outcome"] == "locked out")
    #expect(try stage.authorize("&prompt=none").parameter("error") == "login_required")
  }
}
