import Basics
import Server

/// A store in Redis or Valkey, for as many servers as share it.
///
/// The log of a sandbox is a stream whose IDs are the versions. `XADD` refuses an ID that is not larger than the last one:
/// that is the compare-and-set. All keys of a sandbox share a hash tag, so that a cluster keeps them together.
package final class RedisStore: Store {
  private let nodes: RedisNodes
  private let stopped = Lock(false)
  private let reconnection = Lock(Reconnection())
  private let streams: RedisJournals

  /// How often an append whose answer was lost is tried again, and for how long, in nanoseconds: a client waits for it, and the
  /// last try may take `RedisConnection.patience` more.
  private static let mostTries = 4
  private static let longestTrying: UInt64 = 2_500_000_000

  /// The shared values that were read or put here.
  let known = Lock<[String: String]>([:])

  /// - Throws: if the store can't be reached, or refuses.
  package init(_ address: RedisAddress) throws(StoreFailure) {
    nodes = RedisNodes(address)
    streams = RedisJournals(nodes)
    _ = try count()
    try tryCommands()
    _ = BackgroundThread.run { [nodes, stopped, reconnection, known] in
      var connection = nodes.connection
      while !stopped.withLock({ $0 }) {
        sleep(2)
        nodes.probe()
        guard connection != nodes.connection || Self.isShareGone(nodes, known) else { continue }
        connection = nodes.connection
        // If the store is still away, the next failure counts another connection.
        reconnection.withLock { $0 }.act?()
      }
    }
  }

  package func onReconnection(_ act: @escaping @Sendable () -> Void) {
    reconnection.withLock { $0.act = act }
  }

  package var threads: Int { 8 }
  package var connection: Int { nodes.connection }
  package func now() -> Int { nodes.now() }

  private static func log(_ sandbox: String) -> String { "understudy:{\(sandbox)}:log" }
  private static func snapshot(_ sandbox: String) -> String { "understudy:{\(sandbox)}:snapshot" }
  private static func beginning(_ sandbox: String) -> String { "understudy:{\(sandbox)}:begin" }
  private static func removed(_ sandbox: String) -> String { "understudy:{\(sandbox)}:removed" }
  /// The IDs of all sandboxes, by the second at which each ends.
  static let sandboxes = "understudy:sandboxes"
  static let values = "understudy:shared"
  /// How long the reason of a removal is told, in seconds.
  static let mourning = 86_400

  /// Sends a command that changes nothing, or nothing more the second time.
  func ask(_ words: [String], key: String) throws(StoreFailure) -> RedisReply {
    var commands = RedisCommands()
    commands.add(words)
    return try ask(commands, key: key).first ?? .null
  }

  func ask(_ commands: RedisCommands, key: String) throws(StoreFailure) -> [RedisReply] {
    // A connection from the pool may have been closed long ago: the next one is a new one.
    if case .replies(let replies) = try nodes.exchange(commands, key: key) { return replies }
    switch try nodes.exchange(commands, key: key) {
    case .replies(let replies): return replies
    case .unknown(let failure): throw failure
    }
  }

  // MARK: Entries

  package func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool,
    numbers: inout JournalNumbers
  ) throws(StoreFailure) -> Appended {
    let key = Self.log(sandbox)
    let isFirst = entry.version == 1
    if isFirst || touches { try list(sandbox, lifetime) }
    var words = ["XADD", key]
    if !isFirst { words.append("NOMKSTREAM") }
    words.append("0-\(entry.version)")
    for field in entry.fields { words += [field.name, field.value] }
    var commands = RedisCommands()
    commands.add(words)
    let takesNumbers = RedisJournals.take(numbers, of: sandbox, &commands)
    if isFirst || touches { Self.expire(sandbox, lifetime, &commands) }
    if isFirst { commands.add(["DEL", Self.removed(sandbox)]) }
    var last = StoreFailure(.unavailable, "The store does not answer.")
    let latest = MonotonicClock.nanoseconds() + Self.longestTrying
    for turn in 0..<Self.mostTries where turn == 0 || MonotonicClock.nanoseconds() < latest {
      if turn > 0, !isFirst, let last = try? self.last(of: sandbox),
        last.version < entry.version - 1
      {
        // It is another Redis now, or an older state of it: after a gap, nobody could read the log any more.
        return .conflict
      }
      let exchanged: RedisNodes.Exchanged
      do throws(StoreFailure) { exchanged = try nodes.exchange(commands, key: key) } catch {
        guard turn > 0, error.kind == .unavailable else { throw error }
        last = error
        usleep(100_000 << UInt32(turn))
        continue
      }
      switch exchanged {
      case .replies(let replies):
        if takesNumbers { take(replies.dropFirst().first, &numbers, of: sandbox) }
        switch replies.first {
        case .text: return .appended
        case .null: return .gone
        // An earlier try may have been carried out after all.
        case .error:
          guard turn > 0 else { return .conflict }
          return try has(entry, sandbox) ? .appended : .conflict
        default: throw StoreFailure(.refused, "The store answers XADD with something else.")
        }
      case .unknown(let failure):
        last = failure
        if turn > 0 { usleep(100_000 << UInt32(turn)) }
        if (try? has(entry, sandbox)) == true { return .appended }
      }
    }
    throw last
  }

  /// Whether the log has this very entry.
  private func has(_ entry: StoredEntry, _ sandbox: String) throws(StoreFailure) -> Bool {
    let id = "0-\(entry.version)"
    let key = Self.log(sandbox)
    let found = try Self.entries(ask(["XRANGE", key, id, id], key: key), sandbox)
    return found.first?.id == entry.id
  }

  package func entries(
    of sandbox: String, from version: Int, lifetime: Int?, numbers: inout JournalNumbers
  ) throws(StoreFailure) -> [StoredEntry] {
    let key = Self.log(sandbox)
    if lifetime != nil { try list(sandbox, lifetime) }
    var commands = RedisCommands()
    commands.add(["XRANGE", key, "0-\(version)", "+", "COUNT", String(StoredEntry.page)])
    let takesNumbers = RedisJournals.take(numbers, of: sandbox, &commands)
    Self.expire(sandbox, lifetime, &commands)
    let replies = try ask(commands, key: key)
    if takesNumbers { take(replies.dropFirst().first, &numbers, of: sandbox) }
    return try Self.entries(replies.first ?? .null, sandbox)
  }

  private static func entries(
    _ reply: RedisReply, _ sandbox: String
  ) throws(StoreFailure) -> [StoredEntry] {
    guard let list = reply.list else {
      throw StoreFailure(.damaged, "The log of the sandbox \"\(sandbox)\" is not a stream.")
    }
    var entries: [StoredEntry] = []
    entries.reserveCapacity(list.count)
    for element in list {
      guard let parts = element.list, parts.count == 2, let id = parts[0].string,
        let version = Int(id.dropFirst(2)), id.hasPrefix("0-"), let words = parts[1].list
      else {
        throw StoreFailure(
          .damaged, "The log of the sandbox \"\(sandbox)\" has an entry of another program.")
      }
      var fields: [StoredEntry.Field] = []
      for index in stride(from: 0, to: words.count - 1, by: 2) {
        fields.append(.init(words[index].string ?? "", words[index + 1].string ?? ""))
      }
      entries.append(StoredEntry(version: version, fields: fields))
    }
    return entries
  }

  private static func expire(
    _ sandbox: String, _ lifetime: Int?, _ commands: inout RedisCommands
  ) {
    guard let lifetime else { return }
    for key in [log(sandbox), snapshot(sandbox)] {
      commands.add(["EXPIRE", key, String(lifetime)])
    }
  }

  // MARK: Snapshots

  package func snapshot(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    try newest(in: Self.snapshot(sandbox), sandbox)
  }

  /// A snapshot is the only entry of a stream of its own: of two at a time the newer one stays.
  package func keep(
    _ snapshot: StoredEntry, of sandbox: String, lifetime: Int?
  ) throws(StoreFailure) {
    let key = Self.log(sandbox)
    guard try knows(sandbox) else { return }
    var commands = RedisCommands()
    commands.add(Self.addition(of: snapshot, sandbox))
    let first = max(0, snapshot.version - StoredEntry.kept + 1)
    commands.add(["XTRIM", key, "MINID", "0-\(first)"])
    // The log's own lifetime goes on: a snapshot is no use of the sandbox.
    if let lifetime {
      commands.add(["EXPIRE", Self.snapshot(sandbox), String(lifetime)])
    }
    _ = try ask(commands, key: key)
  }

  private static func addition(of snapshot: StoredEntry, _ sandbox: String) -> [String] {
    ["XADD", Self.snapshot(sandbox), "MAXLEN", "1", "0-\(snapshot.version)"]
      + snapshot.fields.flatMap { [$0.name, $0.value] }
  }

  package func begin(
    _ sandbox: String, with snapshot: StoredEntry, _ entry: StoredEntry, lifetime: Int?
  ) throws(StoreFailure) -> Bool {
    let key = Self.log(sandbox)
    // Two servers may know different last entries: one after the other adds its own.
    let lock = Self.beginning(sandbox)
    let turn = try ask(["SET", lock, "1", "NX", "EX", Self.longestBeginning], key: lock)
    guard turn != .null else { return false }
    defer { _ = try? ask(["DEL", lock], key: lock) }
    guard try !knows(sandbox) else { return true }
    try list(sandbox, lifetime)
    var commands = RedisCommands()
    commands.add(Self.addition(of: snapshot, sandbox))
    commands.add(
      ["XADD", key, "0-\(entry.version)"] + entry.fields.flatMap { [$0.name, $0.value] })
    Self.expire(sandbox, lifetime, &commands)
    commands.add(["DEL", Self.removed(sandbox)])
    _ = try ask(commands, key: key)
    return true
  }

  /// In seconds: then the server that has begun has died.
  private static let longestBeginning = "5"

  package var mayLoseEntries: Bool { true }

  package func last(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    try newest(in: Self.log(sandbox), sandbox)
  }

  private func newest(in key: String, _ sandbox: String) throws(StoreFailure) -> StoredEntry? {
    let reply = try ask(["XREVRANGE", key, "+", "-", "COUNT", "1"], key: key)
    return try Self.entries(reply, sandbox).first
  }

  package func isLast(_ version: Int, of sandbox: String) -> Bool { false }

  // MARK: Sandboxes

  /// Keeps the ID among those of all sandboxes until its lifetime is over.
  private func list(_ sandbox: String, _ lifetime: Int?) throws(StoreFailure) {
    let ends = lifetime.map { String(now() + $0) } ?? "+inf"
    _ = try ask(["ZADD", Self.sandboxes, ends, sandbox], key: Self.sandboxes)
  }

  package func knows(_ sandbox: String) throws(StoreFailure) -> Bool {
    let key = Self.log(sandbox)
    return try ask(["EXISTS", key], key: key) == .integer(1)
  }

  package func count() throws(StoreFailure) -> Int {
    var commands = RedisCommands()
    commands.add(["ZREMRANGEBYSCORE", Self.sandboxes, "-inf", String(now() - 1)])
    commands.add(["ZCARD", Self.sandboxes])
    guard case .integer(let count) = try ask(commands, key: Self.sandboxes).last else { return 0 }
    return count
  }

  package func sandboxes() throws(StoreFailure) -> [String] {
    _ = try count()
    let reply = try ask(["ZRANGE", Self.sandboxes, "0", "-1"], key: Self.sandboxes)
    return (reply.list ?? []).compactMap(\.string).sorted()
  }

  package func remove(_ sandbox: String, why: String) throws(StoreFailure) {
    let (log, removed) = (Self.log(sandbox), Self.removed(sandbox))
    var commands = RedisCommands()
    commands.add(["SET", removed, why, "EX", String(Self.mourning)])
    // Another sandbox may get the ID, of somebody who must not see this journal.
    commands.add(
      ["DEL", log, Self.snapshot(sandbox)]
        + [RedisJournals.stream(sandbox), RedisJournals.counter(sandbox)])
    _ = try ask(commands, key: log)
    _ = try ask(["ZREM", Self.sandboxes, sandbox], key: Self.sandboxes)
  }

  package func removal(of sandbox: String) throws(StoreFailure) -> String? {
    let key = Self.removed(sandbox)
    return try ask(["GET", key], key: key).string
  }

  package var journals: (any JournalStore)? { streams }

  package func close() {
    stopped.withLock { $0 = true }
    nodes.close()
  }
}
