#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Waits that end: with what was waited for, or with an error that names it.
public enum Deadline {
  public struct Missed: Error, CustomStringConvertible {
    public var description: String
  }

  /// Looks ten times in a millisecond, or all the time where the next instruction counts.
  public static func wait(
    for what: String, seconds: Int = 60, spinning: Bool = false, until isThere: () -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isThere() {
      guard ContinuousClock.now < end else {
        throw Missed(description: "\(what): still not there after \(seconds) s")
      }
      if !spinning { usleep(100) }
    }
  }
}
