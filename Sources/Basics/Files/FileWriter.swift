// All writers of files in the package are here: a write is checked to its end, and a failure leaves the former file.

/// Writes files and streams, and reports every failure.
package enum FileWriter {
  /// Who may read or run a new file.
  package enum Access: mode_t, Sendable {
    /// The owner alone.
    case ownerOnly = 0o600
    /// The owner alone, who may also run it.
    case program = 0o700
    /// Every user that the process's umask lets read it.
    case shared = 0o666
    /// Everybody may read it, whatever the mask is.
    case readable = 0o644
  }

  /// Replaces the content of a file in one step: readers see the former content or all of the new one.
  ///
  /// The bytes go to a temporary file in the same folder, which is renamed once it is complete. A path that leads to a
  /// device or a pipe, such as `/dev/stdout`, is written in place.
  package static func replace(
    _ path: String, with bytes: [UInt8], access: Access
  ) throws(FileError) -> WrittenFile? {
    var found = stat()
    var exists = stat(path, &found) == 0
    if exists, found.st_mode & S_IFMT != S_IFREG {
      try write(bytes, toSpecial: path)
      return nil
    }
    // A link in a folder of everybody's may lead to a file of ours: only a shared file is written through a link.
    let target = access == .shared ? resolved(path) : path
    if access != .shared { exists = false }
    let draft = "\(folder(of: target))/.understudy-\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
    let descriptor = open(
      draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, access.rawValue)
    guard descriptor >= 0 else { throw FileError(path) }
    var written = stat()
    do throws(FileError) {
      defer { close(descriptor) }
      let mode = exists ? found.st_mode & 0o777 : access.rawValue
      if exists || access != .shared, fchmod(descriptor, mode) != 0 { throw FileError(path) }
      try write(bytes, to: descriptor, named: path)
      // A full disk may show here first, as with quotas and network file systems.
      guard fsync(descriptor) == 0, fstat(descriptor, &written) == 0 else { throw FileError(path) }
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, target) == 0 else {
      let error = FileError(path)
      unlink(draft)
      throw error
    }
    return WrittenFile(path: target, device: written.st_dev, inode: written.st_ino, bytes: bytes)
  }

  /// Adds bytes at the end of a file. After a failure the file has its former length.
  package static func append(_ bytes: [UInt8], to path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, Access.shared.rawValue)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    let length = lseek(descriptor, 0, SEEK_END)
    do throws(FileError) {
      try write(bytes, to: descriptor, named: path)
      guard length < 0 || fsync(descriptor) == 0 else { throw FileError(path) }
    } catch {
      if length >= 0 { _ = ftruncate(descriptor, length) }
      throw error
    }
  }

  /// Writes all bytes to an open file, a pipe or a terminal.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, named name: String
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Another process has made our stream non-blocking.
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&polled, 1, -1) > 0 || errno == EINTR else { throw FileError(name) }
      } else if errno != EINTR {
        throw FileError(name)
      }
    }
  }

  private static func write(_ bytes: [UInt8], toSpecial path: String) throws(FileError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, named: path)
  }

  /// The path behind links; the path itself where nothing is there yet.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func systemWrite(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Glibc.write(descriptor, bytes, count)
    #endif
  }

  /// Makes a write beyond the limit of file sizes (`ulimit -f`) an error, where it would end the process.
  package static func reportFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }
}

/// A file that this process wrote, and that it removes only if nobody has replaced it since.
package struct WrittenFile: Sendable {
  let path: String
  let device: dev_t
  let inode: ino_t
  let bytes: [UInt8]

  /// Whether the path still leads to this very file with this content.
  package var isThere: Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var found = stat()
    guard fstat(descriptor, &found) == 0, found.st_dev == device, found.st_ino == inode,
      found.st_size == bytes.count
    else { return false }
    // The system may give a number to a new file once ours is gone, so the content counts too.
    var content = [UInt8](repeating: 0, count: bytes.count)
    return read(descriptor, &content, content.count) == bytes.count && content == bytes
  }

  package func remove() {
    if isThere { unlink(path) }
  }
}

/// A failed write, with the system's reason.
package struct FileError: Error, CustomStringConvertible, Sendable {
  package let path: String
  /// The system's error number.
  package let code: Int32

  /// The failure of the last system call on this thread.
  init(_ path: String) {
    self.path = path
    code = errno
  }

  package var reason: String { String(cString: strerror(code)) }
  package var description: String { "can't write \(path): \(reason)" }
}
