import ProviderModel
import Testing

@testable import Engine

/// How much a sandbox keeps of what browsers begin, and how long.
@Suite("A sandbox's memory")
struct StateBoundTests {
  private func ticket() -> Ticket {
    Ticket(
      provider: "p", browser: "", request: nil, refusal: nil, next: nil, step: nil, ends: 10)
  }

  @Test("holds 10,000 sign-ins that have begun, and as many sessions")
  func number() {
    let state = State()
    for number in 0...10_000 {
      state.tickets.insert(ticket(), for: "\(number)", ends: 10, bytes: 0)
      state.sessions.insert(
        Session(provider: "p", person: "a", since: 0, ends: 10), for: "\(number)", ends: 10,
        bytes: 0)
      if number == 9_999 { #expect(state.tickets["0"] != nil && state.sessions["0"] != nil) }
    }
    #expect(state.tickets.count == 10_000 && state.sessions.count == 10_000)
    #expect(state.tickets["0"] == nil && state.sessions["0"] == nil)
  }

  @Test("holds 16 MiB of sign-ins that have begun")
  func bytes() {
    for more in [0, 1] {
      let state = State()
      let room = 16 * 1024 * 1024 - 2 * 256
      state.tickets.insert(ticket(), for: "first", ends: 10, bytes: 0)
      state.tickets.insert(ticket(), for: "last", ends: 10, bytes: room + more)
      #expect((state.tickets["first"] == nil) == (more == 1))
      #expect(state.tickets["last"] != nil)
    }
  }

  @Test("keeps a window of calls until it is over, though an older one of its name has ended")
  func windows() {
    for (now, isKept) in [(599, true), (600, false)] {
      let state = State()
      var window = RateWindow()
      window.add(RateLimit(most: 1, seconds: 60), at: 540)
      #expect(window.ends == 600)
      state.rates["k"] = window
      state.expire(.rate("k"), at: 60)
      _ = state.clean(at: now)
      #expect((state.rates["k"] != nil) == isKept)
    }
  }

  @Test("forgets a nonce and the mark of a grant's end when their time has come")
  func others() {
    let state = State()
    state.nonces["n"] = 0
    state.expire(.nonce("n"), at: 60)
    _ = state.clean(at: 119)
    #expect(state.nonces["n"] != nil)
    _ = state.clean(at: 120)
    #expect(state.nonces.isEmpty)
  }

  // MARK: By requests

  @Test(
    "keeps a sign-in that has begun for half an hour, to the second",
    arguments: [(1_799, true), (1_800, false)])
  func ticket(_ wait: Int, _ isGood: Bool) throws {
    let stage = try StandardVisitor()
    stage.authorize()
    stage.visitor.now += wait
    stage.typePassword()
    #expect(stage.asksForConsent == isGood)
    #expect(stage.status == (isGood ? 200 : 403), "\(stage.visitor.page)")
  }

  @Test(
    "keeps a session for fourteen days, to the second",
    arguments: [(14 * 86_400 - 1, true), (14 * 86_400, false)])
  func session(_ wait: Int, _ isGood: Bool) throws {
    let stage = try StandardVisitor()
    _ = try stage.code()
    stage.visitor.now += wait
    stage.authorize(["prompt": "none"])
    if isGood {
      #expect(try stage.visitor.parameter("code").isEmpty == false)
    } else {
      try stage.expectRedirect(.loginRequired, "login_required")
    }
  }
}
