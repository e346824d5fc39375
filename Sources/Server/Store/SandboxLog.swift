import Basics
import Engine
import ProviderModel
import Synchronization

/// The log of one sandbox, and the place in it up to which this replica has come.
///
/// Only who holds the `turn` may use it, but for what says otherwise.
final class SandboxLog: @unchecked Sendable {
  let replica: Replica
  let sandbox: String
  let lifetime: Int?
  /// Held while requests are decided and the store is asked: who waits for it sleeps, as that takes longer than a decision.
  /// Who needs the contents, too, locks them while holding this.
  let turn = Lock<Void>(())
  /// The version of the last entry that the contents include.
  var version = 0
  var hash = ""
  /// The wall clock of that entry: time never goes back in a sandbox. Any thread may read it.
  private let lastInstant = Atomic(0)
  private(set) var at: Int {
    get { lastInstant.load(ordering: .relaxed) }
    set { lastInstant.store(newValue, ordering: .relaxed) }
  }
  /// The last entries, if the store may lose them.
  var recent: [StoredEntry] = []
  private static let mostRecent = 256
  /// The first entry, as JSON.
  var made = ""
  /// The bytes of the entries since the last snapshot that is known here, and the version of that one.
  var unsaved = 0
  var saved = 0
  /// A snapshot that was read before its sandbox was made.
  var found: StoredEntry?
  /// The store's connection under which all this was verified.
  private var connection = -1
  /// The content of the store that had the log.
  var content: String
  /// Whether what is read now is no use of the sandbox, such as a list of all.
  var isGlance = false
  /// When the log was last read, in nanoseconds of `MonotonicClock`.
  var read: UInt64 = 0
  private var touched: UInt64?
  /// The numbers in the journal of the requests that are decided now.
  var numbers = JournalNumbers()
  /// How many inputs the contents include.
  var inputs = 0
  /// Those of the replayed entries.
  var repeats = RepeatedRequests()
  /// Requests that wait to be decided. It has a lock of its own.
  let queue = DecisionQueue()

  init(_ replica: Replica, _ sandbox: String, lifetime: Int?) {
    self.replica = replica
    self.sandbox = sandbox
    self.lifetime = lifetime
    content = replica.knownContent
  }

  var store: any Store { replica.store }

  /// The wall clock for the next input. Any thread may ask for it.
  func now() -> Int { max(store.now(), at) }

  /// Whether the lifetime should start again in the store: not with every request.
  private var touchesNow: Bool {
    guard let lifetime, !isGlance else { return false }
    // The store may count another lifetime, such as that of an import.
    guard let touched else { return true }
    return MonotonicClock.nanoseconds() - touched
      >= UInt64(max(1, lifetime / 20)) * 1_000_000_000
  }

  private func touches() -> Bool {
    guard touchesNow else { return false }
    touched = MonotonicClock.nanoseconds()
    return true
  }

  /// Whether the contents may be used without asking the store first.
  var isVerified: Bool { connection == store.connection }

  /// Whether a local read is allowed now.
  var isFresh: Bool {
    replica.options.readsLocally && isVerified
      && MonotonicClock.nanoseconds() - read < Replica.staleness
  }

  /// Appends inputs as one entry, after the last entry that is known here.
  func append(_ inputs: [SandboxInput]) throws(StoreFailure) -> Appended {
    let entry = StoredEntry(
      version: version + 1, SandboxInput.fields(of: inputs) + replica.signature(), after: hash)
    let connection = store.connection
    replica.counters.appends.add(1, ordering: .relaxed)
    let result: Appended
    do throws(StoreFailure) {
      result = try store.append(
        entry, to: sandbox, lifetime: lifetime, touches: touches(), numbers: &numbers)
      replica.note(nil, .writing)
    } catch {
      self.connection = -1
      replica.note(error, .writing)
      throw error
    }
    switch result {
    case .appended:
      take(entry, inputs)
      self.connection = connection
      read = MonotonicClock.nanoseconds()
    case .conflict: replica.counters.conflicts.add(1, ordering: .relaxed)
    case .gone: break
    }
    return result
  }

  private func take(_ entry: StoredEntry, _ inputs: [SandboxInput]) {
    (version, hash) = (entry.version, entry.hash)
    at = inputs.reduce(at) { max($0, $1.at) }
    self.inputs += inputs.count
    unsaved += entry.size
    if version == 1 { made = entry.json }
    guard store.mayLoseEntries else { return }
    recent.append(entry)
    if recent.count >= 2 * Self.mostRecent { recent.removeFirst(Self.mostRecent) }
  }

  // MARK: Snapshots

  /// Writes a snapshot soon, if one is due after an entry that was appended here.
  /// - Parameter count: of the inputs of that entry.
  func keepSnapshot(_ contents: SandboxHost.Contents, after count: Int) {
    let weight = contents.sandbox.weight
    guard
      Snapshot.isDue(at: inputs, after: count, weight: weight)
        || unsaved > Snapshot.mostUnsaved(weight: weight)
    else { return }
    (unsaved, saved) = (0, version)
    replica.snapshots.add(snapshot(contents), replica)
  }

  func snapshot(_ contents: SandboxHost.Contents) -> Snapshot {
    Snapshot(
      sandbox: sandbox, lifetime: lifetime, version: version, hash: hash, at: at, made: made,
      inputs: inputs, contents: contents)
  }

