import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

@Suite("A proxy") struct ProxyTests {
  /// `ours.example` is answered here, this machine is passed on, and nobody else.
  private func proxy() -> MicroHTTPServer.Proxy {
    MicroHTTPServer.Proxy(port: 0) { host, _ in
      switch host {
      case "ours.example": .here
      case "127.0.0.1", "gone.invalid": .pass
      default: .refused("Not \(host).")
      }
    }
  }

  private func stage(
    _ authority: TestAuthority? = nil, log: Lines = Lines(),
    _ limits: (inout MicroHTTPServer.Limits) -> Void = { _ in }
  ) throws -> TestServer {
    try TestServer(log: log, limits: limits, https: authority?.https(nil), proxy: proxy())
  }

  private func client(_ stage: TestServer) throws -> RawClient {
    try RawClient(port: try #require(stage.server.proxyPort))
  }

  private func connect(_ client: RawClient, _ place: String) throws -> Int? {
    client.send("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n")
    return try client.response(toHEAD: true)?.status
  }

  @Test(
    "answers for our hosts in a tunnel, with TLS and without, at any port",
    arguments: [443, 80, 8443])
  func tunnel(_ port: Int) throws {
    let authority = try TestAuthority()
    let stage = try stage(authority)
    defer { stage.finish() }
    let secured = try client(stage)
    #expect(try connect(secured, "ours.example:\(port)") == 200)
    try secured.secure(for: "ours.example", trusted: authority.file)
    for _ in 0..<2 {
      secured.send("GET /x HTTP/1.1\r\nHost: ours.example\r\n\r\n")
      #expect(try secured.response()?.body == "GET ours.example /x 0")
    }
    let plain = try client(stage)
    #expect(try connect(plain, "ours.example:\(port)") == 200)
    plain.send("GET /y HTTP/1.1\r\nHost: ours.example\r\n\r\n")
    #expect(try plain.response()?.body == "GET ours.example /y 0")
  }

  @Test("reads a head that comes byte by byte")
  func slow() throws {
    let stage = try stage()
    defer { stage.finish() }
    let client = try client(stage)
    for byte in "GET http://ours.example/x HTTP/1.1\r\nHost: z\r\nX: y\r\n\r\n".utf8 {
      client.send([byte])
    }
    #expect(try client.response()?.body == "GET ours.example /x 0")
  }

  @Test("answers for our hosts in absolute form, one request to a connection")
  func absolute() throws {
    let stage = try stage()
    defer { stage.finish() }
    let client = try client(stage)
    client.send("GET http://ours.example/x?y HTTP/1.1\r\nHost: other\r\n\r\n")
    let answer = try #require(try client.response())
    #expect(answer.body == "GET ours.example /x?y 0")
    #expect(answer.header("connection") == "close")
    #expect(try client.rest() == "")
  }

  @Test("is the server itself for a request in origin form")
  func origin() throws {
    let stage = try stage()
    defer { stage.finish() }
    let client = try client(stage)
    for _ in 0..<2 {
      client.send(simple)
      #expect(try client.response()?.body == "GET a / 0")
    }
  }

  @Test("refuses others with a sentence, in both forms, and the log says so")
  func refused() throws {
    let lines = Lines()
    let stage = try stage(log: lines)
    defer { stage.finish() }
    for head in ["CONNECT b.example:443", "GET http://b.example/"] {
      let client = try client(stage)
      client.send("\(head) HTTP/1.1\r\nHost: b.example\r\n\r\n")
      let answer = try #require(try client.response())
      #expect(answer.status == 403 && answer.body.contains("Not b.example."))
    }
    #expect(
      lines.all.map { $0.prefix(29) } == [
        "The proxy refused b.example:4", "The proxy refused b.example:8",
      ])
  }

  @Test("passes on what it may, in both forms and both directions")
  func passes() throws {
    let origin = try TestServer(handler: { Answer(status: .ok, body: $0.body + Array("!".utf8)) })
    defer { origin.finish() }
    let stage = try stage()
    defer { stage.finish() }
    let body = String(repeating: "z", count: 60_000)
    let post = "HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n\(body)"
    let absolute = try client(stage)
    absolute.send("POST http://127.0.0.1:\(origin.port)/a \(post)")
    #expect(try absolute.response()?.body == body + "!")
    #expect(try absolute.rest() == "")
    let tunnel = try client(stage)
    #expect(try connect(tunnel, "127.0.0.1:\(origin.port)") == 200)
    for _ in 0..<3 {
      tunnel.send("POST /a \(post)")
      #expect(try tunnel.response()?.body == body + "!")
    }
  }

