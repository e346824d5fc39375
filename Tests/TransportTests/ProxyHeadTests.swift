import TestSupport
import Testing

@testable import Transport

@Suite("The head of a request to a proxy") struct ProxyHeadTests {
  private func read(_ text: String) -> ProxyRequest.Reading { ProxyRequest.read(Array(text.utf8)) }

  @Test("is passed on with a Host and a Connection of our own, and nothing else said anew")
  func passes() throws {
    let reading = read(
      "GET http://A.test:81?b HTTP/1.1\r\nHost: evil\r\nX: 1\r\nProxy-Connection: x\r\nconnection: y\r\n\r\nbody"
    )
    guard case .whole(let request) = reading else { throw Unexpected(reading: reading) }
    #expect(request.form == .absolute && request.host == "a.test" && request.port == 81)
    #expect(
      String(decoding: request.passed, as: UTF8.self)
        == "GET /?b HTTP/1.1\r\nHost: A.test:81\r\nX: 1\r\nConnection: close\r\n\r\n")
  }

  /// Each of these was passed on as it stood, so that the next server might see a field that the proxy did not.
  @Test(
    "is refused where a line of it is no field",
    arguments: [
      "Host : evil", "X: a\rHost: evil", " Host: evil", "\tfolded", "no colon", ": no name",
      "X: \0", "X\0: 1", "\r", "X: 1\r", "X: 1\nY: 2", ":", "\0", "\n", "\n:",
    ], ["GET http://a.test/ HTTP/1.1", "CONNECT a.test:443 HTTP/1.1"])
  func refuses(_ line: String, _ start: String) throws {
    let reading = read("\(start)\r\nHost: a.test\r\n\(line)\r\n\r\n")
    guard case .bad(let rejection) = reading else { throw Unexpected(reading: reading) }
    #expect(rejection.status == .badRequest)
  }

  @Test("is refused where a line ends with LF alone", arguments: ["\n\n", "\n\r\n", "\r\n\n"])
  func bareLineFeed(_ end: String) {
    for start in ["CONNECT a.test:443 HTTP/1.1\r\nHost: a", "GET http://a/ HTTP/1.1"] {
      #expect(read(start + end) == .bad(HeadLines.bareLineFeed))
    }
    #expect(read("GET / HTTP/1.1\n") == .bad(HeadLines.bareLineFeed))
  }

  /// Our reading of the body's length must be that of the next server.
  @Test(
    "is refused where its body's end is in doubt",
    arguments: [
      "Content-Length: +5", "Content-Length: 5 5", "Content-Length: 5, 5", "Content-Length:",
      "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5\r\ncontent-length: 6",
      "Content-Length: 5\r\nTransfer-Encoding: chunked", "Transfer-Encoding: xchunked",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
      "Transfer-Encoding: chunked, gzip",
    ])
  func framing(_ fields: String) throws {
    let reading = read("POST http://a.test/ HTTP/1.1\r\n\(fields)\r\n\r\nhello")
    guard case .bad = reading else { throw Unexpected(reading: reading) }
  }

  @Test("keeps the fields that end its body, whatever Connection names")
  func keepsFraming() throws {
    for (field, body) in [("Content-Length: 5", 5), ("Transfer-Encoding: chunked", nil)] {
      let reading = read(
        "POST http://a.test/ HTTP/1.1\r\nConnection: content-length, transfer-encoding, x\r\nX: 1\r\n\(field)\r\n\r\n"
      )
      guard case .whole(let request) = reading else { throw Unexpected(reading: reading) }
      #expect(request.body == body)
      #expect(
        String(decoding: request.passed, as: UTF8.self)
          == "POST / HTTP/1.1\r\nHost: a.test\r\n\(field)\r\nConnection: close\r\n\r\n")
    }
  }

  @Test("may be as long as its limit, and a byte less than that without an end")
  func limit() throws {
    #expect(ProxyRequest.most == 16_384)
    let start = "CONNECT a.test:443 HTTP/1.1\r\nX: "
    let fill = String(repeating: "x", count: ProxyRequest.most - start.utf8.count)
    #expect(read(start + fill.dropLast()) == .unfinished)
    guard case .bad(let rejection) = read(start + fill) else {
      throw Unexpected(reading: .unfinished)
    }
    #expect(rejection.status == .requestHeaderFieldsTooLarge)
    guard case .bad = read(start + fill.dropLast(3) + "\r\n\r\n") else {
      throw Unexpected(reading: read(start + fill.dropLast(3) + "\r\n\r\n"))
    }
    guard case .whole = read(start + fill.dropLast(4) + "\r\n\r\n") else {
      throw Unexpected(reading: read(start + fill.dropLast(4) + "\r\n\r\n"))
    }
  }

  /// The proxy's heads are all read by one thread.
  @Test("takes time in proportion to its length, however many fields Connection names")
  func linear() throws {
    let names = (0..<2_300).map { "n\($0)" }.joined(separator: ",")
    let head =
      "GET http://a/ HTTP/1.1\r\nConnection: \(names)\r\n" + String(repeating: "a:\r\n", count: 700)
      + "\r\n"
    #expect(head.utf8.count <= ProxyRequest.most)
    let time = processorTime { _ = read(head) }
    #expect(time < .milliseconds(500), "the largest takes \(time), and it is not optimized here")
  }

  @Test("ends at the empty line", arguments: ["\r\n\r\n"])
  func ends(_ end: String) throws {
    let head = "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test" + end
    guard case .whole(let request) = read(head + "\r\n\r\n") else {
      throw Unexpected(reading: read(head))
    }
    #expect(request.size == head.utf8.count)
    #expect(read(String(head.unicodeScalars.dropLast())) == .unfinished)
  }

  struct Unexpected: Error { let reading: ProxyRequest.Reading }
}
