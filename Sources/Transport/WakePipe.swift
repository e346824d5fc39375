#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe that wakes a thread out of `poll`.
package final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  package init?() {
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
  package func ring() {
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  /// Waits until it is rung, or for so long. True when it has been rung.
  package func wait(milliseconds: Int) -> Bool {
    var polled = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(clamping: milliseconds)) > 0
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while read(reader, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
