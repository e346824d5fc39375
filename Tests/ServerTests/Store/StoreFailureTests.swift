import Basics
import Dispatch
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

/// What servers do when their store loses what it had, refuses or is away.
@Suite("A store that fails")
struct StoreFailureTests {
  private let store = ShelfStore()

  private func node(
    _ said: Lock<[String]> = Lock([]), _ set: (inout MockServer.Setting) -> Void = { _ in }
  ) throws -> House {
    var options = Replica.Options()
    options.program = "understudy test"
    options.say = { line in said.withLock { $0.append(line) } }
    let house = try House(replica: Replica(store, options)) { setting in
      // With a seed, whatever draws from it is an entry.
      setting.sandboxes.seed = nil
      set(&setting)
    }
    try house.playhouse.begin()
    return house
  }

  private static let box = "/_understudy/sandboxes/"
  private static let discovery = "/standard/.well-known/openid-configuration"
  private static let away = StoreFailure(.unavailable, "The store is away.")

  private func make(_ id: String, at house: House) throws {
    let order: JSONValue = ["id": JSONValue(.string(id)), "lifetime": "PT1H"]
    #expect(try house.send(.post, "/_understudy/sandboxes", order).status == .created)
  }

  private func answer(_ house: House, _ id: String, _ person: String) throws {
    let answer = try house.send(
      .put, "\(Self.box)\(id)/answer", ["sign_in": JSONValue(.string(person))])
    #expect(answer.status == .ok, "\(answer.text)")
  }

  private func standing(_ house: House, _ id: String) throws -> JSONValue {
    try house.send(.get, "\(Self.box)\(id)/answer").json()
  }

  // MARK: Loss

  @Test("A sandbox that a server has in memory is written back into a store that has lost all")
  func writtenBack() throws {
    let said = Lock<[String]>([])
    let one = try node(said)
    try make("team", at: one)
    try answer(one, "team", "alice")
    store.empty()
    #expect(try one.send(.get, "/_sandbox/team" + Self.discovery).status == .ok)
    #expect(said.withLock { $0.contains { $0.contains("has lost its content") } })
    #expect(store.content.logs["team"]?.count == 2)
    #expect(try standing(node(), "team")["sign_in"] == "alice")
  }

  @Test("A sandbox that is deleted, or whose lifetime is over, is not written back")
  func ended() throws {
    let (one, two) = (try node(), try node())
    try make("team", at: one)
    #expect(try two.send(.get, "/_sandbox/team" + Self.discovery).status == .ok)
    #expect(try one.send(.delete, Self.box + "team").status == .noContent)
    #expect(try two.send(.get, "/_sandbox/team" + Self.discovery).status == .gone)
    try make("other", at: one)
    // As a store ends a sandbox that nobody uses: the rest stays.
    store.change { $0.logs["other"] = nil }
    let answer = try one.send(.get, "/_sandbox/other" + Self.discovery)
    #expect(answer.status == .gone && answer.text.contains("its lifetime"))
  }

  @Test(
    "Of two servers that have gone different ways after a loss, one takes up what the other has written"
  )
  func diverged() throws {
    let said = Lock<[String]>([])
    let (one, two) = (try node(), try node(said))
    try make("team", at: one)
    try answer(two, "team", "alice")
    store.empty()
    // The first has not seen the last entry of the second, and goes on without it.
    try answer(one, "team", "bob")
    #expect(try standing(two, "team")["sign_in"] == "bob")
    #expect(said.withLock { $0.contains { $0.contains("it is read again") } })
    try answer(two, "team", "alice")
    #expect(try standing(one, "team")["sign_in"] == "alice")
  }

  @Test("A sandbox that no server has is missed with the reason")
  func forgotten() throws {
    try make("team", at: node())
    let two = try node()
    store.empty()
    #expect(try two.send(.get, Self.discovery).status == .ok)
    let answer = try two.send(.get, "/_sandbox/team" + Self.discovery)
    #expect(answer.status == .notFound && answer.text.contains("had lost its content"))
  }

  // MARK: Damage and outage

