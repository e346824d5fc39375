import Basics
import Server
import Synchronization

/// The sandboxes of the file, and values beside them.
extension SQLiteStore {
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
        try state.database.run("DELETE FROM snapshots WHERE sandbox = ?", [.text(sandbox)])
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
}
