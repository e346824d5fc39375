#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The system's clocks.
enum Clock {
  /// Seconds since 1970.
  static var now: Double { read(CLOCK_REALTIME) }
  /// Seconds that nobody sets back.
  static var steady: Double { read(CLOCK_MONOTONIC) }

  static func sleep(_ seconds: Double) {
    let end = steady + seconds
    while case let left = end - steady, left > 0 { usleep(UInt32(min(left, 0.5) * 1e6) + 1) }
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
