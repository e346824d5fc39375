import Basics
import Engine
import ProviderModel

/// Operations of the control API on a sandbox whose log a store keeps.
extension SandboxHost {
  /// Runs an operation that changes the sandbox, and appends it to the log.
  /// - Parameter check: may refuse it, knowing what other servers have done.
  func perform(
    _ request: Request, _ token: String, in log: SandboxLog,
    checking check: ((Contents) throws(Problem) -> Void)? = nil
  ) throws(Problem) -> OperationResult {
    guard let control = log.replica.control else { throw Problem(StoreFailure.notReady) }
    let outbox = Outbox()
    let turn = log.turn.acquire()
    let result = contents.withLock { contents in
      Result { () throws(Problem) -> OperationResult in
        do throws(StoreFailure) {
          if !log.isVerified { try catchUp(log, &contents) }
        } catch { throw Problem(error) }
        for _ in 0..<Self.mostConflicts {
          outbox.clear()
          try check?(contents)
          let input = SandboxInput(
            kind: .control, at: log.now(), request: request,
            chance: contents.random.chance(log.replica), token: token)
          if let done = try perform(input, control, outbox, log, &contents) { return done }
        }
        throw Problem(StoreFailure.notReady)
      }
    }
    turn.release()
    let answer = try result.get()
    outbox.send(in: self)
    return answer
  }

  /// - Returns: `nil` if others have changed the sandbox meanwhile.
  private func perform(
    _ input: SandboxInput, _ control: Replica.Performing, _ outbox: Outbox, _ log: SandboxLog,
    _ contents: inout Contents
  ) throws(Problem) -> OperationResult? {
    let draft = draft(contents, input)
    let result = control(input, draft, outbox)
    do throws(StoreFailure) {
      guard case .success = result else {
        // What others have done may be the reason.
        if try catchUp(log, &contents) > 0 { return nil }
        throw StoreFailure.notReady
      }
      switch try log.append([input]) {
      case .appended:
        take(draft, &contents)
        log.keepSnapshot(contents, after: 1)
        for entry in draft.book.entries(JournalFilter()) { record(entry.entry) }
      case .conflict, .gone:
        try catchUp(log, &contents)
        return nil
      }
    } catch {
      if case .failure(let problem) = result { throw problem }
      throw Problem(error)
    }
    return try result.get()
  }

  /// A copy of the sandbox on which an operation is tried.
  func draft(_ contents: Contents, _ input: SandboxInput) -> SandboxHost {
    var contents = contents
    let random = contents.random
    contents.random = input.chance.entropy
    let draft = SandboxHost(
      id: id, label: label, created: created, lifetime: lifetime, contents: contents,
      budget: JournalBudget(), index: index, owner: self)
    contents.random = random
    return draft
  }

  func take(_ draft: SandboxHost, _ contents: inout Contents) {
    let made = draft.contents.withLock { $0 }
    let (random, used, isClosed) = (contents.random, contents.used, contents.isClosed)
    contents = made
    (contents.used, contents.isClosed) = (max(used, made.used), isClosed)
    if made.random.position == nil { contents.random = random }
  }
}

/// What an operation sends to clients: not before the store has it.
package final class Outbox: Sendable {
  private struct Message: Sendable { let send: @Sendable (SandboxHost) -> Void }
  private let messages = Lock<[Message]>([])

  func add(_ send: @escaping @Sendable (SandboxHost) -> Void) {
    messages.withLock { $0.append(Message(send: send)) }
  }
  fileprivate func clear() { messages.withLock { $0 = [] } }
  fileprivate func send(in sandboxHost: SandboxHost) {
    for message in messages.withLock({ $0 }) { message.send(sandboxHost) }
  }
}
