import Basics
import TestSupport
import Testing

@testable import Transport

/// Each limit of the transport from both sides: what just fits, and one more.
@Suite("A limit") struct BoundaryTests {
  private func status(
    _ text: String, limits: (inout MicroHTTPServer.Limits) -> Void = { _ in }
  ) throws -> Int? {
    let stage = try TestServer(limits: limits)
    defer { stage.finish() }
    return try exchange(stage.port, text)?.status
  }

  private func fill(_ start: String, to size: Int, _ end: String) -> String {
    start + String(repeating: "y", count: size - start.utf8.count - end.utf8.count) + end
  }

  @Test("of a head's bytes counts its line, its fields and their ends", arguments: [0, 1])
  func headBytes(_ excess: Int) throws {
    let head = fill("GET / HTTP/1.1\r\nHost: a\r\nX: ", to: (32 << 10) + excess, "\r\n\r\n")
    #expect(try status(head) == (excess == 0 ? 200 : 431))
  }

  @Test("of a head's bytes holds for the target: a longer one is 414", arguments: [0, 1])
  func targetBytes(_ excess: Int) throws {
    let target = fill("/", to: (32 << 10) + excess, "")
    // A target of the limit's length is in a head that is longer.
    #expect(try status("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == (excess == 0 ? 431 : 414))
    let fits = fill("GET /", to: 32 << 10, " HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try status(fits) == 200)
  }

  @Test("of header fields counts Host", arguments: [(100, 200), (101, 431)])
  func fields(_ count: Int, _ expected: Int) throws {
    let fields = (1..<count).map { "X-\($0): y\r\n" }.joined()
    #expect(try status("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n") == expected)
  }

  @Test("of a body is announced, or counted", arguments: [(65_536, 200), (65_537, 413)])
  func body(_ count: Int, _ expected: Int) throws {
    let body = String(repeating: "x", count: count)
    let start = "POST / HTTP/1.1\r\nHost: a\r\n"
    #expect(try status(start + "Content-Length: \(count)\r\n\r\n\(body)") == expected)
    let chunk = "\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
    #expect(try status(start + "Transfer-Encoding: chunked\r\n\r\n\(chunk)") == expected)
    let pieces = (0..<count).map { _ in "1\r\nx\r\n" }.joined()
    #expect(try status(start + "Transfer-Encoding: chunked\r\n\r\n\(pieces)0\r\n\r\n") == expected)
  }

  @Test(
    "of a length is that of a number",
    arguments: [
      ("9223372036854775807", 413), ("9223372036854775808", 413), ("18446744073709551616", 413),
      ("00000000000000000000000000000", 200), ("0000", 200),
    ])
  func lengths(_ length: String, _ expected: Int) throws {
    #expect(
      try status("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n") == expected)
  }

  @Test(
    "of a port is 65535",
    arguments: [
      ("a:65535", 200), ("a:65536", 400), ("a:0", 200), ("a:", 200),
      ("a:99999999999999999999", 400),
      ("[::1]:65535", 200), ("[::1]:65536", 400), ("[::1]x", 400), ("[]", 400), ("[::1", 400),
      (":80", 400),
      ("a:8 0", 400), ("a::80", 400), ("a:-1", 400), ("a:+80", 400), ("[1]", 400), ("::1", 400),
    ])
  func ports(_ host: String, _ expected: Int) throws {
    #expect(try status("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
    #expect(try status("GET http://\(host)/ HTTP/1.1\r\nHost: a\r\n\r\n") == expected)
  }

