import Testing

@testable import UnderstudyKit

@Suite("Waiting for the next exchange")
struct WaitingTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Understudy(seed: 1).makeSandbox(signIn: "alice") }

  private func ask(_ url: String) { _ = sandbox.respond(to: .init(url)) }
  private func askVK() { ask("https://api.vk.com/method/users.get?v=5.52") }
  private func askInstagram() { ask("https://api.instagram.com/v1/users/self/") }

  @Test("finds what was over before, hands each exchange out once, and then waits")
  func inOrder() async throws {
    askVK()
    askInstagram()
    askVK()
    // Filters do not disturb each other.
    let first = try await sandbox.next(matching: .at("instagram"))
    let second = try await sandbox.next()
    let third = try await sandbox.next()
    #expect([first, second, third].map(\.provider) == ["instagram", "vk", "vk"])
    #expect(second.number < third.number)
    async let waited = sandbox.next(matching: .at("instagram"))
    askVK()
    askInstagram()
    #expect(try await waited.provider == "instagram")
  }

  @Test("takes only what else has to hold")
  func predicate() async throws {
    askVK()
    ask("https://api.vk.com/method/users.get?v=5.52&user_ids=7")
    let seventh = try await sandbox.next { $0.request?.parameters["user_ids"] == "7" }
    #expect(seventh.path == "/method/users.get")
    #expect(try await sandbox.next().number < seventh.number)
  }

  @Test("says what came instead, when the time is over")
  func timeout() async throws {
    askVK()
    let error = await #expect(throws: Sandbox.TimedOut.self) {
      try await sandbox.next(matching: .at("oclc"), timeout: .milliseconds(20))
    }
    let text = "\(try #require(error))"
    #expect(text.contains("provider oclc") && text.contains("GET /method/users.get"), "\(text)")
  }

  @Test("ends when its task is cancelled")
  func cancelled() async throws {
    let sandbox = sandbox
    let task = Task { try await sandbox.next(timeout: .seconds(60)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("ends when its sandbox ends")
  func ended() async throws {
    let sandbox = sandbox
    let task = Task { try await sandbox.next(timeout: .seconds(60)) }
    // Whether it waits already or is only about to, it is told.
    try sandbox.delete()
    let error = await #expect(throws: Understudy.ControlAPIError.self) { try await task.value }
    #expect(error?.status == 410)
  }

  @Test("leaves no one behind who would take another's place")
  func givenUp() async throws {
    // More than may wait at once for one journal.
    for _ in 0..<70 {
      await #expect(throws: Sandbox.TimedOut.self) {
        try await sandbox.next(matching: .at("oclc"), timeout: .milliseconds(1))
      }
    }
    askVK()
    #expect(try await sandbox.next().provider == "vk")
  }
}
