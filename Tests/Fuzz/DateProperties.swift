import Basics
import ProviderModel
import Server

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An instant and a duration that are read are written and read again as the same; the calendar is the system's.
enum DateProperties {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(8) {
      try checkInstant(String(line))
      try checkDuration(String(line))
    }
    let number = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    try checkCalendar(Int(number % UInt64(2 * Dates.last)) - Dates.last)
    try checkSeconds(Int(number % UInt64(Dates.last + 1)))
  }

  private static func checkInstant(_ text: String) throws {
    guard let seconds = Dates.seconds(text) else { return }
    try hold((0...Dates.last).contains(seconds), "\(text.shown) is \(seconds)")
    try checkSeconds(seconds)
    // In UTC and without a fraction there is one way to write an instant.
    if text.utf8.count == 20, text.hasSuffix("Z"), text.contains("T") {
      try hold(Dates.text(seconds) == text, "\(text) is written as \(Dates.text(seconds))")
    }
  }

  private static func checkSeconds(_ seconds: Int) throws {
    let again = Dates.seconds(Dates.text(seconds))
    try hold(
      again == seconds,
      "\(seconds) is \(Dates.text(seconds)), which is \(String(describing: again))"
    )
    let span = Duration8601.text(seconds: seconds)
    let milliseconds = Duration8601.milliseconds(span)
    try hold(
      milliseconds == (seconds < 100_000_000_000 ? seconds * 1_000 : nil),
      "\(seconds) s is \(span), which is \(String(describing: milliseconds)) ms")
  }

  private static func checkCalendar(_ seconds: Int) throws {
    var time = time_t(seconds)
    var parts = tm()
    guard gmtime_r(&time, &parts) != nil else { return }
    let (utc, own) = (
      UTC(seconds: seconds),
      [
        parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
        parts.tm_sec,
      ]
    )
    try hold(
      own == [utc.year, utc.month, utc.day, utc.hour, utc.minute, utc.second].map(Int32.init),
      "\(seconds) is \(utc.text()), and to the system \(own)")
  }

  private static func checkDuration(_ text: String) throws {
    guard let milliseconds = Duration8601.milliseconds(text) else { return }
    try hold(
      (0..<100_000_000_000_000).contains(milliseconds), "\(text.shown) is \(milliseconds) ms")
    try hold(
      text.hasPrefix("P") && text.utf8.allSatisfy { "PTDHMS.0123456789".utf8.contains($0) },
      "\(text.shown) is read as a duration")
    guard milliseconds % 1_000 == 0 else { return }
    let again = Duration8601.milliseconds(Duration8601.text(seconds: milliseconds / 1_000))
    try hold(
      again == milliseconds, "\(text) is written and read as \(String(describing: again)) ms")
  }
}
