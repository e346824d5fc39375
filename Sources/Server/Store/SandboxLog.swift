import Basics
import Engine
import ProviderModel
import Synchronization

/// The log of one sandbox, and the place in it up to which this replica has come.
///
/// The lock of the sandbox's contents guards it: only who holds that may use it.
final class SandboxLog: @unchecked Sendable {
  let replica: Replica
  let sandbox: String
  let lifetime: Int?
  /// Held while the store is asked: who waits for it sleeps, as that takes longer than a decision.
  let turn = Lock<Void>(())
  /// The version of the last entry that the contents include.
  var version = 0
  var hash = ""
  /// The wall clock of that entry: time never goes back in a sandbox.
  private(set) var at = 0
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
  private var touched: UInt64 = 0
  /// The number in the journal of the request that is decided now.
  var number = JournalNumber(isWanted: false)

  init(_ replica: Replica, _ sandbox: String, lifetime: Int?) {
    self.replica = replica
    self.sandbox = sandbox
    self.lifetime = lifetime
    content = replica.knownContent
  }

  var store: any Store { replica.store }

  /// The wall clock for the next input.
  func now() -> Int { max(store.now(), at) }

  /// Whether the lifetime should start again in the store: not with every request.
  private var touchesNow: Bool {
    guard let lifetime, !isGlance else { return false }
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

  /// Appends an input after the last entry that is known here.
  func append(_ input: SandboxInput) throws(StoreFailure) -> Appended {
    let entry = StoredEntry(
      version: version + 1, input.fields + replica.signature(), after: hash)
    let connection = store.connection
    replica.counters.appends.add(1, ordering: .relaxed)
    let result: Appended
    do throws(StoreFailure) {
      result = try store.append(
        entry, to: sandbox, lifetime: lifetime, touches: touches(), number: &number)
      replica.note(nil, .writing)
    } catch {
      self.connection = -1
      replica.note(error, .writing)
      throw error
    }
    switch result {
    case .appended:
      take(entry, input.at)
      self.connection = connection
      read = MonotonicClock.nanoseconds()
    case .conflict: replica.counters.conflicts.add(1, ordering: .relaxed)
    case .gone: break
    }
    return result
  }

  private func take(_ entry: StoredEntry, _ at: Int) {
    (version, hash, self.at) = (entry.version, entry.hash, max(self.at, at))
    unsaved += entry.size
    if version == 1 { made = entry.json }
    guard store.mayLoseEntries else { return }
    recent.append(entry)
    if recent.count >= 2 * Self.mostRecent { recent.removeFirst(Self.mostRecent) }
  }

  // MARK: Snapshots

  /// Writes a snapshot soon, if one is due after an entry that was appended here.
  func keepSnapshot(_ contents: SandboxHost.Contents) {
    let weight = contents.sandbox.weight
    guard
      Snapshot.isDue(at: version, weight: weight)
        || unsaved > Snapshot.mostUnsaved(weight: weight)
    else { return }
    (unsaved, saved) = (0, version)
    replica.snapshots.add(snapshot(contents), replica)
  }

  func snapshot(_ contents: SandboxHost.Contents) -> Snapshot {
    Snapshot(
      sandbox: sandbox, lifetime: lifetime, version: version, hash: hash, at: at, made: made,
      contents: contents)
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
      let at = read["at"].flatMap(Dates.seconds), let text = read["contents"]
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
        let input = try checked(entry)
        do { try host.replay(input, self, &contents) } catch {
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
        take(entry, input.at)
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
        number: &number)
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

  private func checked(_ entry: StoredEntry) throws(StoreFailure) -> SandboxInput {
    guard entry.version == version + 1 else {
      throw damage(entry, "follows number \(version): entries are missing")
    }
    guard entry.isWhole, let input = SandboxInput(entry) else {
      throw damage(entry, "is damaged")
    }
    guard entry["previous"] == hash else {
      throw damage(entry, "does not continue the entry before it")
    }
    replica.meet(entry["program"] ?? "", entry["setting"] ?? "", sandbox)
    return input
  }

  private func damage(_ entry: StoredEntry, _ what: String) -> StoreFailure {
    StoreFailure(
      .damaged, "The entry \(entry.version) of the sandbox \"\(sandbox)\" in the store \(what).")
  }
}
