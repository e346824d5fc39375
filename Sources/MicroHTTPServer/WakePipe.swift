#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe that wakes a thread out of `poll`.
final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    reader = ends[0]
    writer = ends[1]
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    System.close(reader)
    System.close(writer)
  }

  /// A full pipe is as good as a rung bell.
  func ring() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
