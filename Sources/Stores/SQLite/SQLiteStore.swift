import Basics
import Server
import Synchronization

/// A store in a file, for one server.
///
/// The server is the only one that has the file open. So what it knows is all there is, and a read asks for nothing.
package final class SQLiteStore: Store {
  /// When what was written is safe from a loss of power.
  package enum Sync: String, Sendable, CaseIterable {
    /// Before it is answered.
    case always
    /// Within a second. A crash of the process loses nothing.
    case second
  }

  private struct Sandbox {
    var version: Int
    var lifetime: Int?
    var used: Int
  }

  private struct State: @unchecked Sendable {
    let database: SQLiteDatabase
    var sandboxes: [String: Sandbox] = [:]
    var isClosed = false
  }

  private let state: Lock<State>
  private let path: String
  private let sync: Sync
  /// Whether something was written since the file was last synchronized.
  private let isDirty = Atomic(false)

  package var connection: Int { 0 }
  package var threads: Int { 2 }

  /// "Usty": marks the file as one of ours.
  private static let mark = 0x5573_7479
  /// Files of another version are not opened.
  private static let format = 1

  package init(_ path: String, sync: Sync) throws(StoreFailure) {
    self.path = path
    self.sync = sync
    // The file holds secrets: nobody else reads it.
    let mask = umask(0o077)
    defer { umask(mask) }
    let database = try SQLiteDatabase(path, SQLiteLibrary())
    try Self.prepare(database, path, sync)
    var state = State(database: database)
    try database.run(
      """
      SELECT id, lifetime, used, (SELECT max(version) FROM entries WHERE sandbox = id)
      FROM sandboxes WHERE removal IS NULL
      """
    ) { row in
      state.sandboxes[row.text(0)] = Sandbox(
        version: row.integer(3), lifetime: row.isNull(1) ? nil : row.integer(1),
        used: row.integer(2))
    }
    self.state = Lock(state)
    _ = BackgroundThread.run { [weak self] in
      while true {
        sleep(1)
        guard let self, self.tick() else { return }
      }
    }
  }

  private static func prepare(
    _ database: SQLiteDatabase, _ path: String, _ sync: Sync
  ) throws(StoreFailure) {
    try database.run("PRAGMA locking_mode = EXCLUSIVE")
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = \(sync == .always ? "FULL" : "NORMAL")")
    try database.run("PRAGMA wal_autocheckpoint = 8192")
    // The lock is taken with the first write.
    try database.run("BEGIN IMMEDIATE")
    var (mark, format, tables) = (0, 0, 0)
    try database.run("PRAGMA application_id") { mark = $0.integer(0) }
    try database.run("PRAGMA user_version") { format = $0.integer(0) }
    try database.run("SELECT count(*) FROM sqlite_schema") { tables = $0.integer(0) }
    if tables == 0 {
      try database.run("PRAGMA application_id = \(Self.mark)")
      try database.run("PRAGMA user_version = \(Self.format)")
      for table in Self.tables { try database.run(table) }
    } else if mark != Self.mark {
      throw StoreFailure(.refused, "\(path) is a database of another program.")
    } else if format != Self.format {
      throw StoreFailure(
        .refused,
        "\(path) has the format \(format), and this version of understudy reads \(Self.format). Export its sandboxes with the version that wrote it."
      )
    }
    try database.run("COMMIT")
  }

  private static let tables = [
    """
    CREATE TABLE sandboxes (
      id TEXT PRIMARY KEY, lifetime INTEGER, used INTEGER NOT NULL, removal TEXT
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE entries (
      sandbox TEXT NOT NULL, version INTEGER NOT NULL, entry TEXT NOT NULL,
      PRIMARY KEY (sandbox, version)
    ) WITHOUT ROWID
    """,
    "CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  ]

  package func now() -> Int { Int(time(nil)) }

  private func locked<Value>(
    _ body: (inout State) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try state.withLock { state in
      Result { () throws(StoreFailure) -> Value in
        guard !state.isClosed else {
          throw StoreFailure(.unavailable, "The store \(path) is closed.")
        }
        return try body(&state)
      }
    }.get()
  }

  // MARK: Entries

  package func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool,
    number: inout JournalNumber
  ) throws(StoreFailure) -> Appended {
    let text = entry.json.text()
    let now = now()
    return try locked { state throws(StoreFailure) in
      let known = state.sandboxes[sandbox]
      guard (known?.version ?? 0) + 1 == entry.version else {
        return known == nil ? .gone : .conflict
      }
      let values: [SQLiteDatabase.Value] = [
        .text(sandbox), .integer(entry.version), .text(text),
      ]
      let insert = "INSERT INTO entries (sandbox, version, entry) VALUES (?, ?, ?)"
      if entry.version == 1 {
        try Self.transaction(state.database) { () throws(StoreFailure) in
          try state.database.run(
            "INSERT OR REPLACE INTO sandboxes (id, lifetime, used) VALUES (?, ?, ?)",
            [.text(sandbox), lifetime.map { .integer($0) } ?? .null, .integer(now)])
          try state.database.run(insert, values)
        }
        state.sandboxes[sandbox] = Sandbox(version: 1, lifetime: lifetime, used: now)
      } else {
        try state.database.run(insert, values)
        state.sandboxes[sandbox]?.version = entry.version
        if touches { try touch(sandbox, lifetime, now, &state) }
      }
      isDirty.store(true, ordering: .relaxed)
      return .appended
    }
  }

  private func touch(
    _ sandbox: String, _ lifetime: Int?, _ now: Int, _ state: inout State
  ) throws(StoreFailure) {
    state.sandboxes[sandbox]?.used = now
    state.sandboxes[sandbox]?.lifetime = lifetime
    try state.database.run(
      "UPDATE sandboxes SET used = ?, lifetime = ? WHERE id = ?",
      [.integer(now), lifetime.map { .integer($0) } ?? .null, .text(sandbox)])
  }

  private static func transaction(
    _ database: SQLiteDatabase, _ body: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    try database.run("BEGIN IMMEDIATE")
    do throws(StoreFailure) {
      try body()
      try database.run("COMMIT")
    } catch {
      try? database.run("ROLLBACK")
      throw error
    }
  }

  package func entries(
    of sandbox: String, from version: Int, lifetime: Int?, number: inout JournalNumber
  ) throws(StoreFailure) -> [StoredEntry] {
    try locked { state throws(StoreFailure) in
      guard state.sandboxes[sandbox] != nil else { return [] }
      if lifetime != nil { try touch(sandbox, lifetime, now(), &state) }
      var entries: [StoredEntry] = []
      var damaged: Int?
      try state.database.run(
        "SELECT version, entry FROM entries WHERE sandbox = ? AND version >= ? ORDER BY version LIMIT ?",
        [.text(sandbox), .integer(version), .integer(StoredEntry.page)]
      ) { row in
        if let entry = StoredEntry(version: row.integer(0), json: row.bytes(1)) {
          entries.append(entry)
        } else {
          damaged = damaged ?? row.integer(0)
        }
      }
      if let damaged {
        throw StoreFailure(
          .damaged, "The entry \(damaged) of the sandbox \"\(sandbox)\" in \(path) is damaged.")
      }
      return entries
    }
  }

  package func isLast(_ version: Int, of sandbox: String) -> Bool {
    state.withLock { !$0.isClosed && $0.sandboxes[sandbox]?.version == version }
  }

  package var mayLoseEntries: Bool { false }

  package func last(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    let version = try locked { $0.sandboxes[sandbox]?.version ?? 0 }
    return try entries(of: sandbox, from: version, lifetime: nil).last
  }

  // MARK: Sandboxes

  package func knows(_ sandbox: String) throws(StoreFailure) -> Bool {
    try locked { $0.sandboxes[sandbox] != nil }
  }

  package func count() throws(StoreFailure) -> Int { try locked { $0.sandboxes.count } }

  package func sandboxes() throws(StoreFailure) -> [String] {
    try locked { $0.sandboxes.keys.sorted() }
  }

  package func remove(_ sandbox: String, why: String) throws(StoreFailure) {
    try locked { state throws(StoreFailure) in
      try Self.transaction(state.database) { () throws(StoreFailure) in
        try state.database.run("DELETE FROM entries WHERE sandbox = ?", [.text(sandbox)])
        try state.database.run(
          "INSERT OR REPLACE INTO sandboxes (id, used, removal) VALUES (?, ?, ?)",
          [.text(sandbox), .integer(now()), .text(why)])
      }
      state.sandboxes[sandbox] = nil
      isDirty.store(true, ordering: .relaxed)
    }
  }

  package func removal(of sandbox: String) throws(StoreFailure) -> String? {
    try locked { state throws(StoreFailure) in
      var why: String?
      try state.database.run(
        "SELECT removal FROM sandboxes WHERE id = ? AND removal IS NOT NULL", [.text(sandbox)]
      ) { why = $0.text(0) }
      return why
    }
  }

  package func shared(
    _ name: String, orPut value: () -> String
  ) throws(StoreFailure) -> String {
    try locked { state throws(StoreFailure) in
      var known: String?
      try state.database.run("SELECT value FROM shared WHERE name = ?", [.text(name)]) {
        known = $0.text(0)
      }
      if let known { return known }
      let made = value()
      try state.database.run(
        "INSERT INTO shared (name, value) VALUES (?, ?)", [.text(name), .text(made)])
      isDirty.store(true, ordering: .relaxed)
      return made
    }
  }

  // MARK: Once a second

  /// Synchronizes the file, and removes sandboxes that nobody has used for their lifetime.
  /// - Returns: false if the store is closed.
  private func tick() -> Bool {
    if sync == .second, isDirty.exchange(false, ordering: .relaxed) { synchronize() }
    let now = now()
    let idle = state.withLock { state -> [(String, Int)]? in
      if state.isClosed { return nil }
      return state.sandboxes.compactMap { id, sandbox in
        sandbox.lifetime.flatMap { sandbox.used + $0 + Self.grace($0) < now ? (id, $0) : nil }
      }
    }
    guard let idle else { return false }
    for (id, lifetime) in idle {
      try? remove(
        id, why: "The sandbox \"\(id)\" ended: it was idle for more than \(lifetime) s.")
    }
    return true
  }

  /// A use is noted only after a twentieth of the lifetime.
  private static func grace(_ lifetime: Int) -> Int { max(2, lifetime / 20 + 1) }

  /// Another descriptor of the log than SQLite's: it waits for the disk while others write.
  private func synchronize() {
    let descriptor = open(path + "-wal", O_RDONLY)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    _ = unistdClose(descriptor)
  }

  package var journals: (any JournalStore)? { nil }

  package func compact() throws(StoreFailure) {
    try locked { state throws(StoreFailure) in
      try state.database.run("DELETE FROM sandboxes WHERE removal IS NOT NULL")
      try state.database.run("VACUUM")
      try state.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  package func close() {
    synchronize()
    state.withLock { state in
      state.isClosed = true
      state.database.close()
    }
  }
}

/// The system's `close`, whose name is a method's in a store.
func unistdClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
