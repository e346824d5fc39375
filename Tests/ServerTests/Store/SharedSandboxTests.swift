import Basics
import Engine
import HTTPTypes
import Testing

@testable import Server

/// Servers that share a store, in one process.
struct SharedSandboxTests {
  /// One of the servers.
  private struct Node {
    let server: MockServer
    let replica: Replica
    let said = Lock<[String]>([])
    /// By how many seconds its own clock is wrong.
    let wrong: Int

    init(
      _ store: ShelfStore, setting: String = "one", wrong: Int = 0,
      _ set: (inout MockServer.Setting) -> Void = { _ in }
    ) throws {
      var options = Replica.Options()
      options.setting = setting
      options.program = "understudy test"
      let said = said
      options.say = { line in said.withLock { $0.append(line) } }
      replica = Replica(store, options)
      self.wrong = wrong
      server = try House(replica: replica, set).playhouse
      try server.begin()
    }

    func send(_ request: Request) throws -> Answer {
      guard case .answer(let answer) = server.respond(to: request, at: House.now + wrong) else {
        throw House.Late()
      }
      return answer
    }

    func control(
      _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
    ) throws -> Answer {
      var request = Request(
        method: method, authority: "localhost",
        target: "/_understudy/sandboxes/default" + path)
      if let body {
        request.headers[.contentType] = "application/json"
        request.body = body.encoded()
      }
      return try send(request)
    }

    func signIn() throws {
      let answer = try control(.put, "/answer", ["sign_in": "alice", "consent": "granted"])
      #expect(answer.status == .ok)
    }

    /// - Returns: `nil` if there is no code.
    func code(of client: String = "web") throws -> String? {
      let answer = try send(
        Request(
          method: .get, authority: "localhost",
          target:
            "/standard/authorize?response_type=code&client_id=\(client)&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&scope=openid&state=1"
        ))
      let query = (answer.headers[.location] ?? "").split(separator: "?").last ?? ""
      return Parameters(formEncoded: query).list.first { $0.isNamed("code") }?.value
    }

    func redeem(_ code: String) throws -> Answer {
      var request = Request(
        method: .post, authority: "localhost", target: "/standard/token",
        headers: [
          .contentType: "application/x-www-form-urlencoded",
          .authorization: "Basic "
            + Base64.encode(Array("web:understudy-secret-0123456789".utf8)),
        ])
      request.body = Array(
        "grant_type=authorization_code&code=\(code)&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb"
          .utf8)
      return try send(request)
    }

    func now() throws -> String {
      try control(.get, "/clock").json()["now"]?.stringValue ?? ""
    }
  }

  @Test("may have a snapshot of many MiB")
  func large() {
    let field = StoredEntry.Field("state", String(repeating: "x", count: 5 << 20))
    let stored = StoredEntry(version: 1, [field], after: "")
    let read = StoredEntry(version: 1, json: Array(stored.json.utf8))
    #expect(read?.isWhole == true && read?.hash == stored.hash)
  }

  @Test("A code is redeemed once, whichever servers are asked")
  func once() throws {
    let store = ShelfStore()
    let (one, two) = (try Node(store), try Node(store))
    try one.signIn()
    let code = try #require(try two.code())
    #expect(try one.redeem(code).status == .ok)
    #expect(try two.redeem(code).status == .badRequest)
  }

  @Test("Servers whose clocks are an hour slow and an hour fast agree: the store's clock counts")
  func clocks() throws {
    let store = ShelfStore()
    let (slow, fast) = (try Node(store, wrong: -3600), try Node(store, wrong: 3600))
    try slow.signIn()
    let code = try #require(try slow.code())
    #expect(try fast.redeem(code).status == .ok)
    let second = try #require(try fast.code())
    #expect(try slow.redeem(second).status == .ok)
  }

  @Test(
    "If the store's clock goes back an hour, a sandbox's time stands still; forward, codes expire")
  func steps() throws {
    let store = ShelfStore()
    let (one, two) = (try Node(store), try Node(store))
    try one.signIn()
    let code = try #require(try one.code())
    let before = Dates.text(House.now)
    store.change { $0.clock -= 3600 }
    #expect(try two.redeem(code).status == .ok)
    #expect(store.content.logs["default"]?.last?["at"] == before, "time does not go back")
    let late = try #require(try two.code())
    store.change { $0.clock += 7200 }
    let answer = try one.redeem(late)
    #expect(answer.status == .badRequest && answer.text.contains("expired"))
  }

  @Test("An append whose answer is lost gives 503, and is never done twice")
  func lostAnswer() throws {
    let store = ShelfStore()
    let one = try Node(store)
    try one.signIn()
    let code = try #require(try one.code())
    store.change { $0.losesAnswer = true }
    #expect(try one.redeem(code).status == .serviceUnavailable)
    let count = store.content.logs["default"]?.count
    let answer = try one.redeem(code)
    #expect(answer.status == .badRequest && answer.text.contains("has been used"))
    #expect(store.content.logs["default"]?.count ?? 0 >= count ?? 1)
  }

