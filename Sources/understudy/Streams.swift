import FileWriting
import Locking

/// Standard streams, unbuffered: a script reads the first line at once.
enum Streams {
  /// Why standard output could not be written: the first failure, after which nothing more is written to it.
  private static let outputFailure = Lock<FileError?>(nil)

  static func write(_ text: String, to descriptor: Int32) { put(text + "\n", to: descriptor) }

  /// Without a line break. A failure has no consequence here: who reads it has gone.
  static func put(_ text: String, to descriptor: Int32) {
    try? FileWriter.write(Array(text.utf8), to: descriptor, named: "")
  }

  /// Writes a line. `checkOutput` reports a failure.
  static func output(_ text: String) {
    outputFailure.withLock { failure in
      guard failure == nil else { return }
      do throws(FileError) {
        try FileWriter.write(Array((text + "\n").utf8), to: 1, named: "standard output")
      } catch {
        failure = error
      }
    }
  }

  /// - Throws: where something that was meant for standard output did not arrive.
  static func checkOutput() throws {
    if let failure = outputFailure.withLock({ $0 }) { throw Failure(text: "error: \(failure)") }
  }

  static func error(_ text: String) { write(text, to: 2) }
}
