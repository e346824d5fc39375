import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

@Suite("A request") struct RequestTests {
  @Test(
    "reaches the handler with its target untouched",
    arguments: [
      "/a+b?c+d=e+f", "/%00%zz%", "/?a=1&b&a=2&=&&", "/a%2Fb%2fc", "//x//?", "/a;b=c?d#e",
      "/?a=%c3%BC",
    ])
  func target(_ target: String) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let response = try exchange(port, "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(response?.body == "GET a \(target) 0")
  }

  @Test(
    "may have as many parameters as fit into its target",
    arguments: ["a=1&", "a&", "&", "%41=%42&"])
  func manyParameters(_ parameter: String) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    for size in [12_000, 30_000] {
      let query = String(repeating: parameter, count: size / parameter.utf8.count)
      let client = try RawClient(port: stage.port)
      client.send("GET /?\(query) HTTP/1.1\r\nHost: a\r\n\r\n" + simple)
      #expect(try client.response()?.body == "GET a /?\(query) 0")
      #expect(try client.response()?.body == "GET a / 0")
    }
  }

  @Test("has bytes beyond ASCII in its target percent-encoded, in upper case")
  func rawBytes() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let bytes =
      Array("GET /\u{fc}?x=".utf8) + [0xff, 0x80] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(try exchange(port, bytes)?.body == "GET a /%C3%BC?x=%FF%80 0")
  }

  @Test(
    "keeps its fields in order, repeated ones too, without Host and without spaces around the values"
  )
  func fields() throws {
    let seen = Lock<Request?>(nil)
    let stage = try TestServer(handler: { request in
      seen.withLock { $0 = request }
      return echo(request)
    })
    defer { stage.finish() }
    let port = stage.port
    _ = try exchange(
      port, "GET / HTTP/1.1\r\nX-A:  1 \r\nHost: a\r\nCookie: b=\"c\"\r\nx-a: 2\r\nX-E:\r\n\r\n")
    let request = try #require(seen.withLock { $0 })
    #expect(request.headers.map(\.name) == ["X-A", "Cookie", "x-a", "X-E"])
    #expect(request.headers.map(\.value) == ["1", "b=\"c\"", "2", ""])
    #expect(request.scheme == "http")
    #expect(request.authority == "a")
  }

  @Test("carries its body, by length and in chunks")
  func bodies() throws {
    let stage = try TestServer(handler: { .init(status: .ok, body: $0.body) })
    defer { stage.finish() }
    let port = stage.port
    let byLength = try exchange(
      port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe\0lo")
    #expect(byLength?.body == "he\0lo")
    let inChunks = try exchange(
      port,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n"
    )
    #expect(inChunks?.body == "hello")
  }

  @Test("is told to go on where it asks")
  func goOn() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.response()?.status == 100)
    client.send("hi")
    #expect(try client.response()?.body == "POST a / 2")
  }

  @Test("may have a body up to the limit, and no byte more")
  func limit() throws {
    let stage = try TestServer(limits: { $0.maximumBody = 1000 })
    defer { stage.finish() }
    let port = stage.port
    func post(_ count: Int) throws -> Int? {
      let body = String(repeating: "x", count: count)
      return try exchange(
        port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n\(body)")?.status
    }
    func chunked(_ count: Int) throws -> Int? {
      let body = String(repeating: "x", count: count)
      let size = String(count, radix: 16)
      return try exchange(
        port,
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n\(body)\r\n0\r\n\r\n"
      )?.status
    }
    #expect(try post(1000) == 200)
    #expect(try post(1001) == 413)
    #expect(try chunked(1000) == 200)
    #expect(try chunked(1001) == 413)
  }

  @Test("gets to read its 413 although it sends far more than is read")
  func lingering() throws {
    let stage = try TestServer(limits: { $0.maximumBody = 1000 })
    defer { stage.finish() }
    let port = stage.port
    let client = try RawClient(port: port)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n")
    client.send([UInt8](repeating: 120, count: 900_000))
    let response = try #require(try client.response())
    #expect(response.status == 413)
    #expect(response.body.contains("1000 bytes"))
    #expect(try client.rest() == "")
  }

  /// Until its client has read what is wrong.
  @Test("gets to read its 413 although its chunks go on for ever", arguments: [10_000, 200_000])
  func endless(_ discard: Int) throws {
    let stage = try TestServer(limits: {
      $0.maximumBody = 1000
      $0.maximumDiscard = discard
    })
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = Array(("3e8\r\n" + String(repeating: "x", count: 1000) + "\r\n").utf8)
    for _ in 0..<100 { client.send(chunk) }
    let response = try #require(try client.response())
    #expect(response.status == 413)
    #expect(response.header("connection") == "close")
    #expect(response.body.contains("1000 bytes"))
    #expect(try client.rest() == "")
  }

  @Test("gets its 413 as soon as its chunks are too many, whatever else it will send")
  func early() throws {
    let log = Lines()
    let stage = try TestServer(log: log, limits: { $0.maximumBody = 1000 })
    defer { stage.finish() }
    for (method, body) in [("POST", true), ("HEAD", false)] {
      let client = try RawClient(port: stage.port)
      client.send("\(method) / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.send("7d0\r\n" + String(repeating: "x", count: 1001))
      let response = try #require(try client.response(toHEAD: !body))
      #expect(response.status == 413)
      #expect(response.body.isEmpty != body)
      #expect(try client.rest() == "")
    }
    #expect(log.all == [])
  }
}
