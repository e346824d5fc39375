import Basics
import Engine
import HTTPTypes
import ProviderModel

/// A decision that replicas agree on, if a store keeps the sandbox.
struct SharedDecision: Sendable {
  let decision: Decision
  let instants: Instants
  /// Whether it was decided from memory, as the store can't be reached. It changes nothing.
  var isStale = false
  /// The number in the journal, if a number was taken.
  var number: Int?

  /// Fails if a stale state is not good enough for the answer.
  func checked(for request: Request) -> Result<SharedDecision, StoreFailure> {
    guard isStale, !decision.mayBeStale(for: request) else { return .success(self) }
    return .failure(
      StoreFailure(
        .unavailable, "The store can't be reached, and it may know more than this server."))
  }
}

/// Decisions in a sandbox whose log a store keeps. Nobody is answered before the store has the input.
extension SandboxHost {
  /// How often another replica may come first before a request is given up.
  static let mostConflicts = 1_000

  /// Decides on a request, and appends it to the log if it changes anything.
  ///
  /// If nobody else does, the caller decides, and `finish` is called before this returns. Otherwise who decides takes the
  /// request along.
  func decide(
    _ request: Request, _ reading: RoutedRequest, with documents: FetchedDocuments,
    in log: SandboxLog,
    _ finish: @escaping @Sendable (Result<SharedDecision, StoreFailure>) -> Void
  ) {
    let undecided = UndecidedRequest(
      request: request, reading: reading, documents: documents, finish: finish)
    switch log.queue.add(undecided) {
    case .present: return
    case .caller:
      decide(log.queue.next(), log)
      let more = log.queue.next()
      guard !more.isEmpty else { return }
      // This thread has its own connections to go on with.
      Replica.deciders.run { [self] in decideAll(more, log) }
    case .other: Replica.deciders.run { [self] in decideAll(log.queue.next(), log) }
    }
  }

  private func decideAll(_ requests: [UndecidedRequest], _ log: SandboxLog) {
    var next = requests
    while !next.isEmpty {
      decide(next, log)
      next = log.queue.next()
    }
  }

