internal import Basics
internal import Dispatch
internal import Server

extension Sandbox {
  /// Waits for the next exchange.
  ///
  /// Each exchange is handed out once: the first call also finds one that is over already, and the next call goes on
  /// behind it. So nothing is missed between what the app does and the wait for it, and calls with different filters do not
  /// disturb each other.
  ///
  /// ```swift
  /// app.signIn()
  /// let exchange = try await sandbox.next(matching: .at("vk", "token"), timeout: .seconds(5))
  /// #expect(exchange.status == 200, "\(exchange)")
  /// ```
  /// - Parameters:
  ///   - filter: Which ones are meant.
  ///   - timeout: How long to wait.
  ///   - isMeant: A further condition for the exchange.
  /// - Throws: ``TimedOut``; `CancellationError` where the task is cancelled; ``Understudy/ControlAPIError`` where the sandbox ends.
  public func next(
    matching filter: Filter = .all, timeout: Duration = .seconds(10),
    where isMeant: @Sendable (JournalEntry) throws -> Bool = { _ in true }
  ) async throws -> JournalEntry {
    let deadline = ContinuousClock.now + timeout
    var filter = filter
    filter.kind = filter.kind ?? "exchange"
    var after = 0
    while true {
      let found = try await entries(filter, after: after, until: deadline)
      for entry in found where try isMeant(entry) {
        let isNew = understudy.handedOut.withLock {
          $0[id, default: []].insert(entry.number).inserted
        }
        if isNew { return entry }
      }
      after = found.last?.number ?? after
      if found.isEmpty, ContinuousClock.now >= deadline {
        throw TimedOut(filter: filter, timeout: timeout, came: try journal())
      }
    }
  }

  /// What stands behind a number, as soon as there is something; nothing when the time is over.
  private func entries(
    _ filter: Filter, after: Int, until deadline: ContinuousClock.Instant
  ) async throws -> [JournalEntry] {
    try Task.checkCancellation()
    let left = max((deadline - .now).milliseconds, 0)
    // The control API waits for a minute at most, and in whole seconds; the timer below keeps the time.
    let wait = min((left + 999) / 1_000, 60)
    let path =
      "/sandboxes/\(id)"
      + Self.journalPath(
        filter.fields + [("after", String(after)), ("wait", String(wait))])
    switch try understudy.perform(.get, path) {
    case .later(let waiting):
      let timer = DispatchWorkItem {
        waiting.finish(Answer(status: .ok, body: Array("[]".utf8)))
      }
      if left < 60_000 {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(left), execute: timer)
      }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { done in waiting.watch { done.resume(returning: $0) } }
      } onCancel: {
        waiting.finish(Answer(status: .ok, body: Array("[]".utf8)))
      }
      timer.cancel()
      try Task.checkCancellation()
      return Self.entries(try Understudy.value(of: answer, path))
    case .json(_, let value), .page(let value, _): return Self.entries(value)
    case .text, .nothing: return []
    }
  }

  private static func entries(_ list: JSONValue) -> [JournalEntry] {
    list.arrayValue?.map { JournalEntry($0) } ?? []
  }
}
