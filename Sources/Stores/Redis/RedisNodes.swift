import Basics
import Server
import Synchronization

/// The connections to a Redis, or to the nodes of a cluster.
final class RedisNodes: Sendable {
  private struct Pool: @unchecked Sendable {
    var idle: [RedisAddress.Place: [RedisConnection]] = [:]
    /// The nodes of slots that a cluster has told.
    var slots: [UInt16: RedisAddress.Place] = [:]
    /// Until when nothing is tried, and why.
    var pause: (until: UInt64, failure: StoreFailure)?
    var isClosed = false
  }

  let address: RedisAddress
  private let pool = Lock(Pool())
  /// Counts what may have changed the content of the store behind our back.
  private let generation = Atomic(0)
  /// Nanoseconds to add to the monotonic clock for the store's clock.
  private let clock: Atomic<Int>

  /// A node that does not answer is not asked again for so long, in nanoseconds.
  private static let pause: UInt64 = 250_000_000
  /// How many redirections of a cluster are followed.
  private static let mostRedirections = 5

  init(_ address: RedisAddress) {
    self.address = address
    let mine = Int(time(nil)) * 1_000_000_000 - Int(MonotonicClock.nanoseconds())
    clock = Atomic(mine)
  }

  var connection: Int { generation.load(ordering: .acquiring) }

  /// Seconds since 1970 by the store's clock, which no replica sets.
  func now() -> Int {
    (Int(MonotonicClock.nanoseconds()) + clock.load(ordering: .relaxed)) / 1_000_000_000
  }

  /// What came of sending commands.
  enum Exchanged {
    case replies([RedisReply])
    /// The connection broke after the commands were sent: nobody knows whether they were carried out.
    case unknown(StoreFailure)
  }

  /// Sends commands that are about one key, and waits for the replies.
  func exchange(
    _ commands: RedisCommands, key: String
  ) throws(StoreFailure) -> Exchanged {
    let slot = RedisSlot.of(key)
    for _ in 0..<Self.mostRedirections {
      let place = pool.withLock { $0.slots[slot] } ?? address.place
      let connection = try take(place)
      let replies: [RedisReply]
      do throws(RedisConnection.Broken) {
        replies = try connection.exchange(commands)
      } catch {
        return .unknown(broken(error, place))
      }
      give(connection, place)
      let errors = replies.compactMap { if case .error(let text) = $0 { text } else { nil } }
      if let moved = errors.first(where: { $0.hasPrefix("MOVED ") }) {
        try follow(moved, slot)
        continue
      }
      if let text = errors.first, let failure = Self.failure(text, address, key: key) {
        if failure.kind == .unavailable { forget() }
        throw failure
      }
      return .replies(replies)
    }
    throw StoreFailure(.unavailable, "The nodes of the cluster don't agree on who has a sandbox.")
  }

  /// `MOVED 3999 127.0.0.1:6381`
  private func follow(_ text: String, _ slot: UInt16) throws(StoreFailure) {
    let words = text.split(separator: " ")
    guard words.count == 3, let colon = words[2].lastIndex(of: ":"),
      let port = UInt16(words[2][words[2].index(after: colon)...])
    else { throw StoreFailure(.refused, "\(address.shown) answers: \(text)") }
    var host = String(words[2][..<colon])
    if host.isEmpty, case .host(let known, _) = address.place { host = known }
    pool.withLock { [host] in $0.slots[slot] = .host(host, port) }
  }

  // MARK: Connections

  private func take(_ place: RedisAddress.Place) throws(StoreFailure) -> RedisConnection {
    let (idle, pause, isClosed) = pool.withLock { pool in
      (pool.idle[place]?.popLast(), pool.pause, pool.isClosed)
    }
    if isClosed { throw StoreFailure(.unavailable, "The store is closed.") }
    if let idle { return idle }
    if let pause, MonotonicClock.nanoseconds() < pause.until { throw pause.failure }
    let connection: RedisConnection
    let refusal: StoreFailure?
    do throws(RedisConnection.Broken) {
      let latest =
        MonotonicClock.nanoseconds() + UInt64(RedisConnection.patience) * 1_000_000
      connection = try RedisConnection(address, place, latest: latest)
      refusal = try greet(connection)
    } catch {
      throw broken(error, place)
    }
    if let refusal { throw pausing(refusal) }
    connection.isOpen()
    pool.withLock { $0.pause = nil }
    return connection
  }

  private func give(_ connection: RedisConnection, _ place: RedisAddress.Place) {
    pool.withLock { pool in
      guard !pool.isClosed, pool.idle[place, default: []].count < 64 else { return }
      pool.idle[place, default: []].append(connection)
    }
  }

