import Basics
import Dispatch
import TestSupport
import Testing

@testable import Transport

/// The only tests that wait: a deadline is what they are about.
@Suite("A deadline") struct DeadlineTests {
  private func pause(_ milliseconds: Int) { System.pause(milliseconds: milliseconds) }

  @Test("drops a client that drips its head", arguments: ["", "GET / HTTP/1.1\r\nX: "])
  func head(_ start: String) throws {
    let stage = try TestServer(limits: { $0.headerDeadline = .milliseconds(100) })
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send(start)
    for _ in 0..<10 where !start.isEmpty {
      client.send("y")
      pause(5)
    }
    let response = try #require(try client.response())
    #expect(response.status == 408)
    #expect(response.body.contains("in time"))
    #expect(try client.rest() == "")
  }

  @Test("drops a client that drips its body")
  func body() throws {
    let stage = try TestServer(limits: { $0.bodyDeadline = .milliseconds(100) })
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n")
    for _ in 0..<10 {
      client.send("y")
      pause(5)
    }
    #expect(try client.response()?.status == 408)
  }

  @Test("of the head drops a second request on a kept connection, but not the pause before it")
  func second() throws {
    let stage = try TestServer(limits: {
      $0.headerDeadline = .milliseconds(50)
      $0.idleTimeout = .seconds(1)
    })
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send(simple)
    #expect(try client.response()?.status == 200)
    pause(100)
    client.send(simple)
    #expect(try client.response()?.status == 200)
    // Each byte resets libmicrohttpd's own timeout, but not the deadline of 1.05 s.
    for _ in 0..<26 {
      client.send("y")
      pause(50)
    }
    #expect(try client.response()?.status == 408)
  }

  @Test("does not hurry the handler")
  func handler() throws {
    let stage = try TestServer(
      limits: {
        $0.headerDeadline = .milliseconds(50)
        $0.bodyDeadline = .milliseconds(50)
      },
      handler: { request in
        System.pause(milliseconds: 200)
        return echo(request)
      }
    )
    defer { stage.finish() }
    let port = stage.port
    let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"
    #expect(try exchange(port, post)?.status == 200)
  }
}
