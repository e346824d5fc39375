import Basics

/// Finds out which files have changed by looking at them from time to time; when, is the caller's business.
///
/// Looking, not inotify or kqueue: editors replace files in a dozen ways, and a look at a few names costs nothing.
struct FileWatch {
  /// What a change of a file shows in. A file that was put in another's place has another number.
  struct Look: Equatable, Sendable {
    var number: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private struct File {
    var path: String
    /// As it was when it was read; `nil` while it is not there.
    var read: Look?
    var last: Look?
  }

  private var files: [File]

  init(_ paths: [String], look: (String) -> Look? = Self.look) {
    files = paths.map { path in
      let now = look(path)
      return File(path: path, read: now, last: now)
    }
  }

  /// The files to read again: each differs from what was read, and has kept still since the last look, so that
  /// nobody reads the half of it. A file that is gone is one that an editor is about to put back.
  mutating func changed(look: (String) -> Look? = Self.look) -> [String] {
    var changed: [String] = []
    for index in files.indices {
      let now = look(files[index].path)
      defer { files[index].last = now }
      guard now != nil, now == files[index].last, now != files[index].read else { continue }
      files[index].read = now
      changed.append(files[index].path)
    }
    return changed
  }

  static func look(_ path: String) -> Look? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Look(
      number: UInt64(status.st_ino), size: Int(status.st_size), seconds: Int(time.tv_sec),
      nanoseconds: Int(time.tv_nsec))
  }
}
