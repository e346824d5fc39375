/// A clock that nobody sets, for durations and for the order of events.
package enum MonotonicClock {
  /// Nanoseconds since some instant before this process began.
  package static func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
