import Server

/// The tables of the file.
extension SQLiteStore {
  /// Makes a new file ready, and looks whether another one is ours.
  static func prepare(
    _ database: SQLiteDatabase, _ path: String, _ sync: Sync
  ) throws(StoreFailure) {
    try database.run("PRAGMA busy_timeout = 2000")
    try database.run("PRAGMA journal_mode = WAL")
    try database.run("PRAGMA synchronous = \(sync == .always ? "FULL" : "NORMAL")")
    // The keeper does this each second, so that no request waits for it.
    try database.run("PRAGMA wal_autocheckpoint = 100000")
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
    } else if format == 1 {
      // Logs of that format have no snapshots.
      try database.run("PRAGMA user_version = \(Self.format)")
      try database.run(Self.snapshots)
    } else if format != Self.format {
      throw StoreFailure(
        .refused,
        "\(path) has the format \(format), and this version of understudy reads \(Self.format). Export its sandboxes with the version that wrote it."
      )
    }
    try database.run("COMMIT")
  }

  private static let snapshots =
    "CREATE TABLE snapshots (sandbox TEXT PRIMARY KEY, version INTEGER NOT NULL, snapshot TEXT NOT NULL)"

  private static let tables = [
    snapshots,
    """
    CREATE TABLE sandboxes (
      id TEXT PRIMARY KEY, lifetime INTEGER, used INTEGER NOT NULL, removal TEXT
    ) WITHOUT ROWID
    """,
    """
    -- With row IDs: an entry of a kilobyte would not fit into a page of the key's tree.
    CREATE TABLE entries (
      sandbox TEXT NOT NULL, version INTEGER NOT NULL, entry TEXT NOT NULL,
      PRIMARY KEY (sandbox, version)
    )
    """,
    "CREATE TABLE shared (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
  ]
}
