import ArgumentParser
import AuthorizationServer
import ControlAPI
import JSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What goes to standard error while the server runs: a line for each exchange, and what else there is to say.
struct Log: Sendable {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  var format = Format.text
  var quiet = false

  func exchange(_ entry: LogEntry, status: Int, sandbox: String = World.defaultID) {
    guard !quiet else { return }
    switch format {
    case .json: Streams.error(Self.json(entry, status: status, sandbox: sandbox, at: .now()))
    case .text:
      Streams.error((sandbox == World.defaultID ? "" : "[\(sandbox)] ") + entry.line)
    }
  }

  /// Anything but an exchange. With `--log json` it is an object too, so that every line can be read by a program.
  func say(_ text: String) {
    guard !quiet else { return }
    Streams.error(format == .json ? Self.json(text, at: .now()) : text)
  }

  /// Members that do not apply are null, so that every line has the same ones.
  static func json(
    _ entry: LogEntry, status: Int, sandbox: String = World.defaultID, at instant: WallTime
  ) -> String {
    func known(_ text: String?) -> JSONValue {
      guard let text, !text.isEmpty, text != "-" else { return JSONValue(.null) }
      return JSONValue(.string(text))
    }
    let object: JSONValue = [
      "time": JSONValue(.string(instant.description)),
      "method": known(entry.method), "path": known(entry.path),
      "provider": known(entry.provider), "endpoint": known(entry.endpoint),
      "sandbox": known(sandbox), "client": known(entry.client), "person": known(entry.person),
      "condition": known(entry.condition), "rule": known(entry.rule),
      "outcome": known(entry.outcome), "status": JSONValue(.number(String(status))),
      "why": known(entry.why), "clause": known(entry.clause), "remedy": known(entry.remedy),
    ]
    return object.text()
  }

  static func json(_ message: String, at instant: WallTime) -> String {
    let object: JSONValue = [
      "time": JSONValue(.string(instant.description)), "message": JSONValue(.string(message)),
    ]
    return object.text()
  }
}

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

  /// RFC 3339, in UTC: `2026-11-21T06:17:06.123Z`.
  var description: String {
    var moment = time_t(seconds)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let hour = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    return day.map { padded($0) }.joined(separator: "-") + "T"
      + hour.map { padded($0) }.joined(separator: ":") + "." + padded(milliseconds, 3) + "Z"
  }
}