  /// Goes on from the store's snapshot, if that is newer than what is known here.
  private func jump(
    _ host: SandboxHost, _ contents: inout SandboxHost.Contents
  ) throws(StoreFailure) -> Bool {
    var read = found
    found = nil
    if read == nil { read = try store.snapshot(of: sandbox) }
    guard let read, read.version > version else { return false }
    let name = "The snapshot \(read.version) of the sandbox \"\(sandbox)\" in the store"
    guard read.isWhole, read["kind"] == Snapshot.kind, let maker = read["made"],
      let at = read["at"].flatMap(Dates.seconds), let text = read["contents"],
      let inputs = read["inputs"].flatMap({ Int($0) })
    else { throw StoreFailure(.damaged, "\(name) is damaged.") }
    let (program, setting) = (read["program"] ?? "", read["setting"] ?? "")
    do { try host.restore(text, self, &contents) } catch {
      throw StoreFailure(
        .damaged,
        "\(name) can't be read: \(error). It was written by \(program) with the setting \(setting), and this is \(replica.options.program) with the setting \(replica.options.setting)."
      )
    }
    replica.meet(program, setting, sandbox, isSnapshot: true)
    (version, hash, self.at) = (read.version, read["previous"] ?? "", max(self.at, at))
    (made, unsaved, saved, recent) = (maker, 0, read.version, [])
    self.inputs = inputs
    return true
  }

  /// Reads what is missing here: the snapshot where that is newer, then entries, and replays each.
  /// - Returns: how many there were.
  func follow(
    _ host: SandboxHost, _ contents: inout SandboxHost.Contents
  ) throws(StoreFailure) -> Int {
    var count = 0
    if version == 0, try jump(host, &contents) { count += 1 }
    if version > 0, isVerified, store.isLast(version, of: sandbox), !touchesNow { return 0 }
    while true {
      let connection = store.connection
      let found = try entries(contents)
      if let first = found.first, first.version > max(version, 1), try jump(host, &contents) {
        count += 1
        continue
      }
      let rest = version == 0 ? found[...] : found.dropFirst()
      var hasJumped = false
      for entry in rest {
        let inputs = try checked(entry)
        do { for input in inputs { try host.replay(input, self, &contents) } } catch {
          // Another version or other providers have decided it: a snapshot of theirs need not be replayed.
          if try jump(host, &contents) {
            hasJumped = true
            break
          }
          let (program, setting) = (entry["program"] ?? "", entry["setting"] ?? "")
          throw damage(
            entry,
            "can't be replayed: \(error). It was written by \(program) with the setting \(setting), and this is \(replica.options.program) with the setting \(replica.options.setting)"
          )
        }
        take(entry, inputs)
        count += 1
      }
      replica.counters.replays.add(rest.count, ordering: .relaxed)
      guard found.count < StoredEntry.page, !hasJumped else { continue }
      self.connection = connection
      read = MonotonicClock.nanoseconds()
      if content.isEmpty { content = replica.knownContent }
      return count
    }
  }

  /// The entries from the last known one on. It proves that the store still has what was answered.
  private func entries(
    _ contents: SandboxHost.Contents
  ) throws(StoreFailure) -> [StoredEntry] {
    replica.counters.reads.add(1, ordering: .relaxed)
    let found: [StoredEntry]
    do throws(StoreFailure) {
      found = try store.entries(
        of: sandbox, from: max(version, 1), lifetime: touches() ? lifetime : nil,
        numbers: &numbers)
      if found.isEmpty {
        if version > 0, try store.removal(of: sandbox) == nil, try repair(contents) {
          content = replica.knownContent
          return try entries(contents)
        }
        let isKnown = try store.knows(sandbox)
        guard lifetime == nil || isKnown else {
          throw StoreFailure(
            .gone,
            try store.removal(of: sandbox)
              ?? "The sandbox \"\(sandbox)\" has ended, as nobody has used it for its lifetime.")
        }
        throw StoreFailure(
          .damaged,
          "The store has lost entries of the sandbox \"\(sandbox)\": it does not have number \(version) any more."
        )
      }
      replica.note(nil)
    } catch {
      replica.note(error)
      throw error
    }
    guard version > 0, let first = found.first else { return found }
    // Those before were removed: a snapshot holds them.
    guard first.version <= version else { return found }
    guard first.version == version, first.hash == hash else {
      throw damage(first, "is not the one that this server knows")
    }
    return found
  }

  private func checked(_ entry: StoredEntry) throws(StoreFailure) -> [SandboxInput] {
    guard entry.version == version + 1 else {
      throw damage(entry, "follows number \(version): entries are missing")
    }
    guard entry.isWhole, let inputs = SandboxInput.inputs(of: entry) else {
      throw damage(entry, "is damaged")
    }
    guard entry["previous"] == hash else {
      throw damage(entry, "does not continue the entry before it")
    }
    replica.meet(entry["program"] ?? "", entry["setting"] ?? "", sandbox)
    return inputs
  }

  private func damage(_ entry: StoredEntry, _ what: String) -> StoreFailure {
    StoreFailure(
      .damaged, "The entry \(entry.version) of the sandbox \"\(sandbox)\" in the store \(what).")
  }
}
