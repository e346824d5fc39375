import TestSupport
import Testing

@testable import Transport

/// Handshakes that fail, byte by byte.
@Suite("A TLS handshake") struct HandshakeTests {
  /// A record (RFC 8446 §5.1).
  private static func record(
    _ body: [UInt8], type: UInt8 = 0x16, version: UInt8 = 3
  ) -> [UInt8] {
    [type, 3, version, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
  }

  private static func hello(version: UInt8 = 3, cipher: [UInt8] = [0xc0, 0x2b]) -> [UInt8] {
    // Curve P-256, uncompressed points, ECDSA with SHA-256.
    let extensions: [UInt8] = [
      0, 10, 0, 4, 0, 2, 0, 23, 0, 11, 0, 2, 1, 0, 0, 13, 0, 4, 0, 2, 4, 3,
    ]
    let body =
      [3, version] + [UInt8](repeating: 7, count: 32) + [0, 0, 2] + cipher
      + [1, 0, 0, UInt8(extensions.count)] + extensions
    return record([1, 0, 0, UInt8(body.count)] + body)
  }

  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var alert: UInt8
  }

  /// The alerts of RFC 8446 §6: 10 is unexpected_message, 40 handshake_failure, 50 decode_error, 70 protocol_version.
  static let failing = [
    Case(testDescription: "of TLS 1.0", bytes: hello(version: 1), alert: 70),
    Case(testDescription: "of TLS 1.1", bytes: hello(version: 2), alert: 70),
    Case(testDescription: "with RC4 alone", bytes: hello(cipher: [0, 5]), alert: 40),
    Case(testDescription: "with CBC alone", bytes: hello(cipher: [0xc0, 9]), alert: 40),
    Case(
      testDescription: "with garbage behind its hello",
      bytes: hello() + record([1, 2, 3, 4, 5, 6], type: 0x17), alert: 10),
    Case(
      testDescription: "with an unknown record behind its hello",
      bytes: hello() + record([1, 2, 3, 4, 5, 6], type: 0x63), alert: 10),
    Case(
      testDescription: "that begins with garbage", bytes: record([99, 0, 0, 2, 1, 1]), alert: 10),
    Case(
      testDescription: "that claims 16 MiB",
      bytes: record([1, 255, 255, 255] + [UInt8](repeating: 0, count: 16_000))
        + (0..<100).flatMap { _ in record([UInt8](repeating: 0, count: 16_000)) }, alert: 50),
  ]

  /// The records of an answer: type and body.
  private func records(_ bytes: [UInt8]) -> [(type: UInt8, body: [UInt8])] {
    var rest = bytes[...]
    var result: [(UInt8, [UInt8])] = []
    while rest.count >= 5 {
      let head = Array(rest.prefix(5))
      let size = Int(head[3]) << 8 | Int(head[4])
      result.append((head[0], Array(rest.dropFirst(5).prefix(size))))
      rest = rest.dropFirst(5 + size)
    }
    return result
  }

  @Test("that fails is ended by an alert that says why", arguments: failing)
  func alerts(_ one: Case) throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    client.send(one.bytes)
    let last = try #require(records(try client.restBytes()).last)
    #expect(last.type == 0x15, "the last record is no alert")
    #expect(last.body == [2, one.alert])
  }

  @Test("that fails leaves the server as it was, and other clients")
  func others() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(threads: 1, https: authority.https())
    defer { stage.finish() }
    let port = try #require(stage.server.httpsPort)
    let waiting = try RawClient(port: port)
    waiting.send(Array(Self.hello().prefix(9)))
    let failing = try RawClient(port: port)
    failing.send(Self.hello(version: 1))
    #expect(records(try failing.restBytes()).last?.body == [2, 70])
    waiting.send(Array(Self.hello().dropFirst(9)) + Self.record([1], type: 0x63))
    let answer = records(try waiting.restBytes())
    #expect(answer.first?.type == 0x16 && answer.last?.body == [2, 10])
  }

  @Test("that the client gives up by an alert is not answered by one")
  func givenUp() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    // bad_certificate
    client.send(Self.hello() + Self.record([2, 42], type: 0x15))
    let alerts = records(try client.restBytes()).filter { $0.type == 0x15 }.map(\.body)
    #expect(alerts.allSatisfy { $0.first == 1 }, "a fatal alert comes: \(alerts)")
  }

  @Test("with a chain of certificates of some thousand bytes fits")
  func limits() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    // A certificate where a key is due: it is read whole before it is refused.
    let message: [UInt8] = [11, 0, 0x9c, 0x40] + [UInt8](repeating: 0, count: 40_000)
    let pieces = stride(from: 0, to: message.count, by: 16_000).flatMap {
      Self.record(Array(message.dropFirst($0).prefix(16_000)))
    }
    client.send(Self.hello() + pieces)
    #expect(records(try client.restBytes()).last?.body == [2, 10])
  }

  /// From then on a client may send what it likes, if it makes requests of it.
  @Test("once completed has no limit of bytes")
  func later() throws {
    let authority = try TestAuthority()
    let stage = try TestServer(https: authority.https())
    defer { stage.finish() }
    let client = try RawClient(port: try #require(stage.server.httpsPort))
    try client.secure(for: "a.example", trusted: authority.file)
    let body = String(repeating: "x", count: 15_000)
    for _ in 0..<120 {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 15000\r\n\r\n\(body)")
      #expect(try client.response()?.body == "POST a / 15000")
    }
  }
}
