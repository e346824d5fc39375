import Basics
import HTTPTypes
import Testing

@testable import UserAgent

@Suite("A client's request")
struct HTTPSendTests {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  private func address(_ server: RawServer, _ host: String = "127.0.0.1", scheme: String = "http")
    throws -> WebAddress
  {
    try #require(WebAddress("\(scheme)://\(host):\(server.port)/x?y"))
  }

  private func client() -> HTTPClient {
    var client = HTTPClient()
    client.timeout = 5
    return client
  }

  private func get(_ target: String = "/x?y") -> Request {
    Request(authority: "a.test", target: target)
  }

  private func why(_ body: () throws -> Answer) -> String? {
    do {
      _ = try body()
      return nil
    } catch { return "\(error)" }
  }

  @Test("has its line, its host and its fields, and no length without a body")
  func head() throws {
    let server = try RawServer(Self.ok)
    var request = get()
    request.headers.append(.init("A", "b"))
    let answer = try client().send(request, to: address(server))
    #expect(String(decoding: answer.body, as: UTF8.self) == "ok")
    #expect(
      server.requests == [
        "GET /x?y HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nUser-Agent: understudy-visit\r\n"
          + "A: b\r\n\r\n"
      ])
  }

  @Test(
    "has a length if it has a body, or could have one",
    arguments: [("POST", "", "0"), ("POST", "abc", "3"), ("PUT", "abc", "3"), ("PUT", "", nil)]
      as [(String, String, String?)])
  func length(_ method: String, _ body: String, _ length: String?) throws {
    let server = try RawServer(Self.ok)
    var request = get()
    request.method = try #require(HTTPRequest.Method(method))
    request.body = Array(body.utf8)
    _ = try client().send(request, to: address(server))
    let text = try #require(server.requests.first)
    #expect(text.hasSuffix("\r\n\r\n\(body)"))
    #expect(text.contains("Content-Length: \(length ?? "")") == (length != nil))
  }

  @Test("sends only the bytes that it is given")
  func only() throws {
    let server = try RawServer("", Self.ok)
    try client().send(only: Array("GET / HTTP/1.1\r\n\r\n".utf8), to: address(server))
    _ = try client().send(get(), to: address(server))
    #expect(server.requests.first == "GET / HTTP/1.1\r\n\r\n")
  }

  // MARK: The end of an answer

  @Test(
    "ends with the answer, even if the server keeps the connection open",
    arguments: [
      (ok, "ok"), ("HTTP/1.1 204 No Content\r\n\r\n", ""),
      ("HTTP/1.1 304 Not Modified\r\n\r\n", ""),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n", "a"),
    ])
  func keptOpen(_ text: String, _ body: String) throws {
    let server = try RawServer(text, end: .keepOpen)
    let answer = try client().send(get(), to: address(server))
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
  }

  @Test("a HEAD request has an answer without a body, whatever its length says")
  func bodiless() throws {
    let server = try RawServer(
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", end: .keepOpen)
    var request = get()
    request.method = .head
    #expect(try client().send(request, to: address(server)).body.isEmpty)
  }

  @Test("refuses an answer that is as long as the most, or longer")
  func most() throws {
    let head = "HTTP/1.1 200 OK\r\n\r\n"
    for (count, isRefused) in [(99, false), (100, true), (200, true)] {
      let server = try RawServer(head + String(repeating: "x", count: count - head.utf8.count))
      var client = client()
      client.mostBytes = 100
      let why = why { try client.send(get(), to: address(server)) }
      #expect(why == (isRefused ? "a response of more than 100 bytes" : nil))
    }
  }

  @Test("refuses an answer of the most bytes without waiting for more")
  func mostAndNoEnd() throws {
    let head = "HTTP/1.1 200 OK\r\n\r\n"
    let server = try RawServer(
      head + String(repeating: "x", count: 100 - head.utf8.count), end: .keepOpen)
    var client = client()
    client.mostBytes = 100
    #expect(
      why { try client.send(get(), to: address(server)) } == "a response of more than 100 bytes")
  }

  @Test("reads at most 64 KiB of a proxy's answer that does not end")
  func endlessTunnel() throws {
    let start = "HTTP/1.1 403 No"
    let server = try RawServer(
      start + String(repeating: "x", count: (64 << 10) - start.utf8.count), end: .keepOpen)
    let proxy = try address(server)
    var client = client()
    client.proxy = { _ in proxy }
    let secure = try #require(WebAddress("https://a.test/x"))
    #expect(
      why { try client.send(get(), to: secure) }?
        .hasPrefix("the proxy makes no tunnel to a.test:443: HTTP/1.1 403 Nox") == true)
  }

  @Test("waits ten seconds, reads 8 MiB and verifies certificates unless it is told otherwise")
  func defaults() {
    let client = HTTPClient()
    #expect(client.timeout == 10 && client.mostBytes == 8_388_608 && client.patience == nil)
    #expect(client.verifies && !client.takesOutdatedTLS && client.trusted == nil)
  }

  @Test("waits for a whole answer as long as its patience lasts")
  func patience() throws {
    for (patience, expected) in [
      (Duration.zero, "no complete response before the time limit"), (.seconds(600), nil),
    ] as [(Duration, String?)] {
      let server = try RawServer(Self.ok)
      var client = client()
      client.patience = patience
      #expect(why { try client.send(get(), to: address(server)) } == expected)
    }
  }

  @Test("tells how many bytes each read brought")
  func reads() throws {
    let server = try RawServer(Self.ok)
    var client = client()
    let counts = Counts()
    client.onRead = { counts.total += $0 }
    _ = try client.send(get(), to: address(server))
    #expect(counts.total == Self.ok.utf8.count)
  }

  private final class Counts: @unchecked Sendable { var total = 0 }

  @Test("tells a silent server from a connection that broke")
  func silence() throws {
    let silent = try RawServer("", end: .keepOpen)
    var client = client()
    client.timeout = 1
    #expect(why { try client.send(get(), to: address(silent)) } == "no response within 1 s")
    let resetting = try RawServer("", end: .reset)
    #expect(
      why { try client.send(get(), to: address(resetting)) }?.hasPrefix("the connection broke: ")
        == true)
    let closing = try RawServer("")
    #expect(why { try client.send(get(), to: address(closing)) } == "closed without a response")
  }

  // MARK: Where it goes

  @Test(
    "finds names below localhost on this machine, and an address in brackets",
    arguments: ["a.localhost", "localhost", "[127.0.0.1]"])
  func names(_ host: String) throws {
    let server = try RawServer(Self.ok)
    #expect(try client().send(get(), to: address(server, host)).status == .ok)
  }

  @Test("tells a name without an address, and a port that nobody listens at")
  func unreachable() throws {
    let name = String(repeating: "x", count: 300)
    let address = try #require(WebAddress("http://\(name):81/"))
    let unknown = why { try client().send(get(), to: address) }
    #expect(unknown?.hasPrefix("\(name) has no address (") == true)
    #expect(
      unknown?.hasSuffix(
        "--resolve \(name):81:127.0.0.1:8400 gives it one, and so does understudy run -- COMMAND")
        == true)
    var server: RawServer? = try RawServer()
    let closed = try self.address(#require(server))
    let port = closed.port
    server = nil
    #expect(
      why { try client().send(get(), to: closed) }?
        .hasPrefix("no connection to 127.0.0.1, port \(port): ") == true)
  }

  @Test("goes where --resolve leads, for that port alone, and past the proxy")
  func resolve() throws {
    let server = try RawServer(Self.ok)
    var client = client()
    client.resolve = ["a.test:80": ("127.0.0.1", server.port)]
    client.proxy = { _ in WebAddress("http://127.0.0.1:1") }
    let there = try #require(WebAddress("http://a.test/x?y"))
    #expect(try client.send(get(), to: there).status == .ok)
    #expect(server.requests.first?.hasPrefix("GET /x?y HTTP/1.1\r\n") == true)
    let other = try #require(WebAddress("http://a.test:81/"))
    #expect(
      why { try client.send(get(), to: other) }?
        .hasPrefix("no connection to 127.0.0.1, port 1: ") == true)
  }

  @Test("goes to a proxy in absolute form")
  func proxied() throws {
    let server = try RawServer(Self.ok)
    let proxy = try address(server)
    var client = client()
    client.proxy = { $0.host == "a.test" ? proxy : nil }
    _ = try client.send(get(), to: #require(WebAddress("http://a.test/x?y")))
    #expect(server.requests.first?.hasPrefix("GET http://a.test/x?y HTTP/1.1\r\n") == true)
  }

  @Test(
    "asks a proxy for a tunnel to an HTTPS host, and tells what it said instead",
    arguments: [
      ("HTTP/1.1 403 No\r\n\r\n", ": HTTP/1.1 403 No"),
      ("HTTP/1.1 2000 No\r\n\r\n", ": HTTP/1.1 2000 No"),
      ("HTTP/1.1\r\n\r\n", ": HTTP/1.1"), ("", ": "),
    ])
  func noTunnel(_ text: String, _ end: String) throws {
    let server = try RawServer(text)
    let proxy = try address(server)
    var client = client()
    client.proxy = { _ in proxy }
    let secure = try #require(WebAddress("https://a.test/x"))
    #expect(
      why { try client.send(get(), to: secure) } == "the proxy makes no tunnel to a.test:443\(end)")
    #expect(server.requests == ["CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n"])
  }

  @Test("speaks TLS through a tunnel, and with an HTTPS host")
  func notTLS() throws {
    let proxyServer = try RawServer("HTTP/1.1 200 Yes\r\n\r\n")
    let proxy = try address(proxyServer)
    var client = client()
    client.proxy = { _ in proxy }
    let secure = try #require(WebAddress("https://a.test/x"))
    #expect(why { try client.send(get(), to: secure) }?.hasPrefix("no TLS with a.test: ") == true)
    let plain = try RawServer(Self.ok)
    let there = try address(plain, scheme: "https")
    client.proxy = { _ in nil }
    // Only the handshake was sent: it has no end of a head, so the server waits for more.
    client.timeout = 1
    #expect(why { try client.send(get(), to: there) }?.hasPrefix("no TLS with 127.0.0.1: ") == true)
  }
}
