import Testing

@testable import Transport

@Suite("A request to the proxy")
struct ProxyRequestTests {
  private func read(_ text: String) -> ProxyRequest.Reading { ProxyRequest.read(Array(text.utf8)) }

  private func whole(_ text: String) throws -> ProxyRequest {
    guard case .whole(let request) = read(text) else {
      throw RequestMissing(reading: read(text))
    }
    return request
  }

  private struct RequestMissing: Error { let reading: ProxyRequest.Reading }

  @Test("asks for a tunnel, and its head ends where the empty line does")
  func tunnel() throws {
    let head = "CONNECT OAuth.vk.com:443 HTTP/1.1\r\nHost: oauth.vk.com:443\r\n\r\n"
    let request = try whole(head + "\u{16}tls")
    #expect(request.form == .tunnel && request.host == "oauth.vk.com" && request.port == 443)
    #expect(request.size == head.utf8.count)
    #expect(try whole("CONNECT [::1]:8400 HTTP/1.1\r\n\r\n").host == "[::1]")
  }

  @Test("in absolute form goes on in origin form, for one request")
  func absolute() throws {
    let request = try whole(
      "POST http://App.example:8080/cb?x=1 HTTP/1.1\r\nHost: other\r\nProxy-Connection: keep-alive\r\n"
        + "Connection: keep-alive\r\nContent-Length: 3\r\nProxy-Authorization: Basic eA==\r\n\r\nabc"
    )
    #expect(request.form == .absolute && request.host == "app.example" && request.port == 8080)
    #expect(
      String(decoding: request.passed, as: UTF8.self)
        == "POST /cb?x=1 HTTP/1.1\r\nHost: App.example:8080\r\nContent-Length: 3\r\n"
        + "Connection: close\r\n\r\n")
    #expect(request.body == 3)
    let named = try whole(
      "GET http://a.example/ HTTP/1.1\r\nConnection: X-Hop, close\r\nX-Hop: 1\r\nUpgrade: h2c\r\nX: 2\r\n\r\n"
    )
    #expect(
      String(decoding: named.passed, as: UTF8.self)
        == "GET / HTTP/1.1\r\nHost: a.example\r\nX: 2\r\nConnection: close\r\n\r\n")
    #expect(named.body == 0)
    let chunked = try whole("POST http://a/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    #expect(chunked.body == nil)
    let bare = try whole("GET http://a.example HTTP/1.1\r\n\r\n")
    #expect(bare.port == 80 && bare.passed.starts(with: "GET / HTTP/1.1\r\n".utf8))
    let query = try whole("GET http://a.example?x HTTP/1.1\r\n\r\n")
    #expect(query.passed.starts(with: "GET /?x HTTP/1.1\r\n".utf8))
  }

  @Test("in origin form is for the server itself", arguments: ["/", "/vk/authorize?x", "*"])
  func origin(_ target: String) throws {
    #expect(try whole("GET \(target) HTTP/1.1\r\n").form == .origin)
  }

  @Test(
    "is waited for until it is whole",
    arguments: ["", "CONN", "CONNECT a:443 HTTP/1.1\r\n", "GET http://a/ HTTP/1.1\r\nHost: a\r\n"])
  func unfinished(_ text: String) { #expect(read(text) == .unfinished) }

  @Test(
    "is refused when it is none",
    arguments: [
      ("CONNECT a HTTP/1.1\r\n\r\n", "host and a port"),
      ("CONNECT a: HTTP/1.1\r\n\r\n", "host and a port"),
      ("CONNECT a:99999 HTTP/1.1\r\n\r\n", "host and a port"),
      ("CONNECT u@a:443 HTTP/1.1\r\n\r\n", "host and a port"),
      ("GET https://a/ HTTP/1.1\r\n\r\n", "by CONNECT"),
      ("GET a HTTP/1.1\r\n\r\n", "not an http URL"),
      ("GET http:///x HTTP/1.1\r\n\r\n", "not a host name"), ("nonsense\r\n\r\n", "first line"),
      ("GET  / HTTP/1.1\r\n\r\n", "first line"),
      ("GET http://a/\u{1} HTTP/1.1\r\n\r\n", "first line"),
      ("GET http://a/ HTTP/1.1\r\nX: 1\r\n y\r\n\r\n", "folded"),
      ("GET http://a/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "not a number"),
      ("GET / HTTP/2\r\n\r\n", "first line"), ("GET / HTTP/2.1\r\n\r\n", "first line"),
      ("GET / HTTP/1.x\r\n\r\n", "first line"), ("GET / HTTP/1.10\r\n\r\n", "first line"),
      ("GET / HTTP/1.\r\n\r\n", "first line"), (" / HTTP/1.1\r\n\r\n", "first line"),
      ("G(T / HTTP/1.1\r\n\r\n", "first line"), ("G\u{e9}T / HTTP/1.1\r\n\r\n", "first line"),
      (String(repeating: "x", count: 16 << 10), "larger than"),
      ("GET http://a/ HTTP/1.1\r\nX: " + String(repeating: "x", count: 16 << 10), "larger than"),
    ])
  func bad(_ text: String, _ why: String) {
    guard case .bad(let rejection) = read(text) else {
      Issue.record("it was taken: \(text.prefix(60))")
      return
    }
    #expect(rejection.sentence.contains(why), "\(rejection.sentence)")
  }
}
