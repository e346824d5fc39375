import Basics
// What stands around the engine: the sandboxes of one server, their clocks, rules and journals. It knows no socket and
// no control API; time comes with each request.
import Engine
import HTTPTypes
import ProviderModel
import Synchronization

/// All sandboxes of a server.
///
/// Requests to different sandboxes never wait for each other, and those to one only while it decides.
package final class Sandboxes: Sendable {
  package struct Options: Sendable {
    package var seed: UInt64?
    /// Whether the journal shows secrets as they are.
    package var showsSecrets = false
    /// The maximum number of sandboxes at a time, not counting the default one.
    package var most = 10_000
    /// Gives freed memory to the system, where the allocator keeps it.
    package var releaseMemory: (@Sendable () -> Void)?
    /// The key of the marks in place of secrets, if servers share it; `nil` draws one.
    package var redactionKey: [UInt8]?
    /// Whether a page that refuses a browser links the journal's entry: where anybody may read the journal.
    package var explainsRefusals = false
    /// Gets every exchange; `nil` where nobody listens. Called on the thread that answers: it must be quick.
    package var log: (@Sendable (LoggedExchange) -> Void)?
    /// Fetches the documents that requests need; `nil` where nothing fetches.
    package var fetcher: (any DocumentFetcher)?
    /// The bytes up to which the journal keeps a body whole.
    var mostBody = Exchange.mostBody
    /// Whether the journal learns how far each answer has come.
    var observesDeliveries = false
    package init() {}

    /// The journal keeps what an examination of clients needs: longer bodies, secrets, and how far each answer came.
    ///
    /// A judge wants to know that a body is far too long (256 KiB). A dozen of such bodies fit into a journal.
    package mutating func keepWholeExchanges() {
      (showsSecrets, mostBody, observesDeliveries) = (true, 320 << 10, true)
    }
  }

  package static let defaultID = "default"

  struct Registry: Sendable {
    var sandboxHosts: [String: SandboxHost] = [:]
    /// Sandboxes that are no more: when and why.
    var gone: [String: String] = [:]
    var goneOrder: [String] = []
    var random: Entropy
  }

  package let options: Options
  package let redactor: Redactor
  package let ticker: Ticker
  let journalBytes = JournalBudget()
  /// The second in which the log got a line about a caller that may not call the control API.
  let lastStranger = Atomic(0)
  let index = CredentialIndex()
  /// What an administrator has set for all sandboxes.
  let configurations: ConfigurationBook
  let memory: MemoryRelease?
  private let documents: Lock<(any DocumentFetcher)?>
  /// Fetches the documents that requests need; `nil` where nothing fetches.
  package var fetcher: (any DocumentFetcher)? {
    get { documents.withLock { $0 } }
    set { documents.withLock { $0 = newValue } }
  }
  /// The one without a prefix, which never ends: most servers have no other.
  package let standard: SandboxHost
  let registry: ReadWriteLock<Registry>
  /// What a new sandbox starts as.
  private let origin: Lock<ServerState>
  /// What this process is among those that share a store; `nil` if there is no store.
  package let replica: Replica?
  /// Held while all sandboxes of the store are looked at.
  let gathering = Lock<Void>(())
  /// When it was last looked for sandboxes that nobody has used for a while.
  let reaped = Atomic<Int>(0)

  package convenience init(
    _ sandbox: ServerState, options: Options = Options(), now: Int, replica: Replica? = nil
  ) {
    self.init(sandbox, options: options, now: now, ticker: Ticker(), replica: replica)
  }

  init(
    _ sandbox: ServerState, options: Options, now: Int, ticker: Ticker, replica: Replica? = nil
  ) {
    self.options = options
    self.replica = replica
    configurations = ConfigurationBook(replica)
    self.ticker = ticker
    documents = Lock(options.fetcher)
    memory = options.releaseMemory.map { MemoryRelease(ticker, release: $0) }
    let random = Entropy(seed: options.seed)
    // The redactor's key is no part of what a seed repeats: it would let secrets be guessed.
    var chance = Entropy(seed: nil)
    redactor = Redactor(
      key: options.redactionKey ?? (0..<32).map { _ in UInt8.random(in: 0...255, using: &chance) },
      showsSecrets: options.showsSecrets)
    replica?.redactor = redactor
    standard = SandboxHost(
      id: Self.defaultID, label: "", created: now, lifetime: nil,
      contents: .init(sandbox: sandbox, random: random, used: now), budget: journalBytes,
      log: replica.map { SandboxLog($0, Self.defaultID, lifetime: nil) })
    registry = ReadWriteLock(
      Registry(
        sandboxHosts: [Self.defaultID: standard],
        random: Entropy(seed: options.seed.map { $0 ^ 0x5EED_0F5A_4DB0_0000 })))
    origin = Lock(sandbox)
  }

  // The index holds sandboxes that hold the index.
  deinit { index.removeAll() }

  /// As every new sandbox starts.
  package var start: ServerState { origin.withLock { $0 } }

  /// Another cast and other providers from now on, in new sandboxes and in the default one, also when that one is
  /// reset; a checkpoint keeps its people.
  /// - Parameter switched: the providers with the quirks that a sandbox has switched; `nil` where they are not there
  ///   any more, and then the sandbox has none.
  package func take(
    _ providers: ProviderCatalog, _ cast: Cast, switched: (QuirkSwitches) -> ProviderCatalog?
  ) {
    origin.withLock {
      $0.cast = cast
      $0.play(providers)
    }
    func play(_ sandbox: inout ServerState, _ switches: inout QuirkSwitches) {
      let own = switched(switches)
      if own == nil { switches = QuirkSwitches() }
      sandbox.play(own ?? providers)
    }
    standard.contents.withLock { contents in
      var switches = contents.switches
      play(&contents.sandbox, &switches)
      contents.switches = switches
      contents.sandbox.cast = cast
      contents.initial.cast = cast
      contents.initial.play(providers)
      for index in contents.checkpoints.indices {
        var kept = contents.checkpoints[index]
        play(&kept.sandbox, &kept.switches)
        contents.checkpoints[index] = kept
      }
    }
  }

  /// The longest journal makes room when all of them together are too long.
  func trimJournals() {
    let longest = all.max { $0.journalSize < $1.journalSize }
    longest?.halveJournal()
  }

  // MARK: Which sandbox

  enum Addressee {
    case sandboxHost(SandboxHost, Request, isNamed: Bool)
    case unknown(String)
    case gone(String)
    /// The store does not tell.
    case unavailable(StoreFailure)
  }

  private static let prefix = "_sandbox"

  func place(_ sent: Request) -> Addressee {
    var id = sent.headers.first(.understudySandbox)
    guard id != nil || Self.namesSandbox(sent.target) else {
      return .sandboxHost(standard, sent, isNamed: false)
    }
    var request = sent
    let target = RequestTarget(sent.target)
    var segments = target.path.split(separator: "/", omittingEmptySubsequences: false)
    // Also behind `/.well-known/NAME`, where RFC 8414 puts the path of an issuer.
    let at = segments.dropFirst().first == ".well-known" ? 3 : 1
    if segments.count > at + 1, segments[at] == Self.prefix {
      id = String(segments[at + 1])
      segments.removeSubrange(at...(at + 1))
      if segments.count < 2 { segments.append("") }
      request.target =
        segments.joined(separator: "/") + (target.query.map { "?\($0)" } ?? "")
      request.calledPath = target.path
    }
    guard let id else { return .sandboxHost(standard, request, isNamed: false) }
    do throws(StoreFailure) {
      if let found = try lookUp(id) { return .sandboxHost(found, request, isNamed: true) }
      if let why = try replica?.store.removal(of: id) {
        return .unavailable(StoreFailure(.gone, why))
      }
    } catch {
      return .unavailable(error)
    }
    return isGone(id) ? .gone(id) : .unknown(id)
  }

  /// Whether a segment of the path may be the prefix: most requests need no closer look.
  private static func namesSandbox(_ target: String) -> Bool {
    var target = target
    return target.withUTF8 { bytes in
      var isStart = false
      for byte in bytes {
        if byte == UInt8(ascii: "?") { return false }
        if isStart, byte == UInt8(ascii: "_") { return true }
        isStart = byte == UInt8(ascii: "/")
      }
      return false
    }
  }

  package var all: [SandboxHost] { registry.read { Array($0.sandboxHosts.values) } }
  package func find(_ id: String) -> SandboxHost? { registry.read { $0.sandboxHosts[id] } }
  package func isGone(_ id: String) -> Bool { registry.read { $0.gone[id] != nil } }
  package func gone(_ id: String) -> String {
    registry.read { $0.gone[id] ?? "The sandbox \"\(id)\" is gone." }
  }

  /// The one other sandbox that has issued a code or token of the request. A client with fixed addresses names no sandbox, and is
  /// found in this way before anything is decided: the default sandbox doesn't see the request then.
  func owner(of reading: RoutedRequest, besides named: SandboxHost) -> SandboxHost? {
    if replica != nil { gather(for: reading, besides: named) }
    guard !index.isEmpty else { return nil }
    var owners: [SandboxHost] = []
    for name in reading.presentedCredentials {
      // Two names may share a key.
      let others = index.sandboxHosts(LedgerKey(name)).filter { other in
        !owners.contains { $0 === other } && other.knows(name)
      }
      if !others.isEmpty, !named.knows(name) { owners += others }
    }
    return owners.count == 1 ? owners.first : nil
  }
}
