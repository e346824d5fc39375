import HTTPTypes
import Testing

@testable import UserAgent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("An answer on the wire")
struct HTTPClientTests {
  private func answer(_ text: String) throws -> String {
    String(decoding: try HTTPClient.answer(Array(text.utf8)).body, as: UTF8.self)
  }

  @Test("is read by its length, by its chunks, or to its end")
  func reads() throws {
    #expect(try answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabc") == "ab")
    #expect(try answer("HTTP/1.0 200\r\n\r\nabc") == "abc")
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(try answer(chunked + "A;x=y\r\n0123456789\r\n1\r\na\r\n0\r\n\r\n") == "0123456789a")
  }

  @Test("has its fields without white space before their values, and without lines that are none")
  func fields() throws {
    let text = "HTTP/1.1 200 OK\r\nA: \tb \r\nno field\r\nnofield\r\nbad name: x\r\nC:d:e\r\n\r\n"
    let answer = try HTTPClient.answer(Array(text.utf8))
    #expect(answer.headers.map { "\($0.name)=\($0.value)" } == ["A=b ", "C=d:e"])
  }

  @Test(
    "that is not HTTP, or not whole, is an error that says so",
    arguments: [
      ("", "closed without a response"), ("HTTP/1.1 200 OK\r\n", "a response that breaks off"),
      ("HTTQ/1.1 200 OK\r\n\r\n", "a response that is not HTTP: HTTQ/1.1 200 OK"),
      ("HTTP/1.1\r\n\r\n", "a response that is not HTTP: HTTP/1.1"),
      ("\r\n\r\n", "a response that is not HTTP: "),
    ])
  func noHTTP(_ text: String, _ why: String) {
    let error = #expect(throws: HTTPClient.Failure.self) { try answer(text) }
    #expect(error?.description == why)
  }

  @Test("has a status of three digits", arguments: [100, 999])
  func statuses(_ code: Int) throws {
    #expect(try HTTPClient.answer(Array("HTTP/1.1 \(code)\r\n\r\n".utf8)).status.code == code)
  }

  @Test("has no body where there is none, whatever its length says")
  func bodiless() throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc"
    #expect(try HTTPClient.answer(Array(text.utf8), hasBody: false).body.isEmpty)
  }

  @Test(
    "with a status that is none is an error",
    arguments: ["1000", "99", "099", "-200", "+200", "9223372036854775808", "OK", "2OO"])
  func status(_ code: String) {
    #expect(throws: HTTPClient.Failure.self) { try answer("HTTP/1.1 \(code) X\r\n\r\n") }
  }

  @Test(
    "with a length that is none, or that is not there, is an error",
    arguments: ["-1", "+1", "9223372036854775807", "9223372036854775808", "1e3", "", "4"])
  func length(_ length: String) {
    #expect(throws: HTTPClient.Failure.self) {
      try answer("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nabc")
    }
  }

  @Test(
    "with a chunk that is not all there is an error",
    arguments: [
      "7fffffffffffffff\r\nabc", "7ffffffffffffffe\r\n", "8000000000000000\r\nabc", "-1\r\nabc\r\n",
      "+1\r\na\r\n0\r\n\r\n", "3\r\nabc", "1\r\n", "\r\n", "x\r\n", "",
    ])
  func chunks(_ body: String) {
    #expect(throws: HTTPClient.Failure.self) {
      try answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    }
  }

  @Test(
    "whose base has no path resolves what stands on it all the same",
    arguments: [("app:", "app:/x"), ("app://done", "app://done/x"), ("urn:a", "urn:/x")])
  func base(_ base: String, _ expected: String) throws {
    #expect(WebAddress(base)?.resolving("x")?.description == expected)
  }

  @Test("is waited for again where a signal came in between, and not where the call failed")
  func signals() {
    // A call that succeeds leaves an older `errno` as it is.
    var ends: [(count: Int, code: Int32)] = [
      (-1, EINTR), (-1, EINTR), (5, EINTR), (0, EINTR), (-1, EAGAIN),
    ]
    let call = {
      let end = ends.removeFirst()
      errno = end.code
      return end.count
    }
    #expect(Wire.uninterrupted(call) == 5)
    #expect(Wire.uninterrupted(call) == 0)
    #expect(Wire.uninterrupted(call) == -1 && ends.isEmpty)
  }
}
