#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lets one thread wait for another.
final class Signal: Sendable {
  private let ends: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func give() {
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  /// - Returns: whether it came in time.
  func take(within seconds: Double) -> Bool {
    let end = Clock.steady + seconds
    while true {
      var entry = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      let left = end - Clock.steady
      guard left > 0 else { return false }
      if poll(&entry, 1, Int32(min(left * 1000 + 1, 1e6))) > 0 {
        var byte: UInt8 = 0
        return read(ends.read, &byte, 1) == 1
      }
    }
  }
}
