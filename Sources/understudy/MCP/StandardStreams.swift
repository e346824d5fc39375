import Basics

/// A server of the Model Context Protocol at standard input and output: each message is a line.
///
/// Calls are done in the order in which they came, on a thread of their own: a ping is answered meanwhile.
final class StandardStreams: Sendable {
  private struct Calls {
    /// Requests whose answers nobody waits for.
    var cancelled: [JSONValue] = []
    var waiting: [JSONValue] = []
    var running: JSONValue?
  }

  private let server: ToolServer
  private let runner: ToolRunner
  private let calls = Lock(Calls())
  private let output = Lock(true)
  private let pool = WorkerPool(most: 1)
  /// Longer lines are not read.
  private static let longest = 4 << 20

  init(_ server: ToolServer, _ runner: ToolRunner) { (self.server, self.runner) = (server, runner) }

  /// Reads messages until standard input ends.
  func serve() {
    var line: [UInt8] = []
    var isTooLong = false
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = receive(&buffer)
      guard count > 0 else { break }
      for part in buffer[..<count].split(separator: 0x0A, omittingEmptySubsequences: false)
        .enumerated()
      {
        if part.offset > 0 {
          take(line, isTooLong)
          (line, isTooLong) = ([], false)
        }
        if line.count + part.element.count > Self.longest {
          (line, isTooLong) = ([], true)
        } else if !isTooLong {
          line += part.element
        }
      }
    }
    take(line, isTooLong)
    waitForCalls()
  }

  private func receive(_ buffer: inout [UInt8]) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress, $0.count) }
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private func take(_ line: [UInt8], _ isTooLong: Bool) {
    if isTooLong {
      return send(
        JSONRPCMessage.error(
          .init(code: -32700, message: "The line is longer than \(Self.longest) bytes.")))
    }
    guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return }
    switch server.reaction(to: line) {
    case .nothing: break
    case .answer(let answer): send(answer)
    case .cancel(let id): cancel(id)
    case .call(let id, let tool, let arguments, let isSelfContained):
      calls.withLock { $0.waiting.append(id) }
      pool.run { [self] in
        call(id, isSelfContained) { tool.result(arguments) }
      }
    }
  }

  private func call(_ id: JSONValue, _ isSelfContained: Bool, _ body: () -> AgentTool.Result) {
    let isWanted = calls.withLock { calls in
      calls.running = id
      return !calls.cancelled.contains(id)
    }
    let answer = isWanted ? server.answer(body(), to: id, isSelfContained: isSelfContained) : nil
    let isStillWanted = calls.withLock { calls in
      calls.running = nil
      return !calls.cancelled.contains(id)
    }
    if let answer, isStillWanted { send(answer) }
    calls.withLock { calls in
      calls.waiting.removeFirst()
      calls.cancelled.removeAll { $0 == id }
    }
  }

  private func cancel(_ id: JSONValue) {
    let runs = calls.withLock { calls in
      guard calls.waiting.contains(id) else { return false }
      calls.cancelled.append(id)
      return calls.running == id
    }
    if runs { runner.stop() }
  }

  private func send(_ message: JSONValue) {
    output.withLock { isOpen in
      guard isOpen else { return }
      do throws(FileError) {
        try FileWriter.write(message.encoded() + [0x0A], to: 1, named: "standard output")
      } catch {
        isOpen = false
      }
    }
  }

  private func waitForCalls() {
    while calls.withLock({ !$0.waiting.isEmpty }) { usleep(5_000) }
  }
}
