import Basics
import Server
import Synchronization

/// The sandboxes of the file, and values beside them.
extension SQLiteStore {
  package func knows(_ sandbox: String) throws(StoreFailure) -> Bool {
    let now = now()
    return try locked { state throws(StoreFailure) in
      try Self.living(sandbox, &state, at: now) != nil
    }
  }

  /// A sandbox that has not ended.
  static func living(
    _ sandbox: String, _ state: inout State, at now: Int
  ) throws(StoreFailure) -> Sandbox? {
    guard let known = state.sandboxes[sandbox] else { return nil }
    guard known.hasEnded(at: now) else { return known }
    try end(sandbox, known, &state, at: now)
    return nil
  }

  /// Removes all sandboxes that nobody has used for their lifetime.
  static func endIdle(_ state: inout State, at now: Int) throws(StoreFailure) {
    for (id, sandbox) in state.sandboxes where sandbox.hasEnded(at: now) {
      try end(id, sandbox, &state, at: now)
    }
  }

  private static func end(
    _ id: String, _ sandbox: Sandbox, _ state: inout State, at now: Int
  ) throws(StoreFailure) {
    try remove(
      id,
      "The sandbox \"\(id)\" ended: it was idle for more than \(sandbox.lifetime ?? 0) s.",
      &state, at: now)
  }

  package func count() throws(StoreFailure) -> Int { try locked { $0.sandboxes.count } }

  package func sandboxes() throws(StoreFailure) -> [String] {
    let now = now()
    return try locked { state throws(StoreFailure) in
      // A disk that is full keeps what has ended.
      try? Self.endIdle(&state, at: now)
      return state.sandboxes.filter { !$0.value.hasEnded(at: now) }.keys.sorted()
    }
  }

  package func remove(_ sandbox: String, why: String) throws(StoreFailure) {
    let now = now()
    try locked { state throws(StoreFailure) in
      try Self.remove(sandbox, why, &state, at: now)
      isDirty.store(true, ordering: .relaxed)
    }
  }

  private static func remove(
    _ sandbox: String, _ why: String, _ state: inout State, at now: Int
  ) throws(StoreFailure) {
    let database = state.database
    try transaction(database) { () throws(StoreFailure) in
      try database.run("DELETE FROM entries WHERE sandbox = ?", [.text(sandbox)])
      try database.run("DELETE FROM snapshots WHERE sandbox = ?", [.text(sandbox)])
      try database.run(
        "INSERT OR REPLACE INTO sandboxes (id, used, removal) VALUES (?, ?, ?)",
        [.text(sandbox), .integer(now), .text(why)])
    }
    state.sandboxes[sandbox] = nil
  }

  /// One server has the file: nobody can lose what it has.
  package func content(
    orPut name: String
  ) throws(StoreFailure) -> (name: String, differing: [String]) { (path, []) }

  package func tryWriting() throws(StoreFailure) {
    try locked { state throws(StoreFailure) in
      try state.database.run(
        "INSERT OR REPLACE INTO shared (name, value) VALUES ('written', ?)", [.integer(now())])
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
