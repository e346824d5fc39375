import Basics
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

/// An answer whose delivery the target names: `/delay`, `/drip`, …
@Sendable private func deliver(_ request: Request) -> Answer {
  var answer = Answer(status: .ok, body: Array("0123456789".utf8))
  switch request.target {
  case "/delay": answer.delivery.delay = 100
  case "/long": answer.delivery.delay = 60_000
  case "/drip": answer.delivery.drip = .init(bytes: 3, every: 30)
  case "/endless": answer.delivery.drip = .init(bytes: 1, every: 60_000)
  case "/truncate": answer.delivery.ending = .truncated(after: 4)
  case "/reset": answer.delivery.ending = .reset
  case "/close": answer.delivery.ending = .closed
  default: break
  }
  return answer
}

private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

private func milliseconds(since start: UInt64) -> Int {
  Int((System.now() - start) / 1_000_000)
}

@Suite("A delivery") struct DeliveryTests {
  @Test("delayed comes when it is due, and the connection goes on")
  func delay() throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    let start = System.now()
    client.send(get("/delay"))
    #expect(try client.response()?.body == "0123456789")
    let time = milliseconds(since: start)
    #expect((100..<5_000).contains(time), "after \(time) ms")
    client.send(get("/"))
    #expect(try client.response()?.status == 200)
  }

  @Test("delayed does not overtake what was asked before on one connection")
  func pipelined() throws {
    let stage = try TestServer(handler: { request in
      var answer = deliver(request)
      answer.body = Array(request.target.utf8)
      return answer
    })
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(get("/delay") + get("/now"))
    #expect(try client.response()?.body == "/delay")
    #expect(try client.response()?.body == "/now")
  }

  @Test("five hundred delayed wait side by side, on no more threads than one has")
  func many() throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    let clients = try (0..<500).map { _ in try RawClient(port: stage.port) }
    let start = System.now()
    for client in clients { client.send(get("/delay")) }
    for client in clients { #expect(try client.response()?.status == 200) }
    let time = milliseconds(since: start)
    // One after the other they would take 50 s.
    #expect(time < 10_000, "after \(time) ms")
  }

  @Test("in drops is whole in the end")
  func drip() throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    let start = System.now()
    client.send(get("/drip"))
    #expect(try client.response()?.body == "0123456789")
    let time = milliseconds(since: start)
    #expect(time >= 90, "after \(time) ms")
    client.send(get("/"))
    #expect(try client.response()?.status == 200)
  }

  @Test("that is cut announces the whole and breaks off")
  func truncate() throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(get("/truncate"))
    let text = try client.rest()
    #expect(text.contains("Content-Length: 10\r\n"))
    #expect(text.hasSuffix("\r\n\r\n0123"))
  }

  @Test("of nothing closes, or resets", arguments: ["/close", "/reset"])
  func nothing(target: String) throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(get(target))
    #expect(try client.rest() == "")
    #expect(client.wasReset == (target == "/reset"))
  }

  @Test(
    "that would take a minute does not keep the server from stopping",
    arguments: [
      "/long", "/endless",
    ])
  func stops(target: String) throws {
    let stage = try TestServer(handler: deliver)
    let client = try RawClient(port: stage.port)
    client.send(get(target))
    try Deadline.wait(for: "the request") { stage.server.inFlight > 0 }
    let start = System.now()
    stage.finish()
    let time = milliseconds(since: start)
    #expect(time < 9_000, "after \(time) ms")
    #expect(try client.response()?.body == "0123456789")
  }

  @Test("to a client that has gone leaves nothing behind")
  func gone() throws {
    let stage = try TestServer(handler: deliver)
    defer { stage.finish() }
    do {
      let client = try RawClient(port: stage.port)
      client.send(get("/delay"))
      try Deadline.wait(for: "the request") { stage.server.inFlight > 0 }
    }
    #expect(try exchange(stage.port, get("/delay"))?.status == 200)
  }

  @Test("that was promised comes when the promise is kept, once")
  func promised() throws {
    let promises = Lock<[Waiting]>([])
    let server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0,
      replying: { _ in
        let waiting = Waiting()
        promises.withLock { $0.append(waiting) }
        return .later(waiting)
      })
    let port = try server.start()
    let client = try RawClient(port: port)
    client.send(get("/"))
    try Deadline.wait(for: "the first promise") { promises.withLock { !$0.isEmpty } }
    for text in ["first", "second"] {
      promises.withLock { $0[0] }.finish(Answer(status: .ok, body: Array(text.utf8)))
    }
    #expect(try client.response()?.body == "first")
    client.send(get("/"))
    try Deadline.wait(for: "the second promise") { promises.withLock { $0.count == 2 } }
    server.stop()
    #expect(try client.response()?.status == 503, "a promise that is not kept before the stop")
    promises.withLock { $0[1] }.finish(Answer(status: .ok))
    #expect(server.alive.value == 0)
  }
}