  @Test("A server that starts takes the snapshot and replays what follows")
  func snapshot() throws {
    let store = ShelfStore()
    let one = try Node(store)
    try one.signIn()
    let code = try #require(try one.code())
    #expect(try one.control(.post, "/checkpoints", ["name": "then"]).status.code < 300)
    one.server.end()
    let snapshot = try #require(store.content.snapshots["default"])
    #expect(snapshot.version == store.content.logs["default"]?.last?.version)
    #expect(snapshot["previous"] == store.content.logs["default"]?.last?.hash)
    let second = try #require(try one.code())
    // Only what a server that has a snapshot needs.
    store.change { $0.logs["default"]?.removeAll { $0.version < snapshot.version } }
    let two = try Node(store)
    #expect(try two.redeem(code).status == .ok)
    #expect(try two.redeem(second).status == .ok)
    #expect(try one.redeem(code).status == .badRequest)
    #expect(try two.control(.post, "/checkpoints/then/restore").status.code < 300)
    #expect(try one.redeem(code).status == .ok, "the checkpoint was in the snapshot")
    #expect(two.said.withLock { $0 }.isEmpty)
  }

  @Test("A log that lacks its beginning has to have a snapshot")
  func noSnapshot() throws {
    let store = ShelfStore()
    try Node(store).signIn()
    store.change { $0.logs["default"]?.removeFirst() }
    #expect(throws: StoreFailure.self) { _ = try Node(store) }
  }

  @Test("A snapshot that is cut at any byte, or changed, is refused as a whole")
  func damage() throws {
    let store = ShelfStore()
    let one = try Node(store)
    try one.signIn()
    one.server.end()
    let whole = try #require(store.content.snapshots["default"])
    let bytes = Array(whole.json.utf8)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 64)) {
      let cut = StoredEntry(version: whole.version, json: Array(bytes[..<count]))
      #expect(cut?.isWhole != true)
      var changed = bytes
      changed[count] = changed[count] == 0x37 ? 0x38 : 0x37
      #expect(StoredEntry(version: whole.version, json: changed)?.isWhole != true)
    }
    let fields = whole.fields.map {
      $0.name == "contents" ? StoredEntry.Field("contents", String($0.value.dropLast())) : $0
    }
    store.change { $0.snapshots["default"] = StoredEntry(version: whole.version, fields: fields) }
    do {
      _ = try Node(store)
      Issue.record("a damaged snapshot is taken")
    } catch let failure as StoreFailure {
      #expect(failure.reason.contains("damaged"))
    }
    // Whole, and of a version that has other contents.
    let other = StoredEntry(
      version: whole.version,
      whole.fields.filter { !["previous", "hash"].contains($0.name) }.map {
        $0.name == "contents" ? StoredEntry.Field("contents", ".0;3:new1;") : $0
      }, after: whole["previous"] ?? "")
    store.change { $0.snapshots["default"] = other }
    do {
      _ = try Node(store)
      Issue.record("a snapshot of another version is taken")
    } catch let failure as StoreFailure {
      #expect(
        failure.reason.contains("can't be read") && failure.reason.contains("understudy test"))
    }
  }

  @Test(
    "A server that would decide otherwise stops at the first difference, and goes on from a snapshot"
  )
  func otherSetting() throws {
    let store = ShelfStore()
    let one = try Node(store) { $0.site.acceptsAnyClient = true }
    try one.signIn()
    let two = try Node(store, setting: "two")
    let code = try #require(try one.code(of: "anybody"))
    #expect(!code.isEmpty)
    let answer = try two.send(
      Request(
        method: .get, authority: "localhost", target: "/standard/.well-known/openid-configuration"))
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.text.contains("would be decided as"))
    one.server.end()
    #expect(try two.code() != nil)
    #expect(two.said.withLock { $0.contains { $0.contains("The snapshot is taken as it is") } })
  }

  @Test("An entry that is cut at any byte, or changed, is not whole")
  func cutEntry() throws {
    let store = ShelfStore()
    try Node(store).signIn()
    let entry = try #require(store.content.logs["default"]?.last)
    let bytes = Array(entry.json.utf8)
    #expect(StoredEntry(version: entry.version, json: bytes)?.isWhole == true)
    for count in 0..<bytes.count {
      let cut = StoredEntry(version: entry.version, json: Array(bytes[..<count]))
      #expect(cut?.isWhole != true, "cut at \(count)")
    }
    for field in entry.fields {
      let fields = entry.fields.filter { $0 != field }
      #expect(!StoredEntry(version: entry.version, fields: fields).isWhole, "without \(field.name)")
    }
  }
}
