import Foundation
import TestSupport
import Testing

@Suite("One signal ends the server", .serialized, .timeLimit(.minutes(15)))
struct SignalTests {
  /// Before its first instruction a process can only die of a signal; after that it ends with 0.
  @Test("right after the start", arguments: [SIGTERM, SIGINT])
  func early(_ signal: Int32) throws {
    let scratch = try Scratch()
    for round in 0..<8 {
      let ready = scratch.path("ready-\(round)")
      let tool = try Tool(["serve", "--port", "0", "--ready-file", ready])
      let result = tool.stop(signal)
      #expect([0, 128 + signal].contains(result.status), "\(result)")
      if !result.output.isEmpty { #expect(result.status == 0) }
      #expect(!FileManager.default.fileExists(atPath: ready))
    }
  }

  @Test("the moment the ready file is there", arguments: [SIGTERM, SIGINT])
  func ready(_ signal: Int32) throws {
    let scratch = try Scratch()
    for round in 0..<8 {
      let ready = scratch.path("ready-\(round)")
      let tool = try Tool(["serve", "--port", "0", "--ready-file", ready])
      // Spinning, not sleeping: the signal must come before the next instruction or two.
      try Deadline.wait(for: "the ready file", spinning: true) {
        access(ready, F_OK) == 0 || !tool.process.isRunning
      }
      let result = tool.stop(signal)
      #expect(result.status == 0, "\(result)")
      #expect(!FileManager.default.fileExists(atPath: ready))
    }
  }

  @Test("while connections are kept, or owe the rest of a head or of a body")
  func connections() throws {
    let served = try Served()
    let kept = try RawClient(port: served.port)
    kept.send("GET /_understudy/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(try kept.response()?.status == 200)
    let head = try RawClient(port: served.port)
    head.send("GET /_understudy/health HTTP/1.1\r\nHo")
    let body = try RawClient(port: served.port)
    body.send("POST /standard/login HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n")
    body.send("Content-Length: 100\r\n\r\n")
    // Only now is it sure that the server waits for the body.
    #expect(try body.response()?.status == 100)
    body.send("ticket=")
    let start = ContinuousClock.now
    let result = served.stop()
    #expect(result.status == 0, "\(result.errors)")
    // An idle connection lives for 30 s, and so does one whose body is owed.
    #expect(ContinuousClock.now - start < .seconds(20))
    for client in [kept, head, body] { #expect(try client.rest() == "") }
  }

  @Test("in the middle of traffic, and nobody gets half an answer")
  func traffic() throws {
    let served = try Served(["--quiet"])
    let port = served.port
    let process = served.tool.process.processIdentifier
    let answered = Counted()
    let clients = DispatchGroup()
    for _ in 0..<4 {
      clients.enter()
      // Threads of their own: a pool might begin with two of them and wait for ever.
      Thread.detachNewThread {
        defer { clients.leave() }
        do {
          let client = try RawClient(port: port)
          while true {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            guard let response = try client.response() else { break }
            #expect(response.status == 200)
            let length = response.header("content-length").flatMap { Int($0) }
            #expect(response.body.utf8.count == length)
            answered.add()
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    // They are under way for certain once they have been answered.
    try Deadline.wait(for: "two hundred answers") { answered.value >= 200 }
    kill(process, SIGTERM)
    clients.wait()
    let result = served.tool.finish()
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  private final class Counted: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0
    var value: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
  }
}
