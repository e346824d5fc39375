import Basics
import Server
import Synchronization

/// A store in a file, for one server.
///
/// The server holds a lock beside the file as long as it runs, so it is the only one that writes. What it knows is all there
/// is, and a read asks for nothing.
package final class SQLiteStore: Store {
  /// When what was written is safe from a loss of power.
  package enum Sync: String, Sendable, CaseIterable {
    /// Before it is answered.
    case always
    /// Within a second. A crash of the process loses nothing.
    case second
  }

  struct Sandbox {
    var version: Int
    var lifetime: Int?
    var used: Int

    /// Whether nobody has used it for its lifetime.
    func hasEnded(at now: Int) -> Bool { lifetime.map { used + $0 < now } ?? false }
  }

  struct State: @unchecked Sendable {
    let database: SQLiteDatabase
    var sandboxes: [String: Sandbox] = [:]
    var isClosed = false
    /// The file that was moved, removed or replaced while it was open.
    var missing: String?
  }

  /// The connection that moves what was written from the log of SQLite into the file, while others write.
  struct Keeper: @unchecked Sendable {
    var database: SQLiteDatabase?
  }

  let state: Lock<State>
  let keeper: Lock<Keeper>
  /// They hold the locks.
  private let descriptors: [Int32]
  private let files: Lock<DatabaseFiles>
  let path: String
  private let sync: Sync
  /// Whether something was written since the file was last synchronized.
  let isDirty = Atomic(false)

  package var connection: Int { 0 }
  package var threads: Int { 2 }

  /// "Usty": marks the file as one of ours.
  static let mark = 0x5573_7479
  /// Files of another version are not opened.
  static let format = 2

  package init(_ path: String, sync: Sync) throws(StoreFailure) {
    self.path = path
    self.sync = sync
    // The file holds secrets: nobody else reads it.
    let mask = umask(0o077)
    defer { umask(mask) }
    let library = try SQLiteLibrary()
    let database = try SQLiteDatabase(path, library)
    // It tells whether this is a database, before anything is put beside it.
    try database.run("PRAGMA schema_version")
    descriptors = try Self.locks(path)
    do throws(StoreFailure) {
      try Self.prepare(database, path, sync)
      let second = try SQLiteDatabase(path, library)
      try second.run("PRAGMA synchronous = NORMAL")
      keeper = Lock(Keeper(database: second))
    } catch {
      for descriptor in descriptors { _ = unistdClose(descriptor) }
      throw error
    }
    files = Lock(DatabaseFiles(path))
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
    // What ended while no server ran stays ended.
    try? Self.endIdle(&state, at: Int(time(nil)))
    self.state = Lock(state)
    _ = BackgroundThread.run { [weak self] in
      while true {
        sleep(1)
        guard let self, self.tick() else { return }
      }
    }
  }

  package func now() -> Int { Int(time(nil)) }

  func locked<Value>(
    _ body: (inout State) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try state.withLock { state in
      Result { () throws(StoreFailure) -> Value in
        guard !state.isClosed else {
          throw StoreFailure(.unavailable, "The store \(path) is closed.")
        }
        if let missing = state.missing {
          throw StoreFailure(
            .refused,
            "\(missing) was moved, removed or replaced while the server has it open: what would be written now would be lost. Put the file back, or start the server again."
          )
        }
        return try body(&state)
      }
    }.get()
  }

  // MARK: Entries

  package func append(
    _ entry: StoredEntry, to sandbox: String, lifetime: Int?, touches: Bool,
    numbers: inout JournalNumbers
  ) throws(StoreFailure) -> Appended {
    let text = entry.json
    let now = now()
    return try locked { state throws(StoreFailure) in
      let known = try Self.living(sandbox, &state, at: now)
      guard (known?.version ?? 0) + 1 == entry.version else {
        return known == nil ? .gone : .conflict
      }
      let values: [SQLiteDatabase.Value] = [
        .text(sandbox), .integer(entry.version), .text(text),
      ]
      if entry.version == 1 {
        try Self.transaction(state.database) { () throws(StoreFailure) in
          try state.database.run(
            "INSERT OR REPLACE INTO sandboxes (id, lifetime, used) VALUES (?, ?, ?)",
            [.text(sandbox), lifetime.map { .integer($0) } ?? .null, .integer(now)])
          try state.database.run(Self.insert, values)
        }
        state.sandboxes[sandbox] = Sandbox(version: 1, lifetime: lifetime, used: now)
      } else {
        try state.database.run(Self.insert, values)
        state.sandboxes[sandbox]?.version = entry.version
        if touches { try touch(sandbox, lifetime, now, &state) }
      }
      isDirty.store(true, ordering: .relaxed)
      return .appended
    }
  }

  static let insert = "INSERT INTO entries (sandbox, version, entry) VALUES (?, ?, ?)"

  private func touch(
    _ sandbox: String, _ lifetime: Int?, _ now: Int, _ state: inout State
  ) throws(StoreFailure) {
    state.sandboxes[sandbox]?.used = now
    state.sandboxes[sandbox]?.lifetime = lifetime
    try state.database.run(
      "UPDATE sandboxes SET used = ?, lifetime = ? WHERE id = ?",
      [.integer(now), lifetime.map { .integer($0) } ?? .null, .text(sandbox)])
  }

  static func transaction(
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
    of sandbox: String, from version: Int, lifetime: Int?, numbers: inout JournalNumbers
  ) throws(StoreFailure) -> [StoredEntry] {
    try locked { state throws(StoreFailure) in
      let now = now()
      guard try Self.living(sandbox, &state, at: now) != nil else { return [] }
      if lifetime != nil { try touch(sandbox, lifetime, now, &state) }
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
    let now = now()
    return state.withLock { state in
      guard !state.isClosed, state.missing == nil, let known = state.sandboxes[sandbox] else {
        return false
      }
      return known.version == version && !known.hasEnded(at: now)
    }
  }

  package var mayLoseEntries: Bool { false }

  package func last(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    let version = try locked { $0.sandboxes[sandbox]?.version ?? 0 }
    return try entries(of: sandbox, from: version, lifetime: nil).last
  }

  // MARK: Once a second

  /// Synchronizes the file, and removes sandboxes that nobody has used for their lifetime.
  /// - Returns: false if the store is closed.
  private func tick() -> Bool {
    if isDirty.exchange(false, ordering: .relaxed) {
      if sync == .second { synchronize() }
      keeper.withLock { try? $0.database?.run("PRAGMA wal_checkpoint(PASSIVE)") }
    }
    let now = now()
    let missing = files.withLock { $0.missing() }
    return state.withLock { state in
      if state.isClosed { return false }
      state.missing = missing
      if missing == nil { try? Self.endIdle(&state, at: now) }
      return true
    }
  }

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
      keeper.withLock { $0.database = nil }
      try state.database.run("DELETE FROM sandboxes WHERE removal IS NOT NULL")
      try state.database.run("VACUUM")
      try state.database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  package func close() {
    synchronize()
    keeper.withLock { $0.database = nil }
    let wasClosed = state.withLock { state in
      defer { state.isClosed = true }
      if !state.isClosed { state.database.close() }
      return state.isClosed
    }
    guard !wasClosed else { return }
    for descriptor in descriptors { _ = unistdClose(descriptor) }
  }
}

/// The system's `close`, whose name is a method's in a store.
func unistdClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
