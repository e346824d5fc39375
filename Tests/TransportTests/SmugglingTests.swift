import TestSupport
import Testing

@testable import Transport

/// Two readers of one connection must never disagree about the end of a request.
@Suite("A request that another reader may see otherwise") struct SmugglingTests {
  /// Exactly one answer comes, in our words and with each field once, and then the end of the connection.
  private func expectOneAnswer(
    _ client: RawClient, _ one: RawCase, location: SourceLocation = #_sourceLocation
  ) throws {
    let response = try #require(try client.response(), sourceLocation: location)
    #expect(response.status == one.status, sourceLocation: location)
    #expect(response.all("connection") == ["close"], sourceLocation: location)
    #expect(response.all("content-length").count == 1, sourceLocation: location)
    #expect(
      one.says.isEmpty || response.body.contains(one.says), "\(response.body)",
      sourceLocation: location)
    #expect(!response.body.contains("<html>"), sourceLocation: location)
    #expect(try client.rest() == "", "a second answer follows", sourceLocation: location)
  }

  @Test("is answered 400, and nothing behind it is executed", arguments: smuggling)
  func heads(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(one.bytes)
    try expectOneAnswer(client, one)
  }

  @Test("is refused as the second request of a connection too", arguments: smuggling)
  func second(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(Array(simple.utf8) + one.bytes)
    #expect(try client.response()?.body == "GET a / 0")
    try expectOneAnswer(client, one)
  }

  @Test("is refused over TLS too", arguments: smuggling)
  func secured(_ one: RawCase) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    client.send(one.bytes)
    try expectOneAnswer(client, one)
  }

  /// Each piece is a record of its own, which libmicrohttpd reads alone.
  @Test("ends its connection where its head comes in pieces", arguments: smuggling)
  func pieces(_ one: RawCase) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    client.send(Array(one.bytes.prefix(20)))
    client.send(Array(one.bytes.dropFirst(20)))
    let response = try client.response()
    #expect(response == nil || response?.header("connection") == "close")
    #expect(response?.body.contains("smuggled") != true)
    #expect(try client.rest() == "", "a second answer follows")
  }

  @Test("is refused in pieces too, where the library's reading shows it", arguments: seams)
  func refusedPieces(_ one: RawCase) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    client.send(Array(one.bytes.prefix(20)))
    client.send(Array(one.bytes.dropFirst(20)))
    try expectOneAnswer(client, one)
  }

  /// Nothing of the second connection is on its way, so it cannot be the one that sent the chunk.
  @Test("is refused in our words where a chunk comes later, although another client is idle")
  func laterChunk() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(threads: 1, https: authority.https())
    defer { stage.finish() }
    let clients = try (0..<2).map { _ in try RawClient(port: try #require(stage.server.httpsPort)) }
    for client in clients {
      try client.secure(for: "a.example", trusted: authority.file)
      client.send(simple)
      #expect(try client.response()?.status == 200)
    }
    clients[0].send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    clients[0].send("zz\r\n" + smuggledRequest)
    try expectOneAnswer(clients[0], RawCase("", "", 400, "chunked body is malformed"))
    clients[1].send(simple)
    #expect(try clients[1].response()?.body == "GET a / 0")
  }

  @Test("a sound head in pieces is answered, and is the last of its connection")
  func soundPieces() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try client.response()?.header("connection") == nil)
    client.send("GET /2 HTTP/1.1\r\nHo")
    client.send("st: a\r\n\r\n" + simple)
    let response = try #require(try client.response())
    #expect(response.body == "GET a /2 0" && response.header("connection") == "close")
    #expect(try client.rest() == "")
  }

  @Test("is refused where its chunks are malformed", arguments: badChunks)
  func chunks(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(one.bytes)
    try expectOneAnswer(client, one)
  }

  /// The first piece ends with the head, so libmicrohttpd alone sees the chunks.
  @Test("ends its connection where its chunks come later", arguments: badChunks)
  func laterChunks(_ one: RawCase) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    client.send(head)
    client.send(Array(one.bytes.dropFirst(head.utf8.count)))
    client.finishSending()
    let response = try client.response()
    #expect(response == nil || response?.header("connection") == "close")
    #expect(response?.body.contains("smuggled") != true)
    #expect(try client.rest() == "", "a second answer follows")
  }

  @Test(
    "is answered, and so is the next, where its chunks are sound and come with the head",
    arguments: soundChunks)
  func soundChunked(_ body: String) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    let request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    client.send(request + request + simple)
    #expect(try client.response()?.body == "POST a / 5")
    #expect(try client.response()?.body == "POST a / 5")
    #expect(try client.response()?.body == "GET a / 0")
  }

  @Test("is the last of its connection where sound chunks come later")
  func soundLater() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.response()?.status == 100)
    client.send("5\r\nhello\r\n0\r\n\r\n" + simple)
    let response = try #require(try client.response())
    #expect(response.body == "POST a / 5" && response.header("connection") == "close")
    #expect(try client.rest() == "")
  }

  @Test("what libmicrohttpd refuses itself is answered once, in our words", arguments: refusedBelow)
  func below(_ one: RawCase) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send(one.bytes)
    try expectOneAnswer(client, one)
  }

  @Test("what libmicrohttpd refuses is not answered to another client, where two owe a request")
  func uncertain() throws {
    let stage = try TestServer(threads: 1)
    defer { stage.finish() }
    let clients = try (0..<9).map { _ in try RawClient(port: stage.port) }
    for client in clients {
      client.send(simple)
      #expect(try client.response()?.status == 200)
    }
    clients[4].send("GET / HTTP/2.0\r\n\r\n")
    #expect(try clients[4].response()?.status == 505)
    #expect(try clients[4].rest() == "")
    for (number, client) in clients.enumerated() where number != 4 {
      client.send(simple)
      #expect(try client.response()?.body == "GET a / 0")
    }
  }

  @Test(
    "a large head that comes whole keeps its connection",
    arguments: [100, 3_900, 4_096, 5_000, 20_000, 31_000])
  func large(_ size: Int) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let secured = try RawClient(port: try #require(stage.server.httpsPort))
    try secured.secure(for: "a.example", trusted: authority.file)
    let value = String(repeating: "y", count: min(size, 15_000))
    let rest = String(repeating: "z", count: size - value.utf8.count)
    for client in [try RawClient(port: stage.port), secured]
    where size <= 15_000 || client !== secured {
      for number in 1...3 {
        client.send("GET /\(number)\(rest) HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n")
        let response = try #require(try client.response())
        #expect(response.body == "GET a /\(number)\(rest) 0")
        #expect(response.header("connection") == nil)
      }
    }
  }

  /// libmicrohttpd makes a record of each, for which its memory pool has no room.
  @Test("as many cookies as fit into a head are no fault")
  func cookies() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    for _ in 0..<2 {
      client.send(
        "GET / HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "a=b; ", count: 6_000))\r\n\r\n")
      #expect(try client.response()?.body == "GET a / 0")
    }
  }
}
