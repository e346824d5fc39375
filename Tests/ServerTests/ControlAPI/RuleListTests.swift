import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

@Suite("A list of rules")
struct RuleListTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private static func rule(_ id: String, times: Int? = nil, after: String? = nil) -> JSONValue {
    let rule: JSONValue = [
      "id": .init(stringLiteral: id), "match": ["endpoint": "jwks"],
      "then": ["answer": ["status": 418]],
    ]
    return rule.with("times", times.map { .init(integerLiteral: $0) })
      .with("after", after.map { .init(stringLiteral: $0) })
  }

  private func ids() throws -> [String] {
    try stage.order(.get, "/rules").arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
  }

  private func fill(_ first: [JSONValue]) throws {
    let more = (0..<(512 - first.count)).map { Self.rule("more-\($0)") }
    try stage.order(.put, "/rules", JSONValue(.array(first + more)))
  }

  @Test("takes 512 rules, and refuses one more without a change")
  func most() throws {
    try fill([])
    #expect(try ids().count == 512)
    #expect(try stage.control(.post, "/rules", Self.rule("late")).status == 409)
    #expect(try ids().count == 512 && ids().last == "more-511")
    try stage.order(.delete, "/rules/more-0")
    try stage.order(.post, "/rules", Self.rule("late"))
    #expect(try ids().count == 512 && ids().last == "late")
  }

  @Test(
    "that is full gives the places of spent rules to new ones, the oldest first, as many as needed")
  func room() throws {
    try fill([
      Self.rule("awaited", times: 0), Self.rule("old", times: 0), Self.rule("middle", times: 0),
      Self.rule("live"), Self.rule("young", times: 0), Self.rule("waits", after: "awaited"),
    ])
    try stage.order(.post, "/rules", [Self.rule("a"), Self.rule("b")])
    let left = try ids()
    #expect(left.prefix(4) == ["awaited", "live", "young", "waits"] && left.count == 512)
    #expect(left.suffix(2) == ["a", "b"])
    try stage.order(.post, "/rules", Self.rule("c"))
    #expect(try ids().prefix(3) == ["awaited", "live", "waits"])
    // What another rule waits for stays, and what comes now takes nobody's place to be gone at once.
    #expect(try stage.control(.post, "/rules", Self.rule("d", times: 0)).status == 409)
    #expect(try ids().first == "awaited" && ids().last == "c")
  }

  @Test("warns of a rule for a person or a client that is not there, until it is")
  func missing() throws {
    let rule: JSONValue = [
      "id": "late", "match": ["provider": "standard", "person": "alcie", "client": "shop"],
      "then": ["delay": 1],
    ]
    let added = try stage.order(.post, "/rules", rule).arrayValue?.first
    let warning = try #require(added?["warning"]?.stringValue)
    #expect(
      warning.hasPrefix(
        #"there is no person "alcie"; did you mean "alice"?; there is no client "shop""#))
    try stage.order(.put, "/people/alcie", ["password": "x"])
    try stage.order(.put, "/clients/standard/shop", ["kind": "public"])
    let now = try stage.order(.get, "/rules/late")
    #expect(now["warning"] == nil)
    // As it was shown, it may be sent again.
    try stage.order(.put, "/rules", added)
  }

  @Test("says how a rule is replaced, and warns of a host that no provider has")
  func slips() throws {
    try stage.order(.post, "/rules", Self.rule("r1"))
    let replaced = try stage.control(.put, "/rules/r1", ["then": ["delay": 1]])
    #expect(replaced.status == 422 && replaced.text.contains("replaces the rule"))
    for (host, isThere) in [("nohost.example", false), ("oauth.vk.com", true), ("localhost", true)]
    {
      let rule: JSONValue = [
        "id": "h", "match": ["host": .init(stringLiteral: host)], "then": ["delay": 1],
      ]
      let added = try stage.order(.post, "/rules", rule).arrayValue?.first
      #expect((added?["warning"] == nil) == isThere, "\(host)")
    }
  }

  @Test("has a rule with a known id in the place of the one before, with new counters")
  func replaced() throws {
    try stage.rules(Self.rule("a"), Self.rule("b"))
    try stage.send("/standard/jwks")
    #expect(try stage.counts("a") == [1, 1])
    try stage.order(.post, "/rules", [Self.rule("b"), Self.rule("a", times: 1), Self.rule("c")])
    #expect(try ids() == ["a", "b", "c"])
    #expect(try stage.counts("a") == [0, 0])
  }

  @Test("numbers the rules that have no id, and takes no number twice")
  func numbers() throws {
    let nameless: JSONValue = ["then": ["delay": 1]]
    try stage.order(.post, "/rules", [Self.rule("rule-2"), nameless, nameless])
    #expect(try ids() == ["rule-2", "rule-1", "rule-3"])
    try stage.order(.delete, "/rules/rule-3")
    try stage.order(.post, "/rules", nameless)
    #expect(try ids() == ["rule-2", "rule-1", "rule-4"])
  }

  @Test("loses the rule that is removed, switches the one that is named, and knows no others")
  func single() throws {
    try stage.rules(Self.rule("a"), Self.rule("b"), Self.rule("c"))
    try stage.order(.delete, "/rules/b")
    #expect(try ids() == ["a", "c"])
    try stage.order(.put, "/rules/a", ["on": false])
    #expect(try stage.send("/standard/jwks").rule == "c")
    #expect(try stage.control(.delete, "/rules/b").status == 404)
    #expect(try stage.control(.put, "/rules/b", ["on": true]).status == 404)
    #expect(try ids() == ["a", "c"])
    try stage.order(.delete, "/rules")
    #expect(try ids() == [] && stage.send("/standard/jwks").rule == nil)
  }

  @Test("says whether it has the rule that is switched or removed")
  func unknown() {
    var rules = ActiveRules()
    rules.add([Rule()])
    #expect(!rules.turn("none", on: true) && !rules.remove("none"))
    #expect(rules.turn("rule-1", on: false) && rules.list.first?.rule.isOn == false)
    #expect(rules.remove("rule-1") && rules.list.isEmpty)
  }

  @Test("a rule waits for the one that it names, and for no other")
  func after() throws {
    try stage.rules(
      Self.rule("second", after: "first"), Self.rule("other", times: 1),
      Self.rule("first", times: 1))
    let rules = try (0..<4).map { _ in try stage.send("/standard/jwks").rule }
    #expect(rules == ["other", "first", "second", "second"])
    #expect(try stage.counts("second") == [2, 2])
  }

  @Test("a rule that is off neither acts nor counts")
  func off() throws {
    try stage.rules(Self.rule("a"), Self.rule("b"))
    try stage.order(.put, "/rules/a", ["on": false])
    #expect(try stage.send("/standard/jwks").rule == "b")
    #expect(try stage.counts("a") == [0, 0])
    try stage.order(.put, "/rules/a", ["on": true])
    #expect(try stage.send("/standard/jwks").rule == "a")
  }

  // MARK: Handshakes

  @Test("a fault of a certificate is for its host, for handshakes, and as often as it says")
  func handshakes() throws {
    try stage.rules(
      ["id": "answer", "match": ["host": "oauth.vk.com"], "then": ["answer": ["status": 418]]],
      ["id": "tls", "match": ["host": "oauth.vk.com"], "times": 2, "then": ["tls": "expired"]],
      ["id": "all", "skip": 1, "then": ["tls": "self-signed"]])
    let house = stage.house.playhouse
    #expect(house.handshake(with: "login.vk.com") == nil, "the first one passes")
    #expect(house.handshake(with: "login.vk.com")?.rule == "all")
    #expect(house.handshake(with: "oauth.vk.com")?.rule == "tls")
    #expect(house.handshake(with: "oauth.vk.com")?.fault == .expired)
    #expect(house.handshake(with: "oauth.vk.com")?.rule == "all")
    // The rule ignores requests, and requests ignore the rule.
    #expect(try stage.send("/blank.html", host: "oauth.vk.com").rule == "answer")
    #expect(try stage.counts("answer") == [1, 1])
    try stage.rules(["id": "tls", "match": ["host": "oauth.vk.com"], "then": ["tls": "expired"]])
    #expect(try stage.send("/blank.html", host: "oauth.vk.com").rule == nil)
    #expect(try stage.send("/blank.html", host: "api.vk.com").rule == nil)
    #expect(try stage.near() == [] && stage.counts("tls") == [0, 0])
  }
}
