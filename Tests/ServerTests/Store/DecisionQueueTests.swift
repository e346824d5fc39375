import Basics
import Dispatch
import Engine
import HTTPTypes
import Testing

@testable import Server

/// Requests that come to one sandbox while the store is busy.
@Suite("Requests to one sandbox at the same time")
struct DecisionQueueTests {
  private let store = ShelfStore()

  private func node(seed: UInt64? = nil) throws -> House {
    var options = Replica.Options()
    options.program = "understudy test"
    let house = try House(replica: Replica(store, options)) { $0.sandboxes.seed = seed }
    try house.playhouse.begin()
    return house
  }

  private static func authorize(_ state: String = "1") -> Request {
    Request(
      method: .get, authority: "localhost",
      target:
        "/standard/authorize?response_type=code&client_id=web&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&scope=openid&state=\(state)"
    )
  }

  private static func redeem(_ code: String) -> Request {
    var request = Request(
      method: .post, authority: "localhost", target: "/standard/token",
      headers: [
        .contentType: "application/x-www-form-urlencoded",
        .authorization: "Basic " + Base64.encode(Array("web:understudy-secret-0123456789".utf8)),
      ])
    request.body = Array(
      "grant_type=authorization_code&code=\(code)&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb"
        .utf8)
    return request
  }

  private static let discovery = Request(
    method: .get, authority: "localhost", target: "/standard/.well-known/openid-configuration")

  private func signIn(_ house: House) throws {
    let answer = try house.send(
      .put, "/_understudy/sandboxes/default/answer",
      ["sign_in": "alice", "consent": "granted"])
    #expect(answer.status == .ok)
  }

  private func parameter(_ name: String, of answer: Answer) -> String? {
    let query = (answer.headers[.location] ?? "").split(separator: "?").last ?? ""
    return Parameters(formEncoded: query).list.first { $0.isNamed(name) }?.value
  }

