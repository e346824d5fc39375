#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A failed write, with the system's reason.
public struct FileError: Error, CustomStringConvertible, Sendable {
  public let path: String
  /// The system's error number.
  public let code: Int32

  /// The failure of the last system call on this thread.
  init(_ path: String) {
    self.path = path
    code = errno
  }

  public var reason: String { String(cString: strerror(code)) }
  public var description: String { "can't write \(path): \(reason)" }
}
