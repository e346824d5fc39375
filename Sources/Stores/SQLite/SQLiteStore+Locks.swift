import Basics
import Server

/// The locks of a file.
extension SQLiteStore {
  /// Two servers must not write: each believes that it knows the last version.
  ///
  /// The file may have several names, so where that is possible it is locked itself. Elsewhere such a lock and those of
  /// SQLite exclude each other: there only the file beside it is locked.
  static func locks(_ path: String) throws(StoreFailure) -> [Int32] {
    let beside = try lock(path + "-lock", for: path)
    #if os(Linux)
      do throws(StoreFailure) { return [beside, try lock(path, for: path)] } catch {
        _ = unistdClose(beside)
        throw error
      }
    #else
      return [beside]
    #endif
  }

  private static func lock(_ name: String, for path: String) throws(StoreFailure) -> Int32 {
    let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StoreFailure(.refused, "\(name) can't be opened: \(String(cString: strerror(errno))).")
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      _ = unistdClose(descriptor)
      throw StoreFailure(
        .unavailable,
        "\(path) is in use by another process: a file has one server. Stop that one, or share a Redis or Valkey."
      )
    }
    return descriptor
  }
}
