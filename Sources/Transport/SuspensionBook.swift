import Basics
import CMicroHTTPD

/// All suspended connections of a server.
///
/// Stopping the daemon over a suspended connection makes libmicrohttpd abort the process. So the decision to
/// suspend is taken under the lock under which the book is closed.
final class SuspensionBook: Sendable {
  private struct State: Sendable {
    var open: [ObjectIdentifier: (Suspension, Answer)] = [:]
    var isClosed = false
  }
  private let state = Lock(State())

  /// Suspends the connection: only on its own thread, inside a callback of libmicrohttpd's.
  /// - Parameter answer: what it gets if the server stops first.
  /// - Returns: `nil` when the server stops and nothing may wait any more.
  func suspend(_ handle: OpaquePointer, else answer: Answer = Rejection.stopping.answer)
    -> Suspension?
  {
    let suspension = Suspension(handle, in: self)
    return state.withLock { state in
      guard !state.isClosed else { return nil }
      MHD_suspend_connection(handle)
      state.open[ObjectIdentifier(suspension)] = (suspension, answer)
      return suspension
    }
  }

  func remove(_ suspension: Suspension) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(suspension)) }
  }

  /// Nobody is kept waiting when the server stops, and nobody waits from now on.
  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for (suspension, answer) in all { suspension.resume(with: answer) }
  }
}
