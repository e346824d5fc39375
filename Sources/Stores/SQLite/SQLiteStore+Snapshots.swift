import Basics
import Server

/// Snapshots, and the entries that they make unnecessary.
extension SQLiteStore {
  package func snapshot(of sandbox: String) throws(StoreFailure) -> StoredEntry? {
    var row: (version: Int, text: [UInt8])?
    try locked { state throws(StoreFailure) in
      try state.database.run(
        "SELECT version, snapshot FROM snapshots WHERE sandbox = ?", [.text(sandbox)]
      ) { row = ($0.integer(0), $0.bytes(1)) }
    }
    guard let row else { return nil }
    guard let snapshot = StoredEntry(version: row.version, json: row.text) else {
      throw StoreFailure(
        .damaged,
        "The snapshot \(row.version) of the sandbox \"\(sandbox)\" in \(path) is damaged.")
    }
    return snapshot
  }

  package func keep(
    _ snapshot: StoredEntry, of sandbox: String, lifetime: Int?
  ) throws(StoreFailure) {
    let text = snapshot.json
    try locked { state throws(StoreFailure) in
      // It may have been removed meanwhile.
      guard state.sandboxes[sandbox] != nil else { return }
      try Self.transaction(state.database) { () throws(StoreFailure) in
        try Self.put(snapshot, text, sandbox, state.database)
        try state.database.run(
          "DELETE FROM entries WHERE sandbox = ? AND version <= ?",
          [.text(sandbox), .integer(snapshot.version - StoredEntry.kept)])
      }
      isDirty.store(true, ordering: .relaxed)
    }
  }

  /// An older snapshot leaves a newer one where it is.
  private static func put(
    _ snapshot: StoredEntry, _ text: String, _ sandbox: String, _ database: SQLiteDatabase
  ) throws(StoreFailure) {
    try database.run(
      """
      INSERT INTO snapshots (sandbox, version, snapshot) VALUES (?, ?, ?)
      ON CONFLICT (sandbox) DO UPDATE SET version = excluded.version, snapshot = excluded.snapshot
      WHERE excluded.version > version
      """, [.text(sandbox), .integer(snapshot.version), .text(text)])
  }

  package func begin(
    _ sandbox: String, with snapshot: StoredEntry, _ entry: StoredEntry, lifetime: Int?
  ) throws(StoreFailure) -> Bool {
    let texts = (snapshot.json, entry.json)
    let now = now()
    try locked { state throws(StoreFailure) in
      try Self.transaction(state.database) { () throws(StoreFailure) in
        try state.database.run(
          "INSERT OR REPLACE INTO sandboxes (id, lifetime, used) VALUES (?, ?, ?)",
          [.text(sandbox), lifetime.map { .integer($0) } ?? .null, .integer(now)])
        try Self.put(snapshot, texts.0, sandbox, state.database)
        try state.database.run(
          Self.insert, [.text(sandbox), .integer(entry.version), .text(texts.1)])
      }
      state.sandboxes[sandbox] = Sandbox(version: entry.version, lifetime: lifetime, used: now)
      isDirty.store(true, ordering: .relaxed)
    }
    return true
  }
}
