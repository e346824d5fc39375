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
