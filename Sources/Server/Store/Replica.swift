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
    @Sendable (Request, SandboxHost, Outbox, Int) -> Result<
      OperationResult, Problem
    >
  /// Makes a sandbox as a request to the control API orders it.
  typealias Making = @Sendable (Request) throws(Problem) -> MadeSandbox

  /// What snapshots are written and read with.
  typealias Reading = @Sendable () -> SnapshotContext

  private struct Server: Sendable {
    var control: Performing?
    var making: Making?
    var reading: Reading?
  }
  private let server = Lock(Server())
  var control: Performing? { server.withLock { $0.control } }
  var making: Making? { server.withLock { $0.making } }
  var reading: Reading? { server.withLock { $0.reading } }
  let snapshots = SnapshotQueue()

  private let hiding = Lock<Redactor?>(nil)
  /// Hides secrets in the entries of shared journals.
  var redactor: Redactor? {
    get { hiding.withLock { $0 } }
    set { hiding.withLock { $0 = newValue } }
  }

  func connect(
    control: @escaping Performing, making: @escaping Making, reading: @escaping Reading
  ) {
    server.withLock { $0 = Server(control: control, making: making, reading: reading) }
  }

  private let strangers = Lock<Set<String>>([])
  private let chance = Lock(Entropy(seed: nil))
  /// Whether the server has begun to answer: what fails before is told as the reason why it does not start.
  let isServing = Atomic(false)
  /// Whether the last thing that was said is that the store is lost.
  private let isLost = Atomic(false)

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

  /// Notes what came of a call to the store, and tells people when it is lost and when it is back.
  func note(_ failure: StoreFailure?) {
    if let failure {
      guard failure.kind != .gone, isServing.load(ordering: .relaxed) else { return }
      guard failure.kind != .damaged else {
        if strangers.withLock({ $0.insert(failure.reason).inserted }) {
          options.say(failure.reason)
        }
        return
      }
      counters.failures.add(1, ordering: .relaxed)
      if !isLost.exchange(true, ordering: .relaxed) {
        options.say(
          "the store is lost: \(failure.reason) Requests that change nothing are answered from memory, and others with 503."
        )
      }
    } else if isLost.load(ordering: .relaxed), isLost.exchange(false, ordering: .relaxed) {
      options.say("the store is back")
    }
  }
}
