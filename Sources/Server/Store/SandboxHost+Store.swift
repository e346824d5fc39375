import Basics
import Engine
import HTTPTypes
import ProviderModel

/// A decision that replicas agree on.
struct SharedDecision {
  let decision: Decision
  let instants: Instants
  /// Whether it was decided from memory, as the store can't be reached. It changes nothing.
  let isStale: Bool
  /// The number in the journal, if a number was taken.
  var number: Int?
}

/// Decisions in a sandbox whose log a store keeps. Nobody is answered before the store has the input.
extension SandboxHost {
  /// How often another replica may come first before a request is given up.
  private static let mostConflicts = 1_000

  /// Decides inside of the lock, and appends the request to the log if it changes anything.
  func decide(
    _ request: Request, _ reading: RoutedRequest, with documents: FetchedDocuments,
    in log: SandboxLog
  ) throws(StoreFailure) -> SharedDecision {
    let turn = log.turn.acquire()
    defer { turn.release() }
    log.number = JournalNumber(isWanted: journal != nil)
    defer { log.number = JournalNumber(isWanted: false) }
    var reading = reading
    while true {
      let result = contents.withLock { contents in
        Result { () throws(StoreFailure) -> Result<SharedDecision, OtherSite> in
          try decide(request, reading, documents, log, &contents)
        }
      }
      switch try result.get() {
      case .success(var decision):
        decision.number = log.number.number
        return decision
      case .failure(let other): reading = reread(request, at: other.site)
      }
    }
  }

  /// Decides on a request that no provider answers, such as the health check: it changes nothing, and the store is not asked.
  func glance(at reading: RoutedRequest, _ log: SandboxLog) -> (Decision, Instants) {
    contents.withLock { contents in
      let instants = contents.clock.instants(log.now())
      var (sandbox, random) = (contents.sandbox, Entropy(seed: 0))
      return (sandbox.decide(reading, at: instants, using: &random), instants)
    }
  }

  /// The request has to be read again.
  private struct OtherSite: Error { let site: Site }

  private func decide(
    _ request: Request, _ reading: RoutedRequest, _ documents: FetchedDocuments,
    _ log: SandboxLog, _ contents: inout Contents
  ) throws(StoreFailure) -> Result<SharedDecision, OtherSite> {
    // What was answered before the connection broke may be lost, or others may have gone on.
    var isStale = false
    if !log.isVerified { isStale = try !isReached(log, &contents) }
    for _ in 0..<Self.mostConflicts {
      guard contents.sandbox.site === reading.site else {
        return .failure(OtherSite(site: contents.sandbox.site))
      }
      let now = log.now()
      let instants = contents.clock.instants(now)
      let chance = contents.chance(log.replica)
      var random = chance.entropy
      // A copy: it takes the place of the state once the store has the input.
      var sandbox = contents.sandbox
      let decision = sandbox.decide(reading, with: documents, at: instants, using: &random)
      contents.used = max(contents.used, now)
      guard sandbox.hasChanged || contents.hasMoved(random, from: chance) else {
        // Nothing has happened, so the state may lack what others have done.
        if isStale || log.isFresh && decision.mayBeStale(for: request) {
          return .success(
            SharedDecision(decision: decision, instants: instants, isStale: isStale))
        }
        let version = log.version
        isStale = try !isReached(log, &contents)
        if isStale || log.version == version {
          return .success(
            SharedDecision(decision: decision, instants: instants, isStale: isStale))
        }
        continue
      }
      var input = SandboxInput(
        kind: .request, at: now, request: request, documents: documents, chance: chance)
      (input.outcome, input.issued) = decision.fingerprint
      switch try log.append(input) {
      case .appended:
        contents.sandbox = sandbox
        contents.goOn(with: random, after: chance)
        list(decision, contents)
        log.keepSnapshot(contents)
        return .success(SharedDecision(decision: decision, instants: instants, isStale: false))
      // A store that has lost the log gets it again.
      case .conflict, .gone: _ = try catchUp(log, &contents)
      }
    }
    throw StoreFailure(
      .unavailable, "Other servers change the sandbox \"\(id)\" faster than this one can.")
  }

  /// Takes up what other replicas have done.
  /// - Returns: false if the store can't be reached.
  private func isReached(
    _ log: SandboxLog, _ contents: inout Contents
  ) throws(StoreFailure) -> Bool {
    do throws(StoreFailure) {
      _ = try catchUp(log, &contents)
      return true
    } catch {
      // A store without memory may refuse to be read, too, as reading counts the entries of the journal.
      guard [.unavailable, .refused].contains(error.kind), log.version > 0 else { throw error }
      return false
    }
  }

  @discardableResult
  func catchUp(_ log: SandboxLog, _ contents: inout Contents) throws(StoreFailure) -> Int {
    try log.catchUp(self, &contents)
  }

  /// Takes up what other replicas have done, before something is read.
  /// - Parameter isUse: whether the lifetime starts again.
  /// - Returns: false if the store can't be reached: what is read is stale.
  func refresh(isUse: Bool = true) throws(StoreFailure) -> Bool {
    guard let log else { return true }
    let turn = log.turn.acquire()
    defer { turn.release() }
    return try refresh(log, isUse: isUse)
  }

  private func refresh(_ log: SandboxLog, isUse: Bool) throws(StoreFailure) -> Bool {
    log.isGlance = !isUse
    defer { log.isGlance = false }
    return try contents.withLock { contents in
      Result { () throws(StoreFailure) in try isReached(log, &contents) }
    }.get()
  }

  // MARK: Operations of the control API

  /// Runs an operation that changes the sandbox, and appends it to the log.
  func perform(
    _ request: Request, _ token: String, in log: SandboxLog
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
          let input = SandboxInput(
            kind: .control, at: log.now(), request: request,
            chance: contents.chance(log.replica), token: token)
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
      switch try log.append(input) {
      case .appended:
        take(draft, &contents)
        log.keepSnapshot(contents)
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

extension SandboxHost.Contents {
  /// Where the next input draws its codes and tokens from.
  fileprivate func chance(_ replica: Replica) -> SandboxInput.Chance {
    random.position.map { .seed($0) } ?? .key(replica.draw(32))
  }

  /// Whether a decision has drawn from the sandbox's seeded generator: the next one must not draw the same.
  fileprivate func hasMoved(_ random: Entropy, from chance: SandboxInput.Chance) -> Bool {
    if case .seed(let seed) = chance { random.position != seed } else { false }
  }

  mutating func goOn(with random: Entropy, after chance: SandboxInput.Chance) {
    if case .seed = chance { self.random = random }
  }
}

extension Decision {
  /// What tells whether two decisions are the same.
  var fingerprint: (outcome: String, issued: String) {
    (log.outcome.text, LedgerKey.digest(of: issued))
  }
}

extension StoreFailure {
  static let notReady = StoreFailure(.unavailable, "The server has not started yet.")
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
