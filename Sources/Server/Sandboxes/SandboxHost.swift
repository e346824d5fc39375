import Basics
import Engine
import ProviderModel

/// One sandbox with what belongs around it: its lock, its clock, its journal, its checkpoints.
package final class SandboxHost: Sendable {
  package struct Contents: Sendable, Codable {
    // Switches come before the state that has them: so a snapshot is read with the right providers.
    var initialSwitches = QuirkSwitches()
    /// As it was made: what a reset returns to.
    var initial: ServerState
    package var switches = QuirkSwitches()
    package var sandbox: ServerState
    package var clock = Clock()
    package var random: Entropy
    package internal(set) var checkpoints: [Checkpoint] = []
    /// Wall clock seconds of the last request, to it or about it.
    package var used: Int
    /// Whether the sandbox is gone: what was under way then is listed nowhere.
    var isClosed = false
    /// The last number that named a checkpoint.
    private var unnamed = 0

    init(sandbox: ServerState, random: Entropy, used: Int) {
      self.sandbox = sandbox
      initial = sandbox
      self.random = random
      self.used = used
    }

    mutating func reset(at now: Int) {
      sandbox = initial
      clock = Clock()
      switches = initialSwitches
      used = now
    }

    /// As before the first entry of its log.
    mutating func startOver() {
      reset(at: used)
      (checkpoints, unnamed) = ([], 0)
    }

    // MARK: Checkpoints

    private static let mostCheckpoints = 16

    /// Keeps the present state; of the same name only the last is kept, sixteen in all.
    package mutating func keep(_ name: String?, at now: Int) -> Checkpoint {
      let name = name ?? nextName()
      let kept = Checkpoint(
        name: name, at: now, switches: switches, sandbox: sandbox, clock: clock)
      checkpoints.removeAll { $0.name == name }
      checkpoints.append(kept)
      if checkpoints.count > Self.mostCheckpoints { checkpoints.removeFirst() }
      return kept
    }

    /// Counted on, also when old ones have made room: a name that stood for another state would mislead.
    private mutating func nextName() -> String {
      unnamed = max(unnamed, checkpoints.count)
      repeat { unnamed += 1 } while checkpoints.contains { $0.name == "checkpoint-\(unnamed)" }
      return "checkpoint-\(unnamed)"
    }

    /// - Returns: false where no state has this name.
    mutating func restore(_ name: String) -> Bool {
      guard let kept = checkpoints.first(where: { $0.name == name }) else { return false }
      sandbox = kept.sandbox
      clock = kept.clock
      switches = kept.switches
      return true
    }

    package mutating func forget(_ name: String) -> Bool {
      let count = checkpoints.count
      checkpoints.removeAll { $0.name == name }
      return checkpoints.count < count
    }
  }

  package struct Checkpoint: Sendable, Codable {
    package let name: String
    package let at: Int
    var switches: QuirkSwitches
    var sandbox: ServerState
    let clock: Clock
  }

  package let id: String
  package let label: String
  package let created: Int
  /// The name of the control token that has made it; empty if that has none.
  let maker: String
  /// Seconds without a request after which it goes; `nil` for the default one.
  package let lifetime: Int?
  package let contents: Lock<Contents>
  /// The path under which it is reached.
  package let prefix: String
  let book: JournalBook
  /// Where its codes and tokens are listed; `nil` for the default one, which is asked first.
  let index: CredentialIndex?
  /// Its log, if a store keeps it.
  let log: SandboxLog?
  /// Its journal, if servers share it.
  let journal: SharedJournal?
  /// The sandbox of which this is a copy on which something is tried.
  let owner: SandboxHost?
  /// It may be an old one until the next request.
  private let lastSite: Lock<Site>

  init(
    id: String, label: String, created: Int, lifetime: Int?, contents: Contents,
    budget: JournalBudget, index: CredentialIndex? = nil, log: SandboxLog? = nil,
    owner: SandboxHost? = nil, maker: String = "", journalBytes: Int? = nil
  ) {
    self.id = id
    self.label = label
    self.maker = maker
    self.created = created
    self.lifetime = lifetime
    lastSite = Lock(contents.sandbox.site)
    self.contents = Lock(contents)
    self.index = index
    self.log = log
    journal = log.flatMap { SharedJournal($0.replica, id, lifetime: lifetime) }
    self.owner = owner
    book = JournalBook(budget, most: journalBytes)
    prefix = id == Sandboxes.defaultID ? "" : "/_sandbox/\(id)"
  }

  var lastUsed: Int { contents.withLock { $0.used } }

  /// Reads a request outside of the lock, as the site of the last request would.
  ///
  /// Asking the sandbox for its site would wait for its lock. If the site is out of date, `decide` reads the request again.
  func read(_ request: Request) -> RoutedRequest {
    lastSite.withLock { $0 }.read(request, under: prefix)
  }

  /// The document that has to be fetched before the request can be decided.
  /// - Parameter documents: those that have been fetched for it.
  func neededDocument(
    for reading: RoutedRequest, having documents: FetchedDocuments, at now: Int
  ) -> NeededDocument? {
    // Most requests need none, and wait for no lock.
    let possible = reading.possibleDocuments
    guard !possible.isEmpty else { return nil }
    return contents.withLock {
      $0.sandbox.neededDocument(
        for: reading, among: possible, having: documents, at: $0.clock.instants(now))
    }
  }

  /// What a request leads to: a decision, or first a document that has to be fetched for it.
  enum Step {
    case decided(Decision, Instants)
    case needs(NeededDocument)
  }

  /// Decides inside of the lock, and takes it once: each time, a busy sandbox makes its requests wait.
  /// - Parameters:
  ///   - reading: the request as `read` has read it.
  ///   - documents: the documents that have been fetched for it.
  ///   - fetches: whether what the request needs beside them can be fetched.
  func decide(
    _ request: Request, _ reading: RoutedRequest, with documents: FetchedDocuments, fetches: Bool,
    at now: Int
  ) -> Step {
    var reading = reading
    while true {
      var site = reading.site
      let possible = fetches ? reading.possibleDocuments : []
      let step = contents.withLock { contents -> Step? in
        guard contents.sandbox.site === site else {
          site = contents.sandbox.site
          return nil
        }
        let instants = contents.clock.instants(now)
        if !possible.isEmpty,
          let needed = contents.sandbox.neededDocument(
            for: reading, among: possible, having: documents, at: instants)
        {
          return .needs(needed)
        }
        contents.used = now
        let decision = contents.sandbox.decide(
          reading, with: documents, at: instants, using: &contents.random)
        list(decision, contents)
        return .decided(decision, instants)
      }
      if let step { return step }
      reading = reread(request, at: site)
    }
  }

  /// Reads a request again, at another site.
  func reread(_ request: Request, at site: Site) -> RoutedRequest {
    lastSite.withLock { $0 = site }
    return site.read(request, under: prefix)
  }

  /// Makes credentials by command; see `ServerState.mint`.
  /// - Returns: the decision with the tokens that it made, `nil` where the provider gives none.
  package func mint(
    _ order: ServerState.MintOrder, for request: Request, at now: Int
  ) -> (decision: Decision, tokens: [TokenView])? {
    // Under one lock: what others make meanwhile is not among them.
    contents.withLock { contents in
      let instants = contents.clock.instants(now)
      let made = contents.sandbox.mint(
        order, for: request, under: prefix, at: instants, using: &contents.random)
      guard let made else { return nil }
      list(made, contents)
      return (made, contents.sandbox.tokens(of: made, at: instants))
    }
  }

  /// Ends sessions; see `ServerState.endSessions`.
  package func endSessions(
    for request: Request, at now: Int, where isMeant: (SessionView) -> Bool
  ) -> (ended: [SessionView], notices: [LogoutNotice]) {
    contents.withLock { contents in
      contents.sandbox.endSessions(
        for: request, under: prefix, at: contents.clock.instants(now), using: &contents.random,
        where: isMeant)
    }
  }

  /// Makes a security event token; see `ServerState.securityEvent`.
  package func securityEvent(
    _ order: ServerState.EventOrder, for request: Request, at now: Int
  ) -> SecurityEvent? {
    contents.withLock { contents in
      contents.sandbox.securityEvent(
        order, for: request, under: prefix, at: contents.clock.instants(now),
        using: &contents.random)
    }
  }

  /// Makes the ID token of a workload; see `ServerState.workloadToken`.
  package func workloadToken(
    _ order: ServerState.WorkloadOrder, for request: Request, at now: Int
  ) -> WorkloadToken? {
    contents.withLock { contents in
      contents.sandbox.workloadToken(
        order, for: request, under: prefix, at: contents.clock.instants(now),
        using: &contents.random)
    }
  }

  func list(_ decision: Decision, _ contents: Contents) {
    guard let index, !contents.isClosed else { return }
    index.add(decision.issued, of: owner ?? self)
    index.remove(decision.forgotten, of: owner ?? self)
  }

  func reset(at now: Int) {
    contents.withLock { contents in
      exchangeLedger(&contents) { $0.reset(at: now) }
    }
  }

  /// - Returns: false where no state has this name.
  package func restore(_ checkpoint: String) -> Bool {
    contents.withLock { contents in
      exchangeLedger(&contents) { $0.restore(checkpoint) }
    }
  }

  /// What was listed goes, and what is known afterwards is listed.
  func exchangeLedger<Result>(
    _ contents: inout Contents, _ change: (inout Contents) -> Result
  ) -> Result {
    guard let index, !contents.isClosed else { return change(&contents) }
    index.remove(contents.sandbox.credentialKeys, of: owner ?? self)
    defer { index.add(contents.sandbox.credentialKeys, of: owner ?? self) }
    return change(&contents)
  }

  func knows(_ name: CredentialName) -> Bool { contents.withLock { $0.sandbox.knows(name) } }

  /// The sandbox has ended: who waits is told, and memory is given back.
  func close() {
    contents.withLock { contents in
      contents.isClosed = true
      index?.remove(contents.sandbox.credentialKeys, of: self)
    }
    book.close()
  }
}
