import Testing

@testable import UserAgent

@Suite("The end of an answer")
struct AnswerEndTests {
  private func isReached(_ text: String, hasBody: Bool = true) -> Bool? {
    let bytes = Array(text.utf8)
    return AnswerEnd(bytes, hasBody: hasBody)?.isReached(by: bytes)
  }

  @Test(
    "is unknown before the head is whole, and where only the connection's end ends the answer",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "HTTP/1.1 200 OK\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 1073741825\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: chunked\r\n\r\n0\r\n\r\n", "\r\n\r\n",
    ])
  func unknown(_ text: String) {
    #expect(isReached(text) == nil)
  }

  @Test(
    "is where the length says", arguments: [("ab", false), ("abc", true), ("abcd", true)])
  func length(_ body: String, _ isReached: Bool) {
    for line in ["Content-Length: 3", "content-length:  3", "CONTENT-LENGTH:3"] {
      #expect(self.isReached("HTTP/1.1 200 OK\r\nA: b\r\n\(line)\r\n\r\n\(body)") == isReached)
    }
    #expect(self.isReached("HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n") == false)
  }

  @Test("is the last chunk, whatever a length says")
  func chunks() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n"
    #expect(isReached(head + "1\r\na\r\n") == false)
    #expect(isReached(head + "1\r\na\r\n0\r\n\r\n") == true)
  }

  @Test("is not in a chunk that looks like the last one, and is behind the trailers")
  func chunksAndTrailers() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7;x=y\r\n"
    #expect(isReached(head + "ab0\r\n\r\n") == false)
    #expect(isReached(head + "ab0\r\n\r\n\r\n0\r\n") == false)
    #expect(isReached(head + "ab0\r\n\r\n\r\n0\r\nX-T: 1\r\n") == false)
    #expect(isReached(head + "ab0\r\n\r\n\r\n0\r\nX-T: 1\r\n\r\n") == true)
    #expect(isReached(head + "ab0\r\n\r\n\r\n0\r\n\r\n") == true)
    #expect(isReached(head + "ab0\r\n\r\n\r\n-1\r\n0\r\n\r\n") == false)
    #expect(isReached(head + "ab0\r\n\r\n\r\n-2\r\n0\r\n\r\n") == false)
  }

  @Test("is the head's end where there is no body", arguments: ["204", "304"])
  func bodiless(_ code: String) {
    #expect(isReached("HTTP/1.1 \(code) X\r\nContent-Length: 9\r\n\r\n") == true)
    #expect(isReached("HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n", hasBody: false) == true)
    #expect(isReached("HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\n") == false)
  }
}
