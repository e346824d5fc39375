import Basics
import Engine
import Synchronization

/// Whether the store can be read and written to, as the last calls have found.
final class StoreHealth: Sendable {
  /// A kind of call to the store.
  enum Call: Sendable { case reading, writing }

  private struct State: Sendable {
    /// Why the last entry was not taken; `nil` once one was.
    var unwritten: StoreFailure?
    var isUnread = false
    var isWell: Bool { unwritten == nil && !isUnread }
  }
  private let state = Lock(State())
  private let isWell = Atomic(true)

  /// Why the last entry was not taken; `nil` once one was.
  var unwritten: StoreFailure? { state.withLock { $0.unwritten } }

  /// - Returns: whether it is the first failure.
  func failed(_ call: Call, _ failure: StoreFailure) -> Bool {
    state.withLock { state in
      defer { isWell.store(false, ordering: .relaxed) }
      let wasWell = state.isWell
      if call == .writing { state.unwritten = failure } else { state.isUnread = true }
      return wasWell
    }
  }

  /// - Returns: whether the store is well again. It is not while it can be read and not written to.
  func succeeded(_ call: Call) -> Bool {
    if isWell.load(ordering: .relaxed) { return false }
    return state.withLock { state in
      guard !state.isWell else { return false }
      // What takes entries can be read.
      state.isUnread = false
      if call == .writing { state.unwritten = nil }
      isWell.store(state.isWell, ordering: .relaxed)
      return state.isWell
    }
  }
}

extension Replica {
  /// Notes what came of a call to the store, and tells people when it is lost and when it is back: once each.
  func note(_ failure: StoreFailure?, _ call: StoreHealth.Call = .reading) {
    guard let failure else {
      if health.succeeded(call) { options.say("the store is back") }
      return
    }
    guard failure.kind != .gone, isServing.load(ordering: .relaxed) else { return }
    guard failure.kind != .damaged else { return tell(failure.reason) }
    counters.failures.add(1, ordering: .relaxed)
    guard health.failed(call, failure) else { return }
    options.say(
      "the store \(call == .writing && failure.kind == .refused ? "takes no entries" : "is lost"): \(failure.reason) Requests that change nothing are answered from memory, and others with 503."
    )
  }

  /// Whether the server can answer now: whether the store can be reached, and takes what is written.
  package func isReady() -> (isReady: Bool, why: String) {
    do throws(StoreFailure) {
      if health.unwritten != nil {
        // A balancer sends no requests to a server that is not ready, so the next entry would never come.
        try store.tryWriting()
        note(nil, .writing)
      }
      if try !store.knows(Sandboxes.defaultID) { _ = try askContent() }
      return (true, "")
    } catch {
      return (false, error.reason)
    }
  }
}
