#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

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
