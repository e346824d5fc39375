import Basics

/// Standard streams, unbuffered: a script reads the first line at once.
enum Streams {
  private struct Output: Sendable {
    /// After the first one nothing more is written.
    var failure: FileError?
    var isReported = false
  }
  private static let standardOutput = Lock(Output())

  static func write(_ text: String, to descriptor: Int32) { put(text + "\n", to: descriptor) }

  /// Without a line break. A failure has no consequence here: who reads it has gone.
  static func put(_ text: String, to descriptor: Int32) {
    try? FileWriter.write(Array(text.utf8), to: descriptor, named: "")
  }

  /// Writes to standard output. `checkOutput` reports a failure.
  private static func print(_ text: String) {
    standardOutput.withLock { output in
      guard output.failure == nil else { return }
      do throws(FileError) {
        try FileWriter.write(Array((text + "\n").utf8), to: 1, named: "standard output")
      } catch {
        output.failure = error
      }
    }
  }

  /// - Throws: once, if standard output could not be written.
  static func checkOutput() throws {
    let failure = standardOutput.withLock { output in
      defer { output.isReported = output.failure != nil }
      return output.isReported ? nil : output.failure
    }
    if let failure { throw Failure(text: "error: \(failure)") }
  }

  // What comes from outside may be in anything that is printed, so it is made harmless here, and not where it is named.

  /// One line on standard output.
  static func output(_ line: String) { print(Visible.line(line)) }
  /// Several lines on standard output.
  static func output(lines text: String) { print(Visible.lines(text)) }
  static func output(json text: String) { print(Visible.json(text)) }
  /// What has its own way of escaping, line by line: reports with colours, and commands to a CI server.
  static func output(escaped text: String) { print(text) }
  /// One line or several on standard error.
  static func error(_ text: String) { write(Visible.lines(text), to: 2) }
  static func error(escaped text: String) { write(text, to: 2) }
}
