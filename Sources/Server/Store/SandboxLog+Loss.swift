import Basics
import Engine

/// What a sandbox does if the store has lost entries of its log, or all that it had.
extension SandboxLog {
  /// Writes entries again that the store has lost: a Redis that started again, or a replica that took over, may lack the
  /// last ones.
  /// - Returns: false if the store lacks more than is known here.
  func repair(_ contents: SandboxHost.Contents) throws(StoreFailure) -> Bool {
    let last = try store.last(of: sandbox)
    guard last.map({ $0.version < version }) ?? true else { return false }
    if last == nil, try !isLost() { return false }
    guard let next = recent.firstIndex(where: { $0.version == (last?.version ?? 0) + 1 }) else {
      guard last == nil, let newest = recent.last else { return false }
      return try begin(again: newest, contents)
    }
    if let last {
      guard next > 0, recent[next - 1].hash == last.hash else { return false }
    }
    let missing = recent[next...]
    replica.options.say(
      "the store had lost \(missing.count == 1 ? "an entry" : "\(missing.count) entries") of the sandbox \"\(sandbox)\": written again"
    )
    for entry in missing {
      // Another replica may do the same.
      _ = try store.append(entry, to: sandbox, lifetime: lifetime, touches: false)
    }
    return true
  }

  /// Whether a log that is not there any more was lost with all that the store had. Otherwise the sandbox has ended, or would
  /// have by now.
  private func isLost() throws(StoreFailure) -> Bool {
    let now = try replica.askContent()
    guard let lifetime else { return true }
    return now != content
      && MonotonicClock.nanoseconds() - read < UInt64(lifetime) * 1_000_000_000
  }

  /// The store has lost all: it gets a snapshot of what is known here, unless another server is faster.
  private func begin(
    again newest: StoredEntry, _ contents: SandboxHost.Contents
  ) throws(StoreFailure) -> Bool {
    guard let snapshot = try? snapshot(contents).stored(replica) else { return false }
    for _ in 0..<Self.mostBeginnings {
      if try store.begin(sandbox, with: snapshot, newest, lifetime: lifetime) {
        replica.options.say(
          "the store had lost all entries of the sandbox \"\(sandbox)\": a snapshot is written")
        return true
      }
      usleep(20_000)
      if try store.knows(sandbox) { return true }
    }
    throw StoreFailure(
      .unavailable, "Another server writes the sandbox \"\(sandbox)\" into the store again.")
  }

  private static let mostBeginnings = 50

  /// Reads what is missing here: the snapshot where that is newer, then entries, and replays each.
  /// - Returns: how many there were.
  func catchUp(
    _ host: SandboxHost, _ contents: inout SandboxHost.Contents
  ) throws(StoreFailure) -> Int {
    do throws(StoreFailure) { return try follow(host, &contents) } catch {
      guard error.kind == .damaged, version > 0, try replica.askContent() != content else {
        throw error
      }
    }
    // After a loss another server has written the sandbox again, and has gone on before this one could add its last entries.
    replica.options.say(
      "another server has written the sandbox \"\(sandbox)\" again without the last entries that this one knows: it is read again"
    )
    (version, hash, made, inputs, unsaved, saved, recent) = (0, "", "", 0, 0, 0, [])
    content = replica.knownContent
    host.startOver(&contents)
    return try follow(host, &contents)
  }
}
