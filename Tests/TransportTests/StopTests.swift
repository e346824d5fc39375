import Basics
import Dispatch
import TestSupport
import Testing

@testable import Transport

@Suite("Stopping") struct StopTests {
  @Test("answers what is in flight, and closes")
  func inFlight() throws {
    let entered = DispatchSemaphore(value: 0)
    let released = DispatchSemaphore(value: 0)
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0) { request in
      entered.signal()
      released.wait()
      return echo(request)
    }
    let client = try RawClient(port: try server.start())
    client.send(simple)
    entered.wait()
    #expect(server.inFlight == 1)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { released.signal() }
    server.stop()
    #expect(server.inFlight == 0)
    let response = try client.response()
    #expect(response?.status == 200)
    #expect(try client.rest() == "")
    #expect(server.alive.value == 0)
  }

  @Test("sends an answer that comes in a moment, and does not wait for one that may take long")
  func waits() throws {
    let asked = DispatchSemaphore(value: 0)
    let (short, long) = (Waiting(isShort: true), Waiting())
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0) { request -> Reply in
      defer { asked.signal() }
      return .later(request.target == "/short" ? short : long)
    }
    let port = try server.start()
    let (one, other) = (try RawClient(port: port), try RawClient(port: port))
    one.send("GET /short HTTP/1.1\r\nHost: localhost\r\n\r\n")
    other.send("GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")
    asked.wait()
    asked.wait()
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
      short.finish(Answer(status: .accepted))
    }
    server.stop()
    #expect(try one.response()?.status == 202)
    #expect(try other.response()?.status == 503)
    #expect(server.alive.value == 0)
  }

  @Test("does not wait for clients that owe the rest of a head")
  func unfinished() throws {
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0, handler: echo)
    let port = try server.start()
    let idle = try RawClient(port: port)
    let half = try RawClient(port: port)
    half.send("GET / HTTP/1.1\r\nHo")
    #expect(try exchange(port, simple)?.status == 200)
    server.stop()
    #expect(try idle.rest() == "")
    #expect(try half.rest() == "")
    #expect(server.alive.value == 0)
  }

  @Test("twice, before the start, and from several threads at once is fine")
  func twice() throws {
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0, handler: echo)
    server.stop()
    let port = try server.start()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in server.stop() }
    server.stop()
    #expect(server.inFlight == 0)
    #expect(throws: (any Error).self) { try RawClient(port: port) }
  }
}
