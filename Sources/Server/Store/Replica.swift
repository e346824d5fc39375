import Basics
import Engine
import ProviderModel
import Synchronization

/// This process, as one of those that share a store.
package final class Replica: Sendable {
  package struct Options: Sendable {
    /// Whether requests that change nothing may be answered from a state that is up to `Replica.staleness` old.
    package var readsLocally = false
    /// Names the providers, the cast and the options that decisions depend on.
    package var setting = ""
    /// The program and its version.
    package var program = ""
    /// Gets a line for people about the store.
    package var say: @Sendable (String) -> Void = { _ in }
    package init() {}
  }

  /// How old a local read may be, in nanoseconds: one second.
  static let staleness: UInt64 = 1_000_000_000

  package let store: any Store
  let options: Options
  /// Names this process in entries.
  package let id: String
  package let counters = Counters()
  let metrics = Metrics()
  /// Runs an operation of the control API on a copy of a sandbox.
  typealias Performing =
    @Sendable (SandboxInput, SandboxHost, Outbox) -> Result<OperationResult, Problem>
  /// The bytes that the journal of a sandbox may take that a control token with this name has made.
  typealias JournalQuota = @Sendable (_ token: String) -> Int?
  /// Makes a sandbox as a request to the control API orders it.
  typealias Making = @Sendable (Request) throws(Problem) -> MadeSandbox

  /// Writes all that this server has in memory into a store that has lost its content.
  typealias WritingBack = @Sendable () -> Void

  /// What snapshots are written and read with.
  typealias Reading = @Sendable () -> SnapshotContext

  private struct Server: Sendable {
    var control: Performing?
    var making: Making?
    var reading: Reading?
    var writingBack: WritingBack?
    var journalQuota: JournalQuota?
  }
  private let server = Lock(Server())
  var control: Performing? { server.withLock { $0.control } }
  var making: Making? { server.withLock { $0.making } }
  var reading: Reading? { server.withLock { $0.reading } }
  let snapshots = SnapshotQueue()
  /// Decide on the requests that have come to a sandbox while the store was asked for others. Each waits for the store.
  static let deciders = WorkerPool(most: 8)

  private let hiding = Lock<Redactor?>(nil)
  /// Hides secrets in the entries of shared journals.
  var redactor: Redactor? {
    get { hiding.withLock { $0 } }
    set { hiding.withLock { $0 = newValue } }
  }

  func connect(
    control: @escaping Performing, making: @escaping Making, reading: @escaping Reading,
    writingBack: @escaping WritingBack, journalQuota: @escaping JournalQuota
  ) {
    server.withLock {
      $0 = Server(
        control: control, making: making, reading: reading, writingBack: writingBack,
        journalQuota: journalQuota)
    }
  }

  /// The bytes that the journal of a sandbox may take, if they are fewer than usual.
  /// - Parameter token: the name of the control token that has made it.
  func journalQuota(of token: String) -> Int? {
    token.isEmpty ? nil : server.withLock { $0.journalQuota }?(token)
  }

  private let strangers = Lock<Set<String>>([])
  private let chance = Lock(Entropy(seed: nil))
  /// Whether the server has begun to answer: what fails before is told as the reason why it does not start.
  let isServing = Atomic(false)
  let health = StoreHealth()
  /// The content of the store, as far as this server knows.
  private let content = Lock(Content())

  package init(_ store: any Store, _ options: Options) {
    self.store = store
    self.options = options
    let chance = Entropy(seed: nil)
    id = Hexadecimal.encode(Self.draw(4, chance))
  }

  /// How often things happened, since the start.
  package final class Counters: Sendable {
    package let reads = Atomic(0)
    package let appends = Atomic(0)
    package let conflicts = Atomic(0)
    package let replays = Atomic(0)
    package let failures = Atomic(0)
    package let snapshots = Atomic(0)
    package let rejections = Atomic(0)
  }

  private static func draw(_ count: Int, _ chance: Entropy) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
      let word = chance.next()
      for shift: UInt64 in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  /// Secret bytes for an input.
  func draw(_ count: Int) -> [UInt8] { chance.withLock { Self.draw(count, $0) } }

  /// The fields that say who writes an entry.
  func signature() -> [StoredEntry.Field] {
    [
      .init("id", "\(id)-\(Hexadecimal.encode(draw(8)))"), .init("program", options.program),
      .init("setting", options.setting),
    ]
  }

  /// Tells people, once for each, that another program or setting has written to a log.
  func meet(_ program: String, _ setting: String, _ sandbox: String, isSnapshot: Bool = false) {
    guard program != options.program || setting != options.setting else { return }
    let what = isSnapshot ? "a snapshot" : "entries"
    let isNew = strangers.withLock { $0.insert("\(what) \(program) \(setting)").inserted }
    guard isNew else { return }
    options.say(
      "the sandbox \"\(sandbox)\" has \(what) by \(program) with the setting \(setting), and this is \(options.program) with the setting \(options.setting): providers, cast or options may differ. "
        + (isSnapshot
          ? "The snapshot is taken as it is, and what led to it is not replayed."
          : "The entries are replayed, and each outcome is compared.")
    )
  }

  /// Says a sentence about the store, once.
  func tell(_ sentence: String) {
    if strangers.withLock({ $0.insert(sentence).inserted }) { options.say(sentence) }
  }

  // MARK: A store that has lost its content

  private struct Content: Sendable {
    var name = ""
    /// When this server found that the store had lost what it had, by the store's clock.
    var lost: Int?
  }

  /// The name of the content, as far as this server knows.
  var knownContent: String { content.withLock { $0.name } }

  /// A sentence for those who miss a sandbox; empty if the store has lost nothing.
  var loss: String {
    guard let lost = content.withLock({ $0.lost }) else { return "" }
    return
      "The store had lost its content at \(Dates.text(lost)): a sandbox is gone unless a server that has it in memory writes it back."
  }

  /// Asks for the name of the store's content. If the store has lost what it had, all that this server knows is written
  /// again, on another thread.
  func askContent() throws(StoreFailure) -> String {
    let (name, differing) = try store.content(orPut: Hexadecimal.encode(draw(8)))
    let isLost = content.withLock { content in
      defer { content.name = name }
      guard !content.name.isEmpty, content.name != name else { return false }
      content.lost = store.now()
      return true
    }
    guard isLost else { return name }
    options.say("the store has lost its content: what this server has in memory is written again")
    for name in differing {
      options.say(
        "the store has another \"\(name)\" than this server, from a server that was started on the empty store: start this server again"
      )
    }
    if let write = server.withLock({ $0.writingBack }) { _ = BackgroundThread.run(write) }
    return name
  }
}
