import Testing

@testable import MicroHTTPServer

@Suite("The head of a request to a proxy") struct ProxyHeadTests {
  private func read(_ text: String) -> ProxyRequest.Reading { ProxyRequest.read(Array(text.utf8)) }

  @Test("is passed on with a Host and a Connection of our own, and nothing else said anew")
  func passes() throws {
    let reading = read(
      "GET http://A.test:81?b HTTP/1.1\r\nHost: evil\r\nX: 1\nProxy-Connection: x\r\nconnection: y\r\n\r\nbody"
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
      "X: \0",
      "X\0: 1", "\r", "X: 1\r",
    ], ["GET http://a.test/ HTTP/1.1", "CONNECT a.test:443 HTTP/1.1"])
  func refuses(_ line: String, _ start: String) throws {
    let reading = read("\(start)\r\nHost: a.test\r\n\(line)\r\n\r\n")
    guard case .bad(let rejection) = reading else { throw Unexpected(reading: reading) }
    #expect(rejection.status == .badRequest)
  }

  @Test(
    "ends at an empty line, and at no other", arguments: ["\r\n\r\n", "\n\n", "\n\r\n", "\r\n\n"])
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