  /// Every byte that must not be part of a token.
  @Test("of a header name is a token's alphabet")
  func tokens() {
    let allowed = Set(
      "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    for byte in UInt8.min...UInt8.max { #expect(byte.isToken == allowed.contains(byte), "\(byte)") }
  }

  @Test("of a value is a control character, TAB excepted")
  func values() {
    for byte in UInt8.min...UInt8.max {
      let isBad = byte != 9 && (byte < 32 || byte == 127)
      #expect([65, byte, 65].withUnsafeBytes { $0.holdsControl } == isBad, "\(byte)")
    }
  }

  @Test("of a target is a space, a control character, or nothing before the first slash")
  func targets() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    // LF and CR end the line, and NUL the string.
    for byte in UInt8(1)...0x21 where byte != 10 && byte != 13 {
      let answer = try exchange(
        stage.port, Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      #expect(answer?.status == (byte == 0x21 ? 200 : 400), "\(byte)")
    }
    for (byte, status) in [(0x7e, 200), (0x7f, 400), (0x80, 200)] as [(UInt8, Int)] {
      let answer = try exchange(
        stage.port, Array("GET /a".utf8) + [byte] + Array("b HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      #expect(answer?.status == status, "\(byte)")
    }
  }

  @Test("has its documented value unless it is changed")
  func defaults() {
    let limits = MicroHTTPServer.Limits()
    #expect(limits.maximumBody == 65_536 && limits.maximumDiscard == 1_048_576)
    #expect(limits.maximumHeaderBytes == 32_768 && limits.maximumHeaders == 100)
    #expect(limits.tunnels == 256 && limits.connections == nil)
  }

  @Test(
    "of time is counted in nanoseconds, from none to 136 years",
    arguments: [
      (Duration.seconds(-1), 0), (.zero, 0), (.nanoseconds(1), 1),
      (.milliseconds(1_500), 1_500_000_000),
      (.seconds(1 << 32), 4_294_967_296_000_000_000),
      (.seconds(1 << 32) + .nanoseconds(1), 4_294_967_296_000_000_000),
      (.seconds(18_446_744_074), 4_294_967_296_000_000_000),
      (.seconds(Int64.max), 4_294_967_296_000_000_000),
    ] as [(Duration, UInt64)])
  func nanoseconds(_ duration: Duration, _ expected: UInt64) {
    #expect(duration.nanoseconds == expected)
  }

  @Test(
    "of a target's forms: * is for OPTIONS, and bytes beyond ASCII are encoded",
    arguments: [
      ("OPTIONS", "*", 200, "*"), ("GET", "*", 400, ""), ("OPTIONS", "nonsense", 400, ""),
      ("OPTIONS", "**", 400, ""), ("OPTIONS", "http://b/x", 200, "/x"),
      ("GET", "/\u{e9}/x", 200, "/%C3%A9/x"), ("GET", "/\u{e9}", 200, "/%C3%A9"),
    ])
  func forms(_ method: String, _ target: String, _ status: Int, _ seen: String) throws {
    let stage = try TestServer(handler: { Answer(status: .ok, body: Array($0.target.utf8)) })
    defer { stage.finish() }
    let answer = try exchange(stage.port, "\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer?.status == status)
    #expect(status != 200 || answer?.body == seen)
  }

  @Test("of ASCII is 127: the first byte beyond it is encoded in a target")
  func firstBeyondASCII() throws {
    let stage = try TestServer(handler: { Answer(status: .ok, body: Array($0.target.utf8)) })
    defer { stage.finish() }
    let bytes = Array("GET /".utf8) + [0x80] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
    #expect(try exchange(stage.port, bytes)?.body == "/%80")
  }

  /// What is remembered of one head must not be the verdict on another.
  @Test("of what is remembered of a head does not change the verdict", arguments: [-1, 0, 1])
  func remembered(_ excess: Int) throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    let fields = fill("Host: a\r\nX: ", to: JudgedFields.most + excess, "\r\n\r\n")
    for target in ["/1", "/2", "/3"] {
      client.send("GET \(target) HTTP/1.1\r\n\(fields)")
      #expect(try client.response()?.body == "GET a \(target) 0")
    }
    // The same fields say something else of HTTP/1.0.
    client.send("GET /4 HTTP/1.0\r\n\(fields)")
    #expect(try client.response()?.header("connection")?.lowercased() == "close")
    #expect(try client.rest() == "")
  }

  @Test("of HTTP/1.0 is not forgotten where its fields come again")
  func versions() throws {
    let stage = try TestServer()
    defer { stage.finish() }
    let client = try RawClient(port: stage.port)
    client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
    #expect(try client.response()?.status == 200)
    client.send("GET / HTTP/1.1\r\nConnection: keep-alive\r\n\r\n")
    #expect(try client.response()?.body.contains("no Host field") == true)
    #expect(try client.rest() == "")
  }
}
