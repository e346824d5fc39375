import Basics
import CMicroHTTPD

/// A connection that libmicrohttpd has put aside until someone resumes it: no thread waits for it.
///
/// It is resumed exactly once, by whoever comes first: the timer, the promise that is kept, or the stop.
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

  /// What the connection is to be answered with, once it is resumed.
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