  @Test("passes on nothing of what stands behind a request: it may be for another server")
  func pipelined() throws {
    let seen = Lines()
    let origin = try TestServer(handler: { request in
      seen.append(request.target)
      return Answer(status: .ok)
    })
    defer { origin.finish() }
    let stage = try stage()
    defer { stage.finish() }
    let client = try client(stage)
    let post =
      "POST http://127.0.0.1:\(origin.port)/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
    client.send(post + "GET http://ours.example/2 HTTP/1.1\r\nHost: ours.example\r\n\r\n")
    #expect(try client.response()?.status == 200)
    _ = try client.rest()
    #expect(seen.all == ["/1"])
  }

  @Test(
    "reaches this machine by no name where it may not",
    arguments: ["127.0.0.1", "0.0.0.0", "0", "127.1", "2130706433"])
  func loopback(_ name: String) throws {
    let origin = try TestServer()
    defer { origin.finish() }
    var proxy = MicroHTTPServer.Proxy(port: 0) { _, _ in .pass }
    proxy.passesLoopback = false
    let stage = try TestServer(proxy: proxy)
    defer { stage.finish() }
    let client = try client(stage)
    #expect(try connect(client, "\(name):\(origin.port)") == 502)
  }

  @Test("forgets who has gone in the middle of a head")
  func gone() throws {
    let stage = try stage()
    defer { stage.finish() }
    let client = try client(stage)
    client.send("CONNECT ours")
    client.finishSending()
    // At once, and not when the ten seconds are over that the rest of the head may take.
    #expect(try client.rest() == "")
  }

  @Test("says that nobody is there")
  func unreachable() throws {
    let stage = try stage()
    defer { stage.finish() }
    for head in ["CONNECT 127.0.0.1:1", "GET http://127.0.0.1:1/"] {
      let client = try client(stage)
      client.send("\(head) HTTP/1.1\r\nHost: b\r\n\r\n")
      let answer = try #require(try client.response())
      #expect(answer.status == 502 && answer.body.contains("127.0.0.1, port 1"))
    }
  }

  @Test("passes on no more than so many at once")
  func most() throws {
    let origin = try TestServer()
    defer { origin.finish() }
    let stage = try stage { $0.tunnels = 2 }
    defer { stage.finish() }
    let open = try (0..<2).map { _ in try client(stage) }
    for client in open { #expect(try connect(client, "127.0.0.1:\(origin.port)") == 200) }
    let third = try client(stage)
    #expect(try connect(third, "127.0.0.1:\(origin.port)") == 503)
    withExtendedLifetime(open) {}
  }

  @Test("ends a tunnel in which nothing moves")
  func idle() throws {
    let origin = try TestServer()
    defer { origin.finish() }
    let stage = try stage { $0.tunnelIdle = .milliseconds(50) }
    defer { stage.finish() }
    let client = try client(stage)
    #expect(try connect(client, "127.0.0.1:\(origin.port)") == 200)
    #expect(try client.rest() == "")
  }

  @Test(
    "drops who says nothing, or not enough",
    arguments: ["", "CONNECT ours", "GET http://ours.example/ HTTP/1.1\r\n"])
  func deadline(_ start: String) throws {
    let stage = try stage { $0.headerDeadline = .milliseconds(100) }
    defer { stage.finish() }
    let client = try client(stage)
    client.send(start)
    #expect(try client.response()?.status == 408)
  }

  @Test("drops who says nothing in a tunnel")
  func silentTunnel() throws {
    let stage = try stage { $0.headerDeadline = .milliseconds(100) }
    defer { stage.finish() }
    let client = try client(stage)
    #expect(try connect(client, "ours.example:443") == 200)
    #expect(try client.rest() == "")
  }

  @Test("stops while tunnels are open and others wait")
  func stop() throws {
    let origin = try TestServer()
    defer { origin.finish() }
    let stage = try stage()
    let open = try client(stage)
    #expect(try connect(open, "127.0.0.1:\(origin.port)") == 200)
    let waiting = try client(stage)
    waiting.send("CONN")
    let tunnel = try client(stage)
    #expect(try connect(tunnel, "ours.example:443") == 200)
    stage.finish()
    for client in [open, waiting, tunnel] { #expect(try client.rest() == "") }
  }
}
