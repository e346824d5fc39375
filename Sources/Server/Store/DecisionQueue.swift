import Basics
import Engine

/// A request to a sandbox whose log a store keeps: it waits to be decided.
struct UndecidedRequest: Sendable {
  let request: Request
  var reading: RoutedRequest
  let documents: FetchedDocuments
  /// Gets the decision once the store has what it changes.
  let finish: @Sendable (Result<SharedDecision, StoreFailure>) -> Void

  /// About how many bytes its entry takes.
  fileprivate var size: Int {
    request.headers.reduce(request.target.utf8.count + request.body.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
  }
}

/// The requests to one sandbox that wait to be decided.
///
/// One thread at a time decides on all requests that wait, and their inputs become one entry in the store. So the busier a sandbox
/// is, the less each request costs.
final class DecisionQueue: Sendable {
  private struct State: Sendable {
    var waiting: [UndecidedRequest] = []
    /// Whether a thread decides.
    var isBusy = false
    /// How many requests have come, one after the other, while nobody decided.
    var alone = DecisionQueue.calm
  }
  private let state = Lock(State())

  /// What one entry holds at most.
  private static let mostRequests = 64
  private static let mostBytes = 256 << 10

  /// Who decides on a request that was added.
  enum Decider {
    /// The thread that has added it.
    case caller
    /// A thread that only decides: the caller goes on to read what others ask for, so that more requests share an entry.
    case other
    /// The thread that decides already.
    case present
  }

  /// After so many requests that did not wait for another one, the thread that brings the next one decides on it.
  private static let calm = 8

  func add(_ request: UndecidedRequest) -> Decider {
    state.withLock { state in
      state.waiting.append(request)
      guard !state.isBusy else {
        state.alone = 0
        return .present
      }
      state.isBusy = true
      state.alone += 1
      return state.alone > Self.calm ? .caller : .other
    }
  }

  /// Takes the requests to decide next. If it returns none, the next request that is added starts again.
  func next() -> [UndecidedRequest] {
    state.withLock { state in
      var (count, bytes) = (0, 0)
      for request in state.waiting.prefix(Self.mostRequests) {
        bytes += request.size
        guard count == 0 || bytes <= Self.mostBytes else { break }
        count += 1
      }
      let next = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      state.isBusy = !next.isEmpty
      return next
    }
  }
}
