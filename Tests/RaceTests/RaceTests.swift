import Foundation
import Synchronization
import Testing
import UnderstudyKit

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

/// A target of its own: `.ci/run` builds it, and what it needs, for the thread sanitizer.
@Suite("Races")
struct RaceTests {
  static let back = "http://127.0.0.1:7999/cb"
  let sandbox: Sandbox

  init() throws { sandbox = try Understudy().makeSandbox(signIn: "alice") }

  /// Sixty-four threads send the same token request at once: how many were answered with 200.
  ///
  /// Nothing here locks: whether a code is redeemed once is up to the server.
  private func race(_ grant: String, _ name: String, _ value: String) -> Int {
    let request = Sandbox.Request(
      "https://standard.localhost/token",
      form: [
        "client_id": "web", "client_secret": "understudy-secret-0123456789", "grant_type": grant,
        name: value, "redirect_uri": Self.back,
      ])
    let gate = Gate(64)
    let counter = Counter()
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<64 {
      Thread.detachNewThread { [sandbox] in
        gate.pass()
        if sandbox.respond(to: request).status == 200 { counter.add() }
        done.signal()
      }
    }
    for _ in 0..<64 { done.wait() }
    return counter.value
  }

  @Test("sixty-four redemptions of one code give one success, every time", arguments: 0..<8)
  func code(_ round: Int) throws {
    let response = sandbox.respond(
      to: .init(
        "https://standard.localhost/authorize?response_type=code&client_id=web&scope=openid"
          + "&state=\(round)&redirect_uri=\(Self.back)"))
    let code = try #require(response.parameters["code"])
    #expect(race("authorization_code", "code", code) == 1)
  }

  @Test("sixty-four rotations of one refresh token give one success, every time", arguments: 0..<8)
  func refresh(_ round: Int) throws {
    let tokens = try sandbox.mintTokens(at: "standard", client: "web", person: "alice")
    let token = try #require(tokens.refreshToken)
    #expect(race("refresh_token", "refresh_token", token) == 1)
  }
}
