import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

/// A client with fixed addresses names no sandbox: its code or token leads to one.
@Suite("The sandbox that a token leads to")
struct TokenOwnerTests {
  private let house: House
  private var sandboxes: Sandboxes { house.playhouse.sandboxes }

  init() throws {
    house = try House()
    // The default sandbox has the same seed as "one".
    for (id, seed) in [("one", 1), ("two", 2)] {
      let made = try house.send(
        .post, "/_understudy/sandboxes",
        ["id": JSONValue(.string(id)), "seed": JSONValue(.number("\(seed)"))])
      try #require(made.status.code == 201)
    }
  }

  private func mint(_ id: String) throws -> String {
    let answer = try house.send(
      .post, "/_understudy/sandboxes/\(id)/tokens",
      ["provider": "standard", "client": "web", "person": "alice", "issues": ["access"]])
    return try #require(try answer.json()["access_token"]?.stringValue)
  }

  private func entries(_ id: String) -> Int {
    sandboxes.find(id)?.entries(JournalFilter()).filter { $0.entry.kind == .exchange }.count ?? -1
  }

  /// Which sandboxes have answered: how many requests each.
  private var answered: [Int] { ["default", "one", "two"].map(entries) }

  private func call(_ token: String, _ prefix: String = "", _ query: String = "") throws {
    _ = try house.send(
      .get, "\(prefix)/standard/userinfo\(query)",
      headers: [.authorization: "Bearer \(token)"])
  }

  @Test("is the one that issued it, unless the request names another")
  func issuer() throws {
    let token = try mint("two")
    try call(token)
    #expect(answered == [0, 0, 1])
    try call(token, "/_sandbox/one")
    #expect(answered == [0, 1, 1])
    try call("unknown")
    #expect(answered == [1, 1, 1])
  }

  @Test("goes with its server")
  func end() throws {
    weak var owner: SandboxHost?
    do {
      let other = try TokenOwnerTests()
      _ = try other.mint("two")
      owner = other.sandboxes.find("two")
      #expect(owner != nil)
    }
    #expect(owner == nil)
  }

  @Test("is the default one where that knows the token, too")
  func shared() throws {
    let (own, other) = (try mint("default"), try mint("one"))
    try #require(own == other)
    try call(own)
    #expect(answered == [1, 0, 0])
  }

  @Test("is one sandbox where the request presents two of its tokens, and none where they differ")
  func several() throws {
    let (first, second, third) = (try mint("one"), try mint("one"), try mint("two"))
    try #require(first != second)
    try call(first, "", "?access_token=\(second)")
    #expect(answered == [0, 1, 0])
    try call(first, "", "?access_token=\(third)")
    #expect(answered == [1, 1, 0])
  }

  @Test("knows the token: that it is listed is not enough")
  func listed() throws {
    let token = try mint("one")
    let (one, two) = (
      try #require(sandboxes.find("one")), try #require(sandboxes.find("two"))
    )
    sandboxes.index.add(one.contents.withLock { Array($0.sandbox.credentialKeys) }, of: two)
    try call(token)
    #expect(answered == [0, 1, 0])
  }

  private func decide(
    _ request: Request, _ reading: RoutedRequest, in host: SandboxHost
  ) throws -> Decision {
    let step = host.decide(
      request, reading, with: FetchedDocuments(), fetches: false, at: House.now)
    guard case .decided(let decision, _) = step else { throw Undecided() }
    return decision
  }
  private struct Undecided: Error {}

  @Test("lists nothing once it has ended, even if a request to it was under way")
  func ended() throws {
    let path = "/_understudy/sandboxes/one"
    _ = try house.send(.put, path + "/answer", ["sign_in": "alice", "consent": "granted"])
    _ = try mint("one")
    _ = try house.send(.post, path + "/checkpoints", ["name": "kept"])
    let host = try #require(sandboxes.find("one"))
    _ = try house.send(.delete, path)
    #expect(sandboxes.index.count == 0)
    #expect(host.restore("kept") && sandboxes.index.count == 0)
    let request = Request(
      authority: "localhost",
      target: "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)"
        + "&response_type=code&scope=openid")
    let decision = try decide(request, host.read(request), in: host)
    #expect(decision.issued.count == 1 && sandboxes.index.count == 0)
  }