  /// Authenticates, selects the database and reads the clock.
  /// - Returns: why the store does not let us in, if it does not.
  private func greet(
    _ connection: RedisConnection
  ) throws(RedisConnection.Broken) -> StoreFailure? {
    var commands = RedisCommands()
    if let password = address.password {
      commands.add(["AUTH"] + (address.user.map { [$0] } ?? []) + [password])
    }
    if address.database != 0 { commands.add(["SELECT", String(address.database)]) }
    commands.add(["TIME"])
    let replies = try connection.exchange(commands)
    for case .error(let text) in replies {
      return Self.failure(text, address)
        ?? StoreFailure(.refused, "The store at \(address.shown) answers: \(text)")
    }
    setClock(replies.last)
    return nil
  }

  private func setClock(_ reply: RedisReply?) {
    guard let list = reply?.list, list.count == 2, let seconds = list[0].string.flatMap(Int.init),
      let micros = list[1].string.flatMap(Int.init)
    else { return }
    let theirs = seconds * 1_000_000_000 + micros * 1_000
    clock.store(theirs - Int(MonotonicClock.nanoseconds()), ordering: .relaxed)
  }

  /// Asks whether the store is there, and what time it has.
  func probe() {
    guard let connection = try? take(address.place) else { return }
    var commands = RedisCommands()
    commands.add(["TIME"])
    guard let replies = try? connection.exchange(commands) else {
      forget()
      return
    }
    setClock(replies.first)
    give(connection, address.place)
  }

  private func broken(
    _ error: RedisConnection.Broken, _ place: RedisAddress.Place
  ) -> StoreFailure {
    pausing(
      StoreFailure(
        .unavailable, "The store at \(place.text) can't be reached: \(error.reason)."))
  }

  /// Nothing is tried for a moment.
  private func pausing(_ failure: StoreFailure) -> StoreFailure {
    forget()
    pool.withLock {
      $0.pause = (MonotonicClock.nanoseconds() + Self.pause, failure)
    }
    return failure
  }

  /// The store may be another one now, or may have lost something: what was known of it has to be verified.
  private func forget() {
    generation.add(1, ordering: .acquiringAndReleasing)
    pool.withLock { pool in
      pool.idle = [:]
      pool.slots = [:]
    }
  }

  func close() {
    pool.withLock { pool in
      pool.isClosed = true
      pool.idle = [:]
    }
  }

  /// - Returns: `nil` for an error that a command expects.
  private static func failure(
    _ text: String, _ address: RedisAddress, key: String = ""
  ) -> StoreFailure? {
    let word = text.prefix { $0 != " " }
    let store = "The store at \(address.shown)"
    switch word {
    case "NOAUTH":
      return StoreFailure(
        .refused, "\(store) asks for a password: redis://USER:PASSWORD@HOST:PORT/DATABASE.")
    case "WRONGPASS": return StoreFailure(.refused, "\(store) does not know the user or password.")
    case "NOPERM":
      return StoreFailure(
        .refused,
        "\(store) does not let the user do that (\(text)). It needs the keys understudy:* and the commands in docs/shared-server.md."
      )
    case "OOM":
      return StoreFailure(
        .refused, "\(store) has no memory left: raise its maxmemory, or remove sandboxes.")
    case "MISCONF":
      return StoreFailure(.refused, "\(store) can't write to its disk: \(text)")
    case "WRONGTYPE":
      return StoreFailure(
        .damaged,
        "\(store) has a value of another type at the key \(key), or at another key of the same sandbox: something else has written it. Delete the key."
      )
    case "READONLY":
      return StoreFailure(.unavailable, "\(store) is a replica that can't be written to.")
    case "LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "ASK":
      return StoreFailure(.unavailable, "\(store) is not ready: \(text)")
    case "ERR" where text.contains("equal or smaller"): return nil
    case "ERR" where text.contains("AUTH"):
      return StoreFailure(.refused, "\(store) does not take the password: \(text)")
    case "ERR" where text.contains("DB index"):
      return StoreFailure(
        .refused, "\(store) has no database \(address.database): \(text)")
    default: return StoreFailure(.refused, "\(store) answers: \(text)")
    }
  }
}

/// The hash slots of Redis Cluster.
enum RedisSlot {
  /// The slot of a key: CRC-16 (XMODEM) of what stands between braces.
  static func of(_ key: String) -> UInt16 {
    var bytes = Array(key.utf8)[...]
    if let open = bytes.firstIndex(of: UInt8(ascii: "{")),
      let end = bytes[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), end > open + 1
    {
      bytes = bytes[(open + 1)..<end]
    }
    var crc: UInt16 = 0
    for byte in bytes {
      crc ^= UInt16(byte) << 8
      for _ in 0..<8 { crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1 }
    }
    return crc % 16_384
  }
}
