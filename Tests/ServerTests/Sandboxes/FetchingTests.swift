import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Server

/// A request that needs a document: fetched outside of every lock, once, and not for ever.
@Suite("A request that needs a document")
struct FetchingTests {
  private static let address = "https://app.example/client.json"
  private static let target =
    "/standard/authorize?client_id=\(address)&redirect_uri=https://app.example/cb"
    + "&response_type=code&scope=openid"
  private static let document = FetchedDocument(
    address,
    .content(
      .init(
        status: 200, type: "application/json",
        body: Array(
          "{\"client_id\": \"\(address)\", \"redirect_uris\": [\"https://app.example/cb\"]}".utf8)))
  )

  /// Keeps what is asked for until a test answers.
  private final class SlowFetcher: DocumentFetcher {
    struct Order: Sendable {
      let address: String
      let finish: @Sendable (FetchedDocument) -> Void
    }
    let open = Lock<[Order]>([])

    func fetch(_ address: String, _ finish: @escaping @Sendable (FetchedDocument) -> Void) {
      open.withLock { $0.append(Order(address: address, finish: finish)) }
    }
  }

  private let fetcher = SlowFetcher()
  private let house: House
  init() throws {
    let fetcher = fetcher
    house = try House { $0.sandboxes.fetcher = fetcher }
  }

  private func begin(_ target: String = target) -> Reply {
    house.playhouse.respond(to: Request(authority: "localhost", target: target), at: House.now)
  }

  private func answer(_ reply: Reply) -> Answer? {
    switch reply {
    case .answer(let answer): return answer
    case .later(let waiting):
      let kept = Lock<Answer?>(nil)
      waiting.watch { answer in kept.withLock { $0 = answer } }
      return kept.withLock { $0 }
    }
  }

  @Test("waits without a thread, while others are answered, and is decided with the document")
  func waits() throws {
    let reply = begin()
    guard case .later(let waiting) = reply else {
      Issue.record("answered without its document")
      return
    }
    #expect(!waiting.isOver)
    #expect(try house.send(.get, "/standard/jwks").status == .ok)
    let open = try #require(fetcher.open.withLock { $0.first })
    #expect(open.address == Self.address)
    open.finish(Self.document)
    #expect(waiting.isOver)
    let page = try #require(answer(reply))
    #expect(page.status == .ok)
    #expect(page.headers[.understudyExchange] != nil)
    // It is known now.
    #expect(answer(begin())?.status == .ok)
    #expect(fetcher.open.withLock { $0.count } == 1)
  }

  @Test("is decided once, whatever arrives later")
  func once() throws {
    let reply = begin()
    let open = try #require(fetcher.open.withLock { $0.first })
    open.finish(Self.document)
    open.finish(FetchedDocument(Self.address, .failed(.unreached, why: "", remedy: "")))
    #expect(answer(reply)?.status == .ok)
    let count = house.playhouse.sandboxes.standard.journalExtent.count
    #expect(count == 1)
  }

  @Test("is answered when the document does not arrive in time")
  func late() throws {
    let clock = Lock(0)
    let ticker = Ticker(clock: { clock.withLock { $0 } }, start: { _ in true })
    let kept = Lock<FetchedDocument?>(nil)
    Fetching(of: Self.address, ticker).start(with: fetcher) { document in
      kept.withLock { $0 = document }
    }
    clock.withLock { $0 = Fetching.patience - 1 }
    _ = ticker.tick()
    #expect(kept.withLock { $0 == nil })
    clock.withLock { $0 = Fetching.patience }
    _ = ticker.tick()
    guard case .failed(.unreached, let why, _)? = kept.withLock({ $0?.result }) else {
      Issue.record("still waiting")
      return
    }
    #expect(why.contains("5 seconds"))
  }

  @Test("fetches for its own sandbox, and again after a reset")
  func reset() throws {
    _ = begin()
    try #require(fetcher.open.withLock { $0.first }).finish(Self.document)
    let other = try sandbox()
    guard case .later = begin("/_sandbox/\(other)\(Self.target)") else {
      Issue.record("a sandbox knows the document of another one")
      return
    }
    #expect(try house.send(.post, "/_understudy/sandboxes/default/reset").status.code < 300)
    guard case .later = begin() else {
      Issue.record("a reset sandbox remembers a document")
      return
    }
  }

  private func sandbox() throws -> String {
    let made = try house.send(.post, "/_understudy/sandboxes", [:]).json()
    return try #require(made["id"]?.stringValue)
  }

  @Test("hears that its sandbox was deleted meanwhile")
  func deleted() throws {
    let id = try sandbox()
    let reply = begin("/_sandbox/\(id)\(Self.target)")
    #expect(try house.send(.delete, "/_understudy/sandboxes/\(id)").status.code < 300)
    try #require(fetcher.open.withLock { $0.first }).finish(Self.document)
    #expect(answer(reply)?.status.code == 410)
  }

  @Test("gets the document that a test hands in, or hears that there is none")
  func given() throws {
    let house = try House {
      $0.sandboxes.fetcher = GivenDocuments { address in
        address == Self.address
          ? "{\"client_id\": \"\(Self.address)\", \"redirect_uris\": [\"https://app.example/cb\"]}"
          : nil
      }
    }
    for (target, status) in [
      (Self.target, 200), (Self.target.replacing("client.json", with: "other.json"), 400),
    ] {
      let reply = house.playhouse.respond(
        to: Request(authority: "localhost", target: target), at: House.now)
      #expect(answer(reply)?.status.code == status)
    }
  }
}