  @Test("The list has a damaged sandbox with the reason, and the others; it can be deleted")
  func damaged() throws {
    let one = try node()
    try make("whole", at: one)
    try make("broken", at: one)
    store.change { shelf in
      let entry = shelf.logs["broken"]?[0]
      shelf.logs["broken"]?[0] = StoredEntry(
        version: 1,
        fields: (entry?.fields ?? []).map { $0.name == "body" ? .init("body", "{}") : $0 })
    }
    let two = try node()
    func list() throws -> [JSONValue] {
      try two.send(.get, "/_understudy/sandboxes").json().arrayValue ?? []
    }
    #expect(Set(try list().compactMap { $0["id"]?.stringValue }) == ["default", "whole", "broken"])
    let problems = try list().compactMap { $0["problem"]?.stringValue }
    #expect(problems.count == 1 && problems[0].contains("damaged"))
    #expect(try two.send(.get, Self.box + "broken").status == .serviceUnavailable)
    #expect(try two.send(.delete, Self.box + "broken").status == .noContent)
    #expect(Set(try list().compactMap { $0["id"]?.stringValue }) == ["default", "whole"])
    #expect(try two.send(.get, "/_sandbox/broken" + Self.discovery).status == .gone)
  }

  @Test("The list comes from memory, and is marked, while the store is away")
  func staleList() throws {
    let one = try node()
    try make("team", at: one)
    store.change { $0.outage = Self.away }
    let answer = try one.send(.get, "/_understudy/sandboxes")
    #expect(answer.status == .ok && answer.headers[.understudyStore] == "stale")
    #expect(try answer.json().arrayValue?.count == 2)
  }

  @Test("A store that refuses is told in metrics and by ready until it takes something again")
  func refusal() throws {
    let said = Lock<[String]>([])
    let one = try node(said)
    store.change { $0.refusal = StoreFailure(.refused, "The store has no memory left.") }
    let token =
      "/standard/authorize?response_type=code&client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&scope=openid"
    for _ in 0..<3 {
      #expect(try one.send(.get, token).status == .serviceUnavailable)
      #expect(try one.send(.get, Self.discovery).status == .ok)
    }
    #expect(said.withLock { $0.count } == 1, "\(said.withLock { $0 })")
    let ready = try one.send(.get, "/_understudy/ready")
    #expect(ready.status == .serviceUnavailable && ready.text.contains("no memory left"))
    let metrics = try one.send(.get, "/_understudy/metrics").text
    #expect(
      metrics.contains(
        #"{provider="standard",endpoint="authorize",outcome="store refuses",status="503"} 3"#))
    #expect(metrics.contains("understudy_store_rejections_total 3"))
    store.change { $0.refusal = nil }
    #expect(try one.send(.get, "/_understudy/ready").status == .ok)
    #expect(said.withLock { $0.last } == "the store is back")
  }

  // MARK: Entries

  @Test("A request that matches only rules that are spent, or none, is in no log")
  func spentRules() throws {
    let one = try node()
    let rule: JSONValue = [
      "match": ["endpoint": "metadata"], "then": ["answer": ["status": 418]], "times": 1,
    ]
    #expect(try one.send(.post, Self.box + "default/rules", rule).status == .created)
    func count() -> Int { store.content.logs["default"]?.count ?? 0 }
    #expect(try one.send(.get, "/standard/jwks").status == .ok)
    let before = count()
    #expect(try one.send(.get, "/standard/jwks").status == .ok)
    #expect(count() == before, "no rule matches")
    #expect(try one.send(.get, Self.discovery).status.code == 418)
    #expect(count() == before + 1)
    #expect(try one.send(.get, Self.discovery).status == .ok)
    #expect(count() == before + 1, "the rule is spent")
  }

  @Test("The journal names the token of a change, and keeps within the token's quota")
  func tokens() throws {
    let token = try #require(try ControlToken(line: "web aaaaaaaaaaaaaaaa journal=5000"))
    func named() throws -> House { try node { $0.house.tokens = [token] } }
    let headers: Headers = [.authorization: "Bearer aaaaaaaaaaaaaaaa"]
    let one = try named()
    let made = try one.send(
      .post, "/_understudy/sandboxes", ["id": "team"], headers: headers)
    #expect(made.status == .created)
    for house in [one, try named()] {
      for _ in 0..<20 { _ = try house.send(.get, "/_sandbox/team" + Self.discovery) }
      #expect(
        try house.send(.post, Self.box + "team/reset", headers: headers).status == .ok)
      let entries =
        try house.send(
          .get, Self.box + "team/journal", headers: headers
        ).json().arrayValue ?? []
      #expect((1..<10).contains(entries.count), "\(entries.count)")
      #expect(entries.last?["kind"] == "reset" && entries.last?["token"] == "web")
    }
  }

