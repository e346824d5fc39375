import ArgumentParser
import Basics
import Engine
import Server

/// What goes to standard error while the server runs: a line for each exchange, and what else there is to say.
struct Log: Sendable {
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

  var format = Format.text
  var quiet = false
  private let queue = LogQueue()

  init(format: Format = .text, quiet: Bool = false) {
    self.format = format
    self.quiet = quiet
  }

  /// Takes exchanges; `nil` where nobody reads them. A line is made and written on the log's own thread.
  var exchanges: (@Sendable (LoggedExchange) -> Void)? {
    guard !quiet else { return nil }
    let (queue, format) = (queue, format)
    return { exchange in
      let instant = format == .json ? WallTime.now() : nil
      queue.add { Self.line(exchange, format, instant) }
    }
  }

  private static func line(
    _ exchange: LoggedExchange, _ format: Format, _ instant: WallTime?
  ) -> String {
    let (entry, sandbox) = (exchange.entry, exchange.sandbox)
    if let instant {
      return json(entry, status: exchange.status, sandbox: sandbox, at: instant)
    }
    let isNamed = !sandbox.isEmpty && sandbox != Sandboxes.defaultID
    return (isNamed ? "[\(sandbox)] " : "") + entry.line
  }

  /// Everything that was said so far is written.
  func finish() { queue.finish() }

  /// Anything but an exchange. With `--log json` it is an object too, so that every line can be read by a program.
  func say(_ text: String) {
    if !quiet { warn(text) }
  }

  /// Says what there is to say about files that were read; warnings also where the log is quiet.
  func tell(_ notes: [String]) {
    for note in notes { note.contains(": warning: ") ? warn(note) : say(note) }
  }

  /// Says a line also where the log is quiet: without it clients would fail for no visible reason.
  func warn(_ text: String) {
    let (format, now) = (format, WallTime.now())
    queue.add(waits: false) { format == .json ? Self.json(text, at: now) : Visible.line(text) }
  }

  /// Members that do not apply are null, so that every line has the same ones.
  static func json(
    _ entry: LogEntry, status: Int, sandbox: String = Sandboxes.defaultID, at instant: WallTime
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
      "condition": known(entry.condition?.name), "rule": known(entry.rule),
      "outcome": known(entry.outcome.text), "status": JSONValue(.number(String(status))),
      "why": known(entry.why), "clause": known(entry.clause), "remedy": known(entry.remedy),
    ]
    return Visible.json(object.text())
  }

  static func json(_ message: String, at instant: WallTime) -> String {
    let object: JSONValue = [
      "time": JSONValue(.string(instant.description)), "message": JSONValue(.string(message)),
    ]
    return Visible.json(object.text())
  }
}
