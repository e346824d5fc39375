import Basics
import Foundation
import HTTPTypes
import ProviderModel
import Server
import Synchronization
import Testing

@testable import Engine

private final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

/// Lets nobody pass before all have come.
private final class Gate: Sendable {
  private let condition = NSCondition()
  private let missing: Mutex<Int>

  init(_ count: Int) { missing = Mutex(count) }

  func pass() {
    condition.lock()
    defer { condition.unlock() }
    missing.withLock { $0 -= 1 }
    condition.broadcast()
    while missing.withLock({ $0 }) > 0 { condition.wait() }
  }
}

@Suite("Races")
struct RaceTests {
  /// Sixty-four threads with the same request at once: how many were answered with 200.
  ///
  /// Nothing here locks: whether a code is granted once is the playhouse's own affair.
  private func race(_ visitor: Visitor, _ target: String, _ form: [(String, String)]) -> Int {
    let house = MockServer(
      Sandboxes(visitor.sandbox, now: visitor.now), fixtures: FixtureSet())
    var headers = Headers()
    headers[.contentType] = "application/x-www-form-urlencoded"
    let request = Request(
      method: .post, authority: Visitor.host, target: target, headers: headers,
      body: Array(QueryStyle().encode(form.map { (name: $0.0, value: $0.1) }).utf8))
    let now = visitor.now
    let gate = Gate(64)
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<64 {
      Thread.detachNewThread {
        gate.pass()
        if house.answer(to: request, at: now).status == .ok { counter.add() }
        done.signal()
      }
    }
    for _ in 0..<64 { done.wait() }
    return counter.value
  }

  static let client = [
    ("client_id", "web"), ("client_secret", TokenTranscriptTests.secret),
  ]

  @Test("sixty-four redemptions of one code give one success, every time", arguments: 0..<8)
  func code(_ round: Int) throws {
    let visitor = try Visitor("standard")
    let code = try TokenTranscriptTests.standard(visitor, "\(round)")
    let won = race(
      visitor, "/standard/token",
      Self.client + [
        ("grant_type", "authorization_code"), ("code", code),
        ("redirect_uri", TokenTranscriptTests.back),
      ])
    #expect(won == 1)
  }

  @Test("sixty-four rotations of one refresh token give one success, every time", arguments: 0..<8)
  func refresh(_ round: Int) throws {
    let visitor = try Visitor("standard")
    let code = try TokenTranscriptTests.standard(visitor, "\(round)")
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": TokenTranscriptTests.back,
      ],
      TokenTranscriptTests.basic)
    let token = try visitor.member("refresh_token")
    let won = race(
      visitor, "/standard/token",
      Self.client + [("grant_type", "refresh_token"), ("refresh_token", token)])
    #expect(won == 1)
  }
}