  private func decide(_ requests: [UndecidedRequest], _ log: SandboxLog) {
    let turn = log.turn.acquire()
    log.numbers = JournalNumbers(wanted: journal == nil ? 0 : requests.count)
    let result = Result { () throws(StoreFailure) in try outcomes(of: requests, log) }
    let numbers = log.numbers
    log.numbers = JournalNumbers()
    turn.release()
    for (place, request) in requests.enumerated() {
      request.finish(
        result.flatMap { decisions in
          decisions[place].map {
            var decision = $0
            decision.number = numbers[place]
            return decision
          }
        })
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

  /// What requests lead to, one after the other, from the present contents.
  private struct Outcome {
    var sandbox: ServerState
    var random: Entropy
    let used: Int
    var decisions: [(decision: Decision, instants: Instants)] = []
    /// Of the requests that change something.
    var inputs: [SandboxInput] = []
  }

  private typealias Decided = Result<SharedDecision, StoreFailure>

  /// Decides on requests, one after the other, and appends the inputs among them as one entry.
  private func outcomes(
    of requests: [UndecidedRequest], _ log: SandboxLog
  ) throws(StoreFailure) -> [Decided] {
    // What was answered before the connection broke may be lost, or others may have gone on.
    var isStale = false
    if !log.isVerified { isStale = try !isReached(log) }
    for _ in 0..<Self.mostConflicts {
      let outcome = outcome(of: requests, log)
      guard !outcome.inputs.isEmpty else {
        // Nothing has happened, so the state may lack what others have done.
        let version = log.version
        if !isStale, !mayBeRead(outcome, of: requests, log) { isStale = try !isReached(log) }
        if isStale || log.version == version { return shared(outcome, isStale: isStale) }
        continue
      }
      do throws(StoreFailure) {
        switch try log.append(outcome.inputs) {
        case .appended:
          take(outcome, log)
          return shared(outcome, isStale: false)
        // A store that has lost the log gets it again.
        case .conflict, .gone: _ = try catchUp(log)
        }
      } catch {
        guard requests.count > 1, [.unavailable, .refused].contains(error.kind) else {
          throw error
        }
        return try withoutChanges(requests, log, because: error)
      }
    }
    throw StoreFailure(
      .unavailable, "Other servers change the sandbox \"\(id)\" faster than this one can.")
  }

  private func take(_ outcome: Outcome, _ log: SandboxLog) {
    contents.withLock { contents in
      contents.sandbox = outcome.sandbox
      contents.goOn(with: outcome.random)
      for (decision, _) in outcome.decisions { list(decision, contents) }
      log.keepSnapshot(contents, after: outcome.inputs.count)
    }
  }

  private func outcome(of requests: [UndecidedRequest], _ log: SandboxLog) -> Outcome {
    // Outside of the lock, so that nobody waits who looks for the owner of a code: only who holds the log's turn changes
    // the state.
    let present = contents.withLock { contents in
      contents.used = max(contents.used, log.now())
      return contents
    }
    return outcome(of: requests, log, present)
  }

  private func outcome(
    of requests: [UndecidedRequest], _ log: SandboxLog, _ contents: Contents
  ) -> Outcome {
    // A copy: it takes the place of the state once the store has the inputs.
    var outcome = Outcome(sandbox: contents.sandbox, random: contents.random, used: log.now())
    for undecided in requests {
      let request = undecided.request
      if let known = log.repeats.decide(
        request, under: prefix, contents.clock, at: outcome.used)
      {
        outcome.decisions.append(known)
        continue
      }
      var reading = undecided.reading
      if outcome.sandbox.site !== reading.site {
        reading = reread(request, at: outcome.sandbox.site)
      }
      let instants = contents.clock.instants(outcome.used)
      let chance = outcome.random.chance(log.replica)
      var random = chance.entropy
      outcome.sandbox.countChangesAnew()
      let decision = outcome.sandbox.decide(
        reading, with: undecided.documents, at: instants, using: &random)
      let isChange = outcome.sandbox.hasChanged || random.hasMoved(from: chance)
      outcome.decisions.append((decision, instants))
      guard isChange else { continue }
      if case .seed = chance { outcome.random = random }
      var input = SandboxInput(
        kind: .request, at: outcome.used, request: request, documents: undecided.documents,
        chance: chance)
      (input.outcome, input.issued) = decision.fingerprint
      outcome.inputs.append(input)
    }
    return outcome
  }

  /// Whether requests that change nothing need not ask the store.
  private func mayBeRead(
    _ outcome: Outcome, of requests: [UndecidedRequest], _ log: SandboxLog
  ) -> Bool {
    log.isFresh
      && zip(outcome.decisions, requests).allSatisfy { $0.decision.mayBeStale(for: $1.request) }
  }

  private func shared(_ outcome: Outcome, isStale: Bool) -> [Decided] {
    outcome.decisions.map {
      .success(SharedDecision(decision: $0.decision, instants: $0.instants, isStale: isStale))
    }
  }

  /// The store does not take what some of the requests change: the others are decided without them.
  private func withoutChanges(
    _ requests: [UndecidedRequest], _ log: SandboxLog, because failure: StoreFailure
  ) throws(StoreFailure) -> [Decided] {
    let isStale = try !isReached(log)
    return requests.map { request in
      let outcome = outcome(of: [request], log)
      return outcome.inputs.isEmpty ? shared(outcome, isStale: isStale)[0] : .failure(failure)
    }
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

  private func isReached(_ log: SandboxLog) throws(StoreFailure) -> Bool {
    try contents.withLock { contents in
      Result { () throws(StoreFailure) in try isReached(log, &contents) }
    }.get()
  }

  @discardableResult
  func catchUp(_ log: SandboxLog, _ contents: inout Contents) throws(StoreFailure) -> Int {
    try log.catchUp(self, &contents)
  }

  private func catchUp(_ log: SandboxLog) throws(StoreFailure) -> Int {
    try contents.withLock { contents in
      Result { () throws(StoreFailure) in try catchUp(log, &contents) }
    }.get()
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
    return try isReached(log)
  }
}

extension Entropy {
  /// Where the next input of a sandbox with this generator draws its codes and tokens from.
  func chance(_ replica: Replica) -> SandboxInput.Chance {
    position.map { .seed($0) } ?? .key(replica.draw(32))
  }

  /// Whether a decision has drawn from the sandbox's seeded generator: the next one must not draw the same.
  fileprivate func hasMoved(from chance: SandboxInput.Chance) -> Bool {
    if case .seed(let seed) = chance { position != seed } else { false }
  }
}

extension SandboxHost.Contents {
  /// Goes on with a generator that has a seed. Without one, each input has a key of its own.
  mutating func goOn(with random: Entropy) {
    if random.position != nil { self.random = random }
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
