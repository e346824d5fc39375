import Basics
import Server

/// Listens to one stream by `XREAD BLOCK`: meanwhile a connection is its own.
final class RedisJournalListener: JournalListener {
  private let nodes: RedisNodes
  private let key: String
  private let budget: ListenerBudget
  /// The ID of the last entry that was seen.
  private let position = Lock<String?>(nil)

  /// In milliseconds: less than the time after which a connection counts as broken.
  private static let block = RedisConnection.patience / 2

  /// - Returns: `nil` if there are as many listeners as may be.
  init?(_ nodes: RedisNodes, _ key: String, _ budget: ListenerBudget) {
    guard budget.take() else { return nil }
    (self.nodes, self.key, self.budget) = (nodes, key, budget)
  }

  deinit { budget.give() }

  func wait() throws(StoreFailure) -> Bool {
    guard let position = position.withLock({ $0 }) else {
      try move()
      return true
    }
    let reply = try ask([
      "XREAD", "COUNT", "1", "BLOCK", String(Self.block), "STREAMS", key, position,
    ])
    guard reply != .null else { return false }
    try move()
    return true
  }

  /// Goes to the end of the stream.
  private func move() throws(StoreFailure) {
    let last = try ask(["XREVRANGE", key, "+", "-", "COUNT", "1"]).list?.first?.list?.first?.string
    position.withLock { $0 = last ?? "0-0" }
  }

  private func ask(_ words: [String]) throws(StoreFailure) -> RedisReply {
    var commands = RedisCommands()
    commands.add(words)
    switch try nodes.exchange(commands, key: key) {
    case .replies(let replies): return replies.first ?? .null
    case .unknown(let failure): throw failure
    }
  }
}

/// How many streams are listened to at once.
final class ListenerBudget: Sendable {
  private static let most = 16
  private let count = Lock(0)

  func take() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func give() { count.withLock { $0 -= 1 } }
}
