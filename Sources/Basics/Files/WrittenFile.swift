#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
