import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

@Suite("HTTPS") struct HTTPSTests {
  private func port(_ stage: TestServer) throws -> UInt16 { try #require(stage.server.httpsPort) }

  private func secured(
    _ stage: TestServer, _ authority: TestAuthority, host: String = "a.example"
  ) throws -> RawClient {
    let client = try RawClient(port: try port(stage))
    try client.secure(for: host, trusted: authority.file)
    return client
  }

  @Test(
    "answers as HTTP does, and tells the handler",
    arguments: ["a.example", "127.0.0.1", "localhost"])
  func answers(_ host: String) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(
      https: authority.https(),
      handler: { Answer(status: .ok, body: Array("\($0.scheme) \($0.target)".utf8)) })
    defer { stage.finish() }
    let client = try secured(stage, authority, host: host)
    for number in 1...3 {
      client.send("GET /\(number) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try client.response()?.body == "https /\(number)")
    }
    #expect(try exchange(stage.port, "GET /x HTTP/1.1\r\nHost: a\r\n\r\n")?.body == "http /x")
  }

  @Test("takes an absolute target with its own scheme, and no other")
  func absolute() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try secured(stage, authority)
    client.send("GET https://b.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n")
    #expect(try client.response()?.body == "GET b.example /x 0")
    client.send("GET http://b.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n")
    #expect(try client.response()?.status == 421)
  }

  @Test("speaks TLS 1.2 and 1.3 and asks no client for a certificate, unless it is told otherwise")
  func defaults() {
    var https = MicroHTTPServer.HTTPS(port: nil) { _ in nil }
    #expect(!https.asksClient("a.test") && !https.asksClient(nil))
    let versions = { (https: MicroHTTPServer.HTTPS) in
      https.priorities.description.split(separator: ":").filter { $0.hasPrefix("+VERS-") }
    }
    #expect(versions(https) == ["+VERS-TLS1.3", "+VERS-TLS1.2"])
    https.versions = .outdated
    #expect(versions(https) == ["+VERS-TLS1.0"])
  }

  @Test("carries bodies both ways, in pieces")
  func bodies() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(
      https: authority.https(), handler: { Answer(status: .ok, body: $0.body + $0.body) })
    defer { stage.finish() }
    let client = try secured(stage, authority)
    let body = String(repeating: "0123456789", count: 5_000)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
    for piece in stride(from: 0, to: body.utf8.count, by: 7_001) {
      client.send(Array(body.utf8.dropFirst(piece).prefix(7_001)))
    }
    #expect(try client.response()?.body == body + body)
  }

  @Test("says why a body without an end is too large")
  func endless() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(limits: { $0.maximumBody = 1_000 }, https: authority.https())
    defer { stage.finish() }
    let client = try secured(stage, authority)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    client.send("800\r\n" + String(repeating: "x", count: 0x800) + "\r\n")
    let response = try #require(try client.response())
    #expect(response.status == 413)
    #expect(
      response.body
        == "413 Content Too Large: The body is larger than the 1000 bytes that this server takes. "
        + "Send less. (RFC 9110 §15.5.14)\n")
  }

  @Test(
    "shows no certificate of ours to whoever does not trust the CA, and the log says what to do")
  func untrusted() throws {
    let (authority, other) = (try TestAuthority(), try TestAuthority())
    let lines = Lines()
    let stage = try TestServer(log: lines, https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try port(stage))
    #expect(throws: RawClient.Failure.self) {
      try client.secure(for: "a.example", trusted: other.file)
    }
    client.finishSending()
    try Deadline.wait(for: "the line") {
      lines.all.contains { $0.contains("does not trust the CA") }
    }
    #expect(lines.all.count == 1)
  }

  @Test("tells plain HTTP that it is at the wrong port, and TLS too")
  func wrongPort() throws {
    let authority = try TestAuthority()
    let lines = Lines()
    let stage = try TestServer(log: lines, https: authority.https())
    defer { stage.finish() }
    let answer = try #require(try exchange(try port(stage), simple))
    #expect(answer.status == 400 && answer.body.contains("https://"))
    let client = try RawClient(port: stage.port)
    #expect(throws: RawClient.Failure.self) {
      try client.secure(for: "a.example", trusted: authority.file)
    }
    try Deadline.wait(for: "both lines") { lines.all.count == 2 }
    #expect(lines.all[0].hasPrefix("A plain HTTP request reached the HTTPS port."))
    #expect(lines.all[1].hasPrefix("A TLS connection reached the plain HTTP port."))
  }

  @Test(
    "drops a handshake that never ends, and a client that says nothing, without a word",
    arguments: [[], [0x16], [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]] as [[UInt8]])
  func deadline(_ bytes: [UInt8]) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(
      limits: { $0.headerDeadline = .milliseconds(100) }, https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try port(stage))
    client.send(bytes)
    #expect(try client.rest() == "")
  }

  @Test("goes on while many say nothing")
  func crowd() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let silent = try (0..<200).map { _ in try RawClient(port: try port(stage)) }
    for client in silent.prefix(100) { client.send([0x16, 0x03]) }
    let client = try secured(stage, authority)
    client.send(simple)
    #expect(try client.response()?.status == 200)
    withExtendedLifetime(silent) {}
  }

  @Test("delays, drips and breaks off as HTTP does")
  func deliveries() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(
      https: authority.https(),
      handler: { request in
        var answer = Answer(status: .ok, body: Array("0123456789".utf8))
        switch request.target {
        case "/late": answer.delivery.delay = 20
        case "/drip": answer.delivery.drip = .init(bytes: 3, every: 5)
        case "/close": answer.delivery.ending = .closed
        default: answer.delivery.ending = .truncated(after: 4)
        }
        return answer
      })
    defer { stage.finish() }
    for target in ["/late", "/drip"] {
      let client = try secured(stage, authority)
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try client.response()?.body == "0123456789")
    }
    for (target, left) in [("/close", ""), ("/cut", "0123")] {
      let client = try secured(stage, authority)
      client.send("GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      #expect(try client.rest().hasSuffix(left))
    }
  }

  @Test("a port that is taken is told, and the first one is given back")
  func taken() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let second = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, https: authority.https(try port(stage)),
      replying: { _ in .answer(Answer(status: .ok)) })
    #expect(throws: MicroHTTPServer.StartError.self) { try second.start() }
    second.stop()
  }
}
