import Basics
import Synchronization

/// A sandbox at a version of its log, so that a server need not replay what led to it.
struct Snapshot: Sendable {
  let sandbox: String
  let lifetime: Int?
  /// That of the last entry that it holds, with that entry's hash and wall clock.
  let version: Int
  let hash: String
  let at: Int
  /// The first entry of the log, as JSON: it makes the sandbox.
  let made: String
  /// How many inputs led to it.
  let inputs: Int
  let contents: SandboxHost.Contents

  static let kind = "snapshot"
  /// How many inputs a small sandbox has from one snapshot to the next.
  private static let interval = 500

  /// Whether a server that has appended an entry writes a snapshot next: one of all servers does, and the larger the sandbox is,
  /// the less often.
  /// - Parameters:
  ///   - inputs: how many led to the state.
  ///   - count: how many of them the last entry holds.
  ///   - weight: of the state. It is the same for all servers.
  static func isDue(at inputs: Int, after count: Int, weight: Int) -> Bool {
    var interval = interval
    while interval < weight / 4 { interval *= 2 }
    return inputs / interval > (inputs - count) / interval
  }

  /// The bytes of entries with which a snapshot is due, whatever their number.
  static func mostUnsaved(weight: Int) -> Int { max(4 << 20, weight << 10) }

  /// The snapshot as a store keeps it.
  func stored(_ replica: Replica) throws -> StoredEntry {
    let text = try Packer.pack(contents, with: replica.reading?())
    return StoredEntry(
      version: version,
      [
        .init("kind", Self.kind), .init("at", Dates.text(at)), .init("made", made),
        .init("inputs", String(inputs)), .init("contents", text),
      ] + replica.signature(), after: hash)
  }
}

extension StoredEntry {
  /// The entry that makes the sandbox of a snapshot.
  package var maker: StoredEntry? {
    self["made"].flatMap { StoredEntry(version: 1, json: Array($0.utf8)) }
      .flatMap { $0.isWhole ? $0 : nil }
  }
}

/// Snapshots that are written on a thread of their own, one after the other.
final class SnapshotQueue: Sendable {
  private struct State: Sendable {
    var waiting: [Snapshot] = []
    var isRunning = false
  }
  private let state = Lock(State())
  /// Each holds a state that others change meanwhile.
  private static let most = 16

  func add(_ snapshot: Snapshot, _ replica: Replica) {
    let starts = state.withLock { state in
      state.waiting.removeAll { $0.sandbox == snapshot.sandbox }
      guard state.waiting.count < Self.most else { return false }
      state.waiting.append(snapshot)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    guard starts else { return }
    let isStarted = BackgroundThread.run { [weak self] in
      while let self, let next = self.next() { self.write(next, replica) }
    }
    if !isStarted { state.withLock { $0 = State() } }
  }

  private func next() -> Snapshot? {
    state.withLock { state in
      state.isRunning = !state.waiting.isEmpty
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }

  /// A log without a new snapshot is longer, and nothing else: so the next one is as good.
  func write(_ snapshot: Snapshot, _ replica: Replica) {
    do {
      try replica.store.keep(
        snapshot.stored(replica), of: snapshot.sandbox, lifetime: snapshot.lifetime)
      replica.counters.snapshots.add(1, ordering: .relaxed)
    } catch {
      let why = (error as? StoreFailure)?.reason ?? "\(error)"
      replica.tell("no snapshot of the sandbox \"\(snapshot.sandbox)\" could be written: \(why)")
    }
  }
}
