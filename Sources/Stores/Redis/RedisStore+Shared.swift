import Basics
import Server

/// Values that all servers share: the hash `understudy:shared`.
extension RedisStore {
  /// What is done after there was a new connection.
  struct Reconnection: Sendable {
    var act: (@Sendable () -> Void)?
  }

  package func shared(
    _ name: String, orPut value: () -> String
  ) throws(StoreFailure) -> String {
    let key = Self.values
    if let found = try ask(["HGET", key, name], key: key).string {
      known.withLock { $0[name] = found }
      return found
    }
    var commands = RedisCommands()
    commands.add(["HSETNX", key, name, value()])
    commands.add(["HGET", key, name])
    guard let found = try ask(commands, key: key).last?.string else {
      throw StoreFailure(.refused, "The store has not kept a value that it was given.")
    }
    known.withLock { $0[name] = found }
    return found
  }

  /// The field of the hash that is lost with all others.
  private static let content = "content"

  package func content(
    orPut name: String
  ) throws(StoreFailure) -> (name: String, differing: [String]) {
    let key = Self.values
    let known = known.withLock { $0.sorted { $0.key < $1.key } }
    var commands = RedisCommands()
    // A server that starts meanwhile takes these values, and makes no other keys.
    for (name, value) in known { commands.add(["HSETNX", key, name, value]) }
    commands.add(["HSETNX", key, Self.content, name])
    for (name, _) in known { commands.add(["HGET", key, name]) }
    commands.add(["HGET", key, Self.content])
    let found = try ask(commands, key: key).dropFirst(known.count + 1).map(\.string)
    guard found.count == known.count + 1, let last = found.last, let content = last else {
      throw StoreFailure(.refused, "The store has not kept a value that it was given.")
    }
    return (content, zip(known, found).filter { $0.value != $1 }.map(\.0.key))
  }

  private static let written = "understudy:written"

  /// Tries the commands by which sandboxes and journals are kept, so that a missing right is told at the start.
  func tryCommands() throws(StoreFailure) {
    try tryWriting()
    let (stream, value) = (Self.written, "understudy:tried")
    for (key, commands) in [
      (
        stream,
        [
          ["XTRIM", stream, "MAXLEN", "1"], ["XRANGE", stream, "-", "+"], ["XLEN", stream],
          ["XREVRANGE", stream, "+", "-"], ["XREAD", "COUNT", "1", "STREAMS", stream, "$"],
        ]
      ),
      (
        value,
        [
          ["SET", value, "0", "EX", "60"], ["INCRBY", value, "1"], ["GET", value],
          ["EXISTS", value], ["DEL", value],
        ]
      ),
      (
        Self.sandboxes,
        [
          ["ZADD", Self.sandboxes, "XX", "0", ""], ["ZREM", Self.sandboxes, ""],
          ["ZRANGE", Self.sandboxes, "0", "0"],
        ]
      ),
    ] {
      var all = RedisCommands()
      for command in commands { all.add(command) }
      _ = try ask(all, key: key)
    }
  }

  package func tryWriting() throws(StoreFailure) {
    // The command that appends entries, as a user of the store may lack the right to it alone.
    let key = Self.written
    var commands = RedisCommands()
    commands.add(["XADD", key, "MAXLEN", "1", "*", "at", String(now())])
    commands.add(["EXPIRE", key, "60"])
    _ = try ask(commands, key: key)
  }

  package func compact() throws(StoreFailure) { _ = try count() }

  /// Whether what all servers share was deleted, or Redis has evicted it: the next server to start would make other keys.
  static func isShareGone(_ nodes: RedisNodes, _ known: Lock<[String: String]>) -> Bool {
    guard !known.withLock({ $0.isEmpty }) else { return false }
    var commands = RedisCommands()
    commands.add(["EXISTS", values])
    guard case .replies(let replies)? = try? nodes.exchange(commands, key: values) else {
      return false
    }
    return replies.first == .integer(0)
  }

  /// Takes the last number of a journal that was asked for.
  func take(_ reply: RedisReply?, _ numbers: inout JournalNumbers, of sandbox: String) {
    guard case .integer(let last) = reply else { return }
    numbers.last = last
    guard last == numbers.wanted, !Sandboxes.isLasting(sandbox) else { return }
    // The counter is new. If the sandbox has just ended, no entry of its journal will give the counter a lifetime.
    let key = RedisJournals.counter(sandbox)
    _ = try? ask(["EXPIRE", key, String(Self.mourning)], key: key)
  }
}
