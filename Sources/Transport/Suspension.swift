import Basics
import CMicroHTTPD

/// A connection that libmicrohttpd has suspended. No thread waits for it.
///
/// It is resumed exactly once: by its timer, by its answer, or when the server stops.
final class Suspension: Sendable {
  private struct State: @unchecked Sendable {
    var handle: OpaquePointer?
    var answer: Answer?
  }
  private let state: Lock<State>
  private let book: SuspensionBook

  init(_ handle: OpaquePointer, in book: SuspensionBook) {
    state = Lock(State(handle: handle))
    self.book = book
  }

  /// The answer to send once the connection is resumed.
  var answer: Answer? { state.withLock { $0.answer } }

  func resume(with answer: Answer? = nil) {
    let handle = state.withLock { state -> OpaquePointer? in
      guard let handle = state.handle else { return nil }
      state.handle = nil
      state.answer = answer
      return handle
    }
    guard let handle else { return }
    book.remove(self)
    MHD_resume_connection(handle)
  }
}

/// All suspended connections of a server.
///
/// Stopping the daemon over a suspended connection makes libmicrohttpd abort the process. So the decision to
/// suspend is taken under the lock under which the book is closed.
final class SuspensionBook: Sendable {
  private struct State: Sendable {
    var open: [ObjectIdentifier: (suspension: Suspension, answer: Answer, isShort: Bool)] = [:]
    var isClosed = false
    var isClosedToAll = false
  }
  private let state = Lock(State())

  /// Suspends the connection: only on its own thread, inside a callback of libmicrohttpd's.
  /// - Parameters:
  ///   - isShort: whether the wait ends by itself in a moment: then a server that stops waits for it.
  ///   - answer: the answer if the server stops first.
  /// - Returns: `nil` if the server is stopping.
  func suspend(
    _ handle: OpaquePointer, isShort: Bool = false,
    else answer: Answer = Rejection.stopping.answer
  ) -> Suspension? {
    let suspension = Suspension(handle, in: self)
    return state.withLock { state in
      guard !(isShort ? state.isClosedToAll : state.isClosed) else { return nil }
      MHD_suspend_connection(handle)
      state.open[ObjectIdentifier(suspension)] = (suspension, answer, isShort)
      return suspension
    }
  }

  func remove(_ suspension: Suspension) {
    state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(suspension)) }
  }

  /// Resumes connections, and suspends no more: the server stops.
  /// - Parameter all: whether short waits end too.
  func close(all: Bool = false) {
    let ended = state.withLock { state in
      state.isClosed = true
      state.isClosedToAll = state.isClosedToAll || all
      return state.open.values.filter { all || !$0.isShort }
    }
    for wait in ended { wait.suspension.resume(with: wait.answer) }
  }
}
