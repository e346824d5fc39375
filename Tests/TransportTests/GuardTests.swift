import TestSupport
import Testing

@testable import Transport

@Suite("The guard") struct GuardTests {
  @Test(
    "answers a bad head with its status, a sentence and a clause, and closes", arguments: refused)
  func refuses(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send(one.bytes)
    let response = try #require(try client.response())
    #expect(response.status == one.status)
    #expect(response.header("connection") == "close")
    #expect(response.header("content-type") == "text/plain; charset=utf-8")
    #expect(response.body.hasPrefix("\(one.status) "))
    #expect(response.body.contains(one.says), "the body is: \(response.body)")
    #expect(response.body.contains("RFC "))
    #expect(try client.rest() == "", "a second request was executed")
  }

  @Test("lets a good head pass", arguments: accepted)
  func accepts(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let response = try #require(try exchange(port, one.bytes))
    #expect(response.status == one.status)
    #expect(response.body == one.says)
  }

  /// libmicrohttpd writes NULs over colons and the ends of lines: then the last head here looks like the first.
  @Test("judges each head of a connection by its own bytes, however alike they are")
  func again() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    for (host, target) in [("a", "/1"), ("a", "/2"), ("b", "/3"), ("a", "/4"), ("a", "/longer")] {
      client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nX: 1\r\n\r\n")
      #expect(try client.response()?.body == "GET \(host) \(target) 0")
    }
    client.send("GET / HTTP/1.1\r\nHost: a\0\0X\0 1\r\n\r\n")
    #expect(try client.response()?.status == 400)
    #expect(try client.rest() == "")
  }

  @Test(
    "closes without a word where a request breaks off",
    arguments: [
      "GET / HTTP/1.1\r\nHost: a\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe",
    ])
  func half(_ text: String) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(text)
    client.finishSending()
    #expect(try client.rest() == "")
  }

  @Test("counts the header fields and the bytes of the head")
  func sizes() throws {
    let stage = try TestServer(limits: { $0.maximumHeaders = 20 })
    defer { stage.finish() }
    let port = stage.port
    func fields(_ count: Int) -> String {
      (0..<count).map { "X-\($0): y\r\n" }.joined()
    }
    let fits = try exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\(fields(19))\r\n")
    #expect(fits?.status == 200)
    let many = try exchange(port, "GET / HTTP/1.1\r\nHost: a\r\n\(fields(20))\r\n")
    #expect(many?.status == 431)
    let long = String(repeating: "y", count: 33_000)
    let wide = try exchange(port, "GET / HTTP/1.1\r\nHost: a\r\nX: \(long)\r\n\r\n")
    #expect(wide?.status == 431)
    let far = try exchange(port, "GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(far?.status == 414)
    let large = String(repeating: "y", count: 30_000)
    let most = try exchange(port, "GET /\(large) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(most?.status == 200)
  }

  @Test("lets an answer's header be as long as a request's")
  func longAnswer() throws {
    let stage = try TestServer(handler: {
      .init(status: .found, headers: [.location: "https://client.example\($0.target)"])
    })
    defer { stage.finish() }
    let port = stage.port
    let long = "/" + String(repeating: "y", count: 30_000)
    let response = try #require(try exchange(port, "GET \(long) HTTP/1.1\r\nHost: a\r\n\r\n"))
    #expect(response.header("location") == "https://client.example\(long)")
  }
}