  @Test("Metrics answer at an IP address, and with the control token at any host")
  func monitors() throws {
    func status(
      _ house: House, _ path: String, _ host: String, _ headers: Headers = [:]
    ) throws -> Int {
      try house.send(.get, "/_understudy/" + path, host: host, headers: headers).status.code
    }
    let open = try node()
    for host in ["10.1.2.3:8400", "[fd00::1]:8400", "localhost:8400"] {
      #expect(try status(open, "metrics", host) == 200, "\(host)")
    }
    #expect(try status(open, "metrics", "evil.test") == 421)
    #expect(try status(open, "sandboxes", "10.1.2.3:8400") == 421)
    let closed = try node { $0.house.controlToken = "secret" }
    let right: Headers = [.authorization: "Bearer secret"]
    for host in ["10.1.2.3:8400", "understudy.default.svc:8400"] {
      #expect(try status(closed, "metrics", host, right) == 200)
      #expect(try status(closed, "metrics", host) == 401)
      #expect(try status(closed, "ready", host) == 200)
      #expect(try status(closed, "sandboxes", host, right) == 421)
    }
  }

  @Test("Parallel changes of the configuration are all made")
  func configuration() throws {
    let houses = try (0..<3).map { _ in try node() }
    let names = (0..<24).map { "part-\($0)" }
    let statuses = Lock<[Int?]>([])
    // Not tasks: they would wait for the threads of all other tests.
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let part: JSONValue = ["with": ["vk.documented-denial"]]
      let answer = try? houses[index % houses.count]
        .send(.put, "/_understudy/configuration/\(names[index])", part)
      statuses.withLock { $0.append(answer?.status.code) }
    }
    #expect(statuses.withLock { $0 } == names.map { _ in 200 })
    let listed = try houses[0].send(.get, "/_understudy/configuration").json().arrayValue ?? []
    #expect(Set(listed.compactMap { $0["name"]?.stringValue }) == Set(names))
  }

  @Test("The journal names the token by which people, clients, tokens and checkpoints were changed")
  func named() throws {
    let token = try #require(try ControlToken(line: "web aaaaaaaaaaaaaaaa"))
    let alone = try House { $0.house.tokens = [token] }
    for house in [alone, try node { $0.house.tokens = [token] }] {
      let headers: Headers = [.authorization: "Bearer aaaaaaaaaaaaaaaa"]
      func order(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws {
        let answer = try house.send(method, "/_understudy/sandboxes" + path, body, headers: headers)
        #expect((200..<300).contains(answer.status.code), "\(path): \(answer.text)")
      }
      try order(.post, "", ["id": "team"])
      try order(.put, "/team/people/carol", ["password": "x"])
      try order(.put, "/team/clients/standard/shop", ["kind": "public"])
      try order(
        .post, "/team/tokens", ["provider": "standard", "client": "web", "person": "carol"])
      try order(.post, "/team/checkpoints", ["name": "here"])
      try order(.post, "/team/checkpoints/here/restore")
      let journal = try house.send(.get, Self.box + "team/journal", headers: headers).json()
      let entries = journal.arrayValue ?? []
      #expect(
        entries.compactMap { $0["kind"]?.stringValue } == [
          "people", "clients", "tokens", "checkpoints", "restore",
        ])
      #expect(entries.allSatisfy { $0["token"] == "web" })
      let detail = entries.first?["detail"]?.stringValue
      #expect(detail == "PUT /people/carol: Adds a person, or replaces one.")
    }
  }

  @Test("Texts about failures are sentences")
  func sentences() {
    let failure = StoreFailure(.damaged, "An entry is damaged.")
    #expect("\(failure)" == "An entry is damaged.")
    #expect(
      "\(Problem(422, "The body is wrong.", "Send another."))" == "The body is wrong. Send another."
    )
  }
}
