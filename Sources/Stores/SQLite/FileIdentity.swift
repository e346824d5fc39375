import Basics

/// Tells a file from others that may have its path later.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// - Returns: `nil` if there is no such file.
  init?(_ path: String) {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    (device, number) = (UInt64(truncatingIfNeeded: info.st_dev), UInt64(info.st_ino))
  }
}

/// The files of a database as they were when it was opened: itself, and those that SQLite keeps beside it.
struct DatabaseFiles {
  private static let endings = ["", "-wal", "-shm"]

  private let path: String
  private var known: [String: FileIdentity] = [:]

  init(_ path: String) {
    self.path = path
    _ = missing()
  }

  /// Looks whether each file is still the one that it was. SQLite makes some only when it needs them.
  /// - Returns: the file that was moved, removed or replaced, if any.
  mutating func missing() -> String? {
    for ending in Self.endings {
      let now = FileIdentity(path + ending)
      if let known = known[ending] {
        guard now == known else { return path + ending }
      } else {
        known[ending] = now
      }
    }
    return nil
  }
}