  /// Sends requests while the store takes the entry of another one.
  /// - Parameter act: runs when all wait, before the store goes on.
  /// - Returns: the answers, the first one's first.
  private func send(
    _ first: Request, then others: [Request], to house: House, _ act: () -> Void = {}
  ) throws -> [Answer] {
    let (reached, goesOn, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let answers = Lock<[Int: Answer]>([:])
    let server = house.playhouse
    @Sendable func put(_ place: Int, _ reply: Reply) {
      @Sendable func keep(_ answer: Answer) {
        answers.withLock { $0[place] = answer }
        done.signal()
      }
      switch reply {
      case .answer(let answer): keep(answer)
      case .later(let waiting): waiting.watch(keep)
      }
    }
    store.change {
      $0.before.act = {
        reached.signal()
        goesOn.wait()
      }
    }
    DispatchQueue.global().async { put(0, server.respond(to: first, at: House.now)) }
    reached.wait()
    for (place, request) in others.enumerated() {
      put(place + 1, server.respond(to: request, at: House.now))
    }
    #expect(answers.withLock { $0.isEmpty })
    act()
    goesOn.signal()
    for _ in 0...others.count { done.wait() }
    return answers.withLock { answers in (0...others.count).compactMap { answers[$0] } }
  }

  @Test("become one entry, in their order, which another server replays", arguments: [nil, 7])
  func together(seed: UInt64?) throws {
    let house = try node(seed: seed)
    try signIn(house)
    let before = store.content.logs["default"]?.count ?? 0
    let requests = ["b", "c", "d"].map { Self.authorize($0) } + [Self.discovery]
    let answers = try send(Self.authorize("a"), then: requests, to: house)
    #expect(answers.dropLast().map { parameter("state", of: $0) } == ["a", "b", "c", "d"])
    #expect(answers.last?.status == .ok)
    let entries = (store.content.logs["default"] ?? []).dropFirst(before)
    #expect(entries.count == 2)
    let inputs = entries.last.flatMap(SandboxInput.inputs)
    // With a seed, whatever draws from it is stored, too.
    #expect(inputs?.count == (seed == nil ? 3 : 4))
    #expect(entries.last?["3.target"]?.hasSuffix("state=d") == true)
    // Each code is good at the other server, once.
    let other = try node(seed: seed)
    let codes = answers.compactMap { parameter("code", of: $0) }
    #expect(Set(codes).count == 4)
    for code in codes {
      #expect(try other.answer(to: Self.redeem(code)).status == .ok)
      #expect(try house.answer(to: Self.redeem(code)).status == .badRequest)
    }
  }

  @Test("have one winner if they redeem the same code")
  func winner() throws {
    let house = try node()
    try signIn(house)
    let code = try #require(parameter("code", of: house.answer(to: Self.authorize())))
    let answers = try send(
      Self.authorize(), then: Array(repeating: Self.redeem(code), count: 5), to: house)
    #expect(answers.dropFirst().filter { $0.status == .ok }.count == 1)
  }

  @Test("are decided again after another server was faster")
  func conflict() throws {
    let (house, other) = (try node(), try node())
    try signIn(house)
    let code = try #require(parameter("code", of: house.answer(to: Self.authorize())))
    let answers = try send(
      Self.authorize(), then: [Self.authorize("x"), Self.redeem(code)], to: house
    ) {
      #expect((try? other.answer(to: Self.redeem(code)))?.status == .ok)
    }
    #expect(parameter("state", of: answers[1]) == "x")
    #expect(answers[2].status == .badRequest)
  }

  @Test("are refused where they change something that the store does not take, and only there")
  func refused() throws {
    let house = try node()
    try signIn(house)
    let answers = try send(
      Self.authorize(), then: [Self.authorize(), Self.discovery, Self.authorize()], to: house
    ) {
      store.change { $0.refusal = StoreFailure(.refused, "There is no room.") }
    }
    #expect(answers.map(\.status.code) == [503, 503, 200, 503])
    #expect(answers[1].text.contains("There is no room."))
    store.change { $0.refusal = nil }
    #expect(try parameter("code", of: house.answer(to: Self.authorize())) != nil)
  }

  @Test("are answered from memory where they only read and the store is away")
  func away() throws {
    let house = try node()
    try signIn(house)
    let answers = try send(Self.authorize(), then: [Self.discovery, Self.authorize()], to: house) {
      store.change { $0.outage = StoreFailure(.unavailable, "The store is away.") }
    }
    #expect(answers.map(\.status.code) == [503, 200, 503])
    #expect(answers[1].headers[.understudyStore] == "stale")
  }

  @Test("are decided by a thread of their own until they come one after the other again")
  func deciders() throws {
    let queue = DecisionQueue()
    let sandbox = try #require(node().playhouse.sandboxes.find(Sandboxes.defaultID))
    let waiting = UndecidedRequest(
      request: Self.discovery, reading: sandbox.read(Self.discovery),
      documents: FetchedDocuments()
    ) { _ in }
    // One after the other, each decided before the next one comes.
    func alone() -> DecisionQueue.Decider {
      let decider = queue.add(waiting)
      #expect(queue.next().count == 1)
      #expect(queue.next().isEmpty)
      return decider
    }
    #expect(alone() == .caller)
    #expect(queue.add(waiting) == .caller)
    #expect(queue.next().count == 1)
    #expect((0..<3).map { _ in queue.add(waiting) } == [.present, .present, .present])
    #expect(queue.next().count == 3)
    #expect(queue.next().isEmpty)
    #expect((0..<9).map { _ in alone() } == Array(repeating: .other, count: 8) + [.caller])
  }

  @Test("An entry whose numbers have a gap, or whose input lacks a field, is not read")
  func damaged() throws {
    let house = try node()
    try signIn(house)
    _ = try send(
      Self.authorize(), then: [Self.authorize(), Self.authorize(), Self.authorize()], to: house)
    let entry = try #require(store.content.logs["default"]?.last)
    #expect(SandboxInput.inputs(of: entry)?.count == 3)
    func changed(_ change: (StoredEntry.Field) -> StoredEntry.Field?) -> StoredEntry {
      StoredEntry(version: entry.version, fields: entry.fields.compactMap(change))
    }
    let gap = changed { $0.name.hasPrefix("2.") ? nil : $0 }
    #expect(SandboxInput.inputs(of: gap) == nil)
    let lacking = changed { $0.name == "3.target" ? nil : $0 }
    #expect(SandboxInput.inputs(of: lacking) == nil)
    let huge = changed { $0.name == "3.target" ? .init("\(Int.max).target", $0.value) : $0 }
    #expect(SandboxInput.inputs(of: huge) == nil)
  }
}

extension House {
  /// The answer to a request, which may have to wait for those before it to be put away.
  fileprivate func answer(to request: Request) throws -> Answer {
    switch playhouse.respond(to: request, at: House.now) {
    case .answer(let answer): return answer
    case .later(let waiting):
      let (found, done) = (Lock<Answer?>(nil), DispatchSemaphore(value: 0))
      waiting.watch { answer in
        found.withLock { $0 = answer }
        done.signal()
      }
      done.wait()
      return try found.withLock { answer in
        guard let answer else { throw House.Late() }
        return answer
      }
    }
  }
}
