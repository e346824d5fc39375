import HTTPMessages
import HTTPTypes
import Synchronization
import UserAgent

/// Calls an API with a token, and gets a new token when the old one is over: once for all calls that wait for it.
final class Session: Sendable {
  private struct State {
    var tokens: Tokens
    /// Which token of this session it is.
    var number = 0
    var came: Double
    /// Why there will be no other.
    var end: Rejection?
  }

  let client: Client
  private let store: Store?
  private let state: Mutex<State>
  /// Held by whoever refreshes; the others wait for the new token.
  private let turn = Mutex(())

  init(_ client: Client, _ tokens: Tokens, store: Store? = nil) {
    self.client = client
    self.store = store
    state = Mutex(State(tokens: tokens, came: Clock.steady))
  }

  var tokens: Tokens { state.withLock { $0.tokens } }

  /// The answer to a GET, which is 2xx.
  func call(_ url: String) throws(Rejection) -> Answer {
    var (token, number, isOver) = current()
    if isOver, hasRefresh { (token, number) = try refreshed(after: number) }
    var answer = try ask(url, token)
    if answer.status.code == 401, hasRefresh, Challenge.asksForToken(answer) {
      (token, number) = try refreshed(after: number)
      answer = try ask(url, token)
    }
    guard (200..<300).contains(answer.status.code) else {
      throw Rejection(
        Challenge.error(answer) ?? "resource_refused", "the API answered \(answer.status.code)")
    }
    return answer
  }

  /// Waits where the API is too busy and says how long; follows no redirect, as the token is for this place alone.
  private func ask(_ url: String, _ token: String) throws(Rejection) -> Answer {
    var answer = try client.caller.get(url, bearer: token)
    for _ in 0..<2 {
      guard let seconds = client.wait(answer) else { break }
      Clock.wait(seconds)
      answer = try client.caller.get(url, bearer: token)
    }
    return answer
  }

  private var hasRefresh: Bool { state.withLock { $0.tokens.refresh != nil } }

  private func current() -> (token: String, number: Int, isOver: Bool) {
    state.withLock { state in
      // One that came by refreshing is tried before it is refreshed again, however short its life.
      let isOver =
        state.number == 0 && state.tokens.expiresIn.map { Clock.steady >= state.came + $0 } ?? false
      return (state.tokens.access, state.number, isOver)
    }
  }

  /// The token behind number N: fetched now, or by another call in the meantime.
  func refreshed(after number: Int) throws(Rejection) -> (token: String, number: Int) {
    let result: Result<(String, Int), Rejection> = turn.withLock { _ in
      let (tokens, now, end) = state.withLock { ($0.tokens, $0.number, $0.end) }
      if now != number { return .success((tokens.access, now)) }
      if let end { return .failure(end) }
      do throws(Rejection) {
        let new = try renew(tokens)
        state.withLock { state in
          state.tokens = new
          state.number += 1
          state.came = Clock.steady
        }
        return .success((new.access, now + 1))
      } catch {
        state.withLock { $0.end = error }
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func renew(_ old: Tokens) throws(Rejection) -> Tokens {
    guard let store else { return try exchange(old, old.refresh) }
    // Another program with the same file may have been here: then the newest token is in the file.
    return try store.alone { () throws(Rejection) in
      let tokens = try exchange(old, store.kept() ?? old.refresh)
      if let kept = tokens.refresh { store.keep(kept) }
      return tokens
    }
  }

  private func exchange(_ old: Tokens, _ token: String?) throws(Rejection) -> Tokens {
    guard let token else { throw Rejection("login_required", "there is no refresh token") }
    var new: Tokens
    do throws(Rejection) {
      new = try client.refresh(token)
    } catch  where error.error == "unreachable" {
      // The answer was lost on its way; once more, and no oftener.
      new = try client.refresh(token)
    } catch {
      if error.error == "invalid_grant" { store?.forget() }
      throw error
    }
    // No new one in the answer: the old one stays good (RFC 6749 §6).
    new.refresh = new.refresh ?? token
    new.scopes = new.scopes ?? old.scopes
    return new
  }
}
