import Basics

@testable import Server

/// A ticker whose clock stands still until a test moves it, and whose thread never runs.
struct ManualTicker {
  let ticker: Ticker
  private let time = Lock(0)
  private let starts = Lock(0)

  init(canStart: Bool = true) {
    let (time, starts) = (time, starts)
    ticker = Ticker(
      clock: { time.withLock { $0 } },
      start: { _ in
        starts.withLock { $0 += 1 }
        return canStart
      })
  }

  /// How often a thread was started, or should have been.
  var threads: Int { starts.withLock { $0 } }

  /// Moves the clock without looking for waits that are over.
  func set(_ instant: Int) { time.withLock { $0 = instant } }

  /// - Returns: whether anything is left to wait for.
  @discardableResult
  func move(to instant: Int) -> Bool {
    set(instant)
    return ticker.tick()
  }
}

/// Collects what callbacks tell.
struct Heard<Value: Sendable>: Sendable {
  private let list = Lock<[Value]>([])
  var values: [Value] { list.withLock { $0 } }
  func add(_ value: Value) { list.withLock { $0.append(value) } }
}
