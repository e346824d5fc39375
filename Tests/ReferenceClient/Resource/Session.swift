import Basics
import HTTPTypes
import Synchronization
import UserAgent

/// Calls an API with a token, and gets a new token when the old one is over: once for all calls that wait for it.
final class Session: Sendable {
  private struct State {
    var signIn: SignIn
    /// Which token of this session it is.
    var number = 0
    var came = Clock.steady
    /// Why there will be no other.
    var end: Rejection?
  }

  /// Seconds before its end, in which a token is good for nothing that takes a while.
  private static let margin = 5.0

  let client: Client
  private let store: Store?
  private let first: SignIn
  private let state: Mutex<State>
  /// Held during a refresh; others wait for the new token.
  private let turn = Mutex(())

  init(_ client: Client, _ signIn: SignIn, store: Store? = nil) {
    self.client = client
    self.store = store
    first = signIn
    state = Mutex(State(signIn: signIn))
  }

  var signIn: SignIn { state.withLock { $0.signIn } }

  /// The answer to a GET, which is 2xx. Two new tokens are all that one call is worth.
  func call(_ url: String) throws(Rejection) -> Answer {
    try renewIfOver()
    var (token, number) = current
    var answer = try ask(url, token)
    if client.has("tries-old-token-again"), answer.status.code == 401 {
      answer = try ask(url, token)
    }
    for _ in 0..<mostRefreshes where hasRefresh && asksForToken(answer) {
      if client.has("new-key-after-refusal") { client.possession?.takeAnotherKey() }
      (token, number) = try refreshed(after: number)
      answer = try ask(url, token)
    }
    guard (200..<300).contains(answer.status.code) else {
      throw Rejection(
        Challenge.error(answer) ?? "resource_refused", "the API answered \(answer.status.code)")
    }
    return answer
  }

  private var mostRefreshes: Int {
    if client.has("tries-old-token-again") { return 1 }
    if client.has("refreshes-once") || client.has("refreshes-no-second-time") {
      return current.number == 0 ? 1 : 0
    }
    return client.has("never-gives-up") ? 6 : 2
  }

  private func asksForToken(_ answer: Answer) -> Bool {
    if answer.status.code == 403, client.has("refreshes-for-scope") { return true }
    if answer.status.code == 400, client.has("refreshes-for-mistakes") { return true }
    if client.has("first-challenge-only"),
      answer.headers.first(.wwwAuthenticate)?.hasPrefix("Bearer ") != true
    {
      return false
    }
    return answer.status.code == 401 && Challenge.asksForToken(answer)
  }

  /// Gets a new token where the old one has ended by its own words.
  func renewIfOver() throws(Rejection) {
    guard isOver, hasRefresh else { return }
    _ = try refreshed(after: current.number)
  }

  /// Follows no redirect, as the token is for this place alone.
  private func ask(_ url: String, _ token: String) throws(Rejection) -> Answer {
    let answer: Answer
    do throws(Rejection) {
      answer = try client.callAPI(url, token)
      if answer.status.code == 503, client.has("storms-at-the-api") {
        for _ in 0..<40 { _ = try? client.callAPI(url, token) }
      }
      ResourceFaults(client, url, token).after(answer)
      TrapFaults(client).answered(answer, url, token)
    } catch {
      ResourceFaults(client, url, token).after(error)
      throw error
    }
    return answer
  }

  private var hasRefresh: Bool {
    !client.has("never-refreshes") && state.withLock { $0.signIn.tokens?.refresh != nil }
  }

  private var current: (token: String, number: Int) {
    state.withLock { ($0.signIn.tokens?.access ?? "", $0.number) }
  }

  /// One that came by refreshing is used for a while, however short its life: the first answer tells.
  var isOver: Bool {
    state.withLock { state in
      guard let life = state.signIn.tokens?.expiresIn else { return false }
      let good = max(life - Self.margin, state.number == 0 ? 0 : Self.margin)
      return Clock.steady - state.came >= good
    }
  }

  /// The token behind number N: fetched now, or by another call in the meantime.
  private func refreshed(after number: Int) throws(Rejection) -> (token: String, number: Int) {
    if client.has("each-for-itself") { return try renew(number) }
    let result: Result<(String, Int), Rejection> = turn.withLock { _ in
      if current.number != number { return .success(current) }
      if let end = state.withLock({ $0.end }) { return .failure(end) }
      do throws(Rejection) {
        return .success(try renew(number))
      } catch {
        state.withLock { $0.end = error }
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func renew(_ number: Int) throws(Rejection) -> (token: String, number: Int) {
    let isLate = number > 0 && client.has("keeps-token-of-sign-in")
    let new = try isLate ? Refresh(client, nil).run(first) : Refresh(client, store).run(signIn)
    state.withLock { state in
      state.signIn = new
      state.number += 1
      state.came = Clock.steady
    }
    return current
  }
}
