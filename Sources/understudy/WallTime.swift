import Basics

/// An instant of the wall clock, for people and log readers.
struct WallTime: CustomStringConvertible {
  /// Since 1970.
  var seconds: Int
  var milliseconds = 0

  static func now() -> WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(seconds: Int(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000)
  }

  /// The day alone, in UTC.
  static func date(_ seconds: Int) -> String {
    String(UTC(seconds: seconds).text().prefix { $0 != "T" })
  }

  /// RFC 3339, in UTC: `2026-11-21T06:17:06.123Z`.
  var description: String {
    let digits = String(milliseconds)
    let padded = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    return UTC(seconds: seconds).text() + ".\(padded)Z"
  }
}
