import Basics

/// The programs of one run: callbacks that are no web addresses go to the one that was started last.
final class Inputs: Sendable {
  private let processes = Lock([ClientProcess]())

  var all: [ClientProcess] { processes.withLock { $0 } }

  func take(_ started: [ClientProcess]) {
    end()
    processes.withLock { $0 = started }
  }

  func tell(_ line: String) { all.last?.tell(line) }
  func close() { all.last?.closeInput() }
  func end() { for process in all { process.end() } }
}