  @Test("reads a request again where its providers have changed meanwhile")
  func changed() throws {
    let host = sandboxes.standard
    let request = Request(authority: "localhost", target: "/standard/jwks")
    let reading = host.read(request)
    #expect(try decide(request, reading, in: host).log.endpoint == "jwks")
    host.contents.withLock { $0.sandbox.play(ProviderCatalog([Provider]())) }
    let decision = try decide(request, reading, in: host)
    #expect(decision.log.endpoint == "-" && decision.write().status == .notFound)
  }

  @Test("keeps no body of the answer to HEAD, as none was sent")
  func head() throws {
    for (method, isEmpty) in [(HTTPRequest.Method.get, false), (.head, true)] {
      _ = try house.send(method, "/standard/jwks")
      let exchange = sandboxes.standard.entries(JournalFilter()).last?.entry.exchange
      #expect(exchange?.answer.body.isEmpty == isEmpty)
    }
  }

  @Test("gives memory back once it has forgotten tokens whose time is over")
  func forgotten() throws {
    let (manual, releases) = (ManualTicker(), Heard<Int>())
    var options = Sandboxes.Options()
    options.releaseMemory = { releases.add(1) }
    let sandboxes = Sandboxes(
      sandboxes.start, options: options, now: House.now, ticker: manual.ticker)
    let server = MockServer(sandboxes, fixtures: FixtureSet())
    // A thousand and twenty-four dead ones are remembered.
    for _ in 0..<1_025 {
      _ = try server.perform(
        .post, "/sandboxes/default/tokens",
        ["provider": "standard", "client": "web", "person": "alice", "issues": ["access"]],
        at: House.now)
    }
    let request = Request(authority: "localhost", target: "/standard/jwks")
    for (later, expected) in [(0, 0), (86_400, 1)] {
      _ = server.respond(to: request, at: House.now + later)
      manual.move(to: 10_000 * (expected + 1))
      #expect(releases.values.count == expected)
    }
  }
}

@Suite("The index of credentials")
struct CredentialIndexTests {
  private let index = CredentialIndex()
  private let hosts: [SandboxHost]
  private let keys: [LedgerKey]

  init() throws {
    let bare = BareSandboxes()
    hosts = [try bare.make(), try bare.make(), try bare.make()]
    keys = try Self.keys.get()
  }

  /// The keys of two hundred tokens.
  private static let keys = Result {
    let house = try House()
    for _ in 0..<200 {
      _ = try house.playhouse.perform(
        .post, "/sandboxes/default/tokens",
        ["provider": "standard", "client": "web", "person": "alice", "issues": ["access"]],
        at: House.now)
    }
    return house.playhouse.sandboxes.standard.contents.withLock {
      Array($0.sandbox.credentialKeys)
    }
  }

  private func owners(_ key: LedgerKey) -> [String] { index.sandboxHosts(key).map(\.id) }

  @Test("lists a sandbox once for a credential, however often it is added")
  func once() {
    for host in [0, 0, 1, 1, 2, 0, 2] { index.add(keys.prefix(1), of: hosts[host]) }
    #expect(Set(owners(keys[0])) == Set(hosts.map(\.id)))
    #expect(owners(keys[0]).count == 3 && index.count == 1)
    index.remove(keys.prefix(1), of: hosts[0])
    #expect(Set(owners(keys[0])) == [hosts[1].id, hosts[2].id])
    index.remove(keys.prefix(1), of: hosts[2])
    index.remove(keys.prefix(1), of: hosts[2])
    #expect(owners(keys[0]) == [hosts[1].id] && !index.isEmpty)
    index.remove(keys.prefix(1), of: hosts[1])
    #expect(owners(keys[0]).isEmpty && index.isEmpty)
  }

  @Test("keeps every other credential when some are removed")
  func others() {
    index.add(keys, of: hosts[0])
    index.remove(keys.prefix(100), of: hosts[0])
    #expect(keys.count == 200 && index.count == 100)
    #expect(keys.prefix(100).allSatisfy { owners($0).isEmpty })
    #expect(keys.dropFirst(100).allSatisfy { owners($0) == [hosts[0].id] })
  }
}
