import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

/// The guard's look at a head that the library has not read yet, without a socket.
@Suite("The guard's look at a head") struct HeadRuleTests {
  private func look(
    _ text: String, after earlier: String? = nil
  ) throws -> JudgedFields {
    var fields = JudgedFields()
    for text in [earlier, text].compactMap({ $0 }) {
      var room: [RequestHead.Field] = []
      try Array(text.utf8).withUnsafeBytes {
        try RequestGuard(limits: .init()).look(at: $0, &fields, room: &room)
      }
    }
    return fields
  }

  private let line = "HTTP/1.1\0\0"
  private let host = "Host: a\r\n\r\n"

  @Test("has a verdict and its bytes where all fields have come")
  func whole() throws {
    let fields = try look(line + host + "more")
    #expect(fields.size == host.utf8.count && fields.host == "a" && fields.hasProvedEnd)
  }

  @Test("reads nothing where no byte of a field has come")
  func short() throws {
    for count in 0...10 {
      #expect(try look(String((line + host).prefix(count))).size == nil, "\(count)")
    }
    // The tenth byte alone does not say yet how the line ended.
    #expect(try look("HTTP/1.1\0H").size == nil)
    #expect(throws: HeadLines.bareLineFeed) { try look("HTTP/1.1\0Ho") }
  }

  @Test(
    "leaves another version, and a line with more behind the version, to the library",
    arguments: ["HTTP/2.0\0\0", "http/1.1\0\0", "HTTQ/1.1\0\0", "HTTP/1.1 \0", "HTTP/1.12\0"])
  func other(_ line: String) throws {
    #expect(try look(line + host).size == nil)
  }

  @Test("refuses a request line that ends with LF alone")
  func bareLineFeed() {
    #expect(throws: HeadLines.bareLineFeed) { try look("HTTP/1.1\0" + host) }
  }

  @Test("passes over an unknown expectation of HTTP/1.0, and refuses it otherwise")
  func expectation() throws {
    #expect(try look("HTTP/1.0\0\0Expect: x\r\n\r\n").size != nil)
    #expect(throws: Rejection.unknownExpectation) { try look(line + "Expect: x\r\n" + host) }
  }

  @Test("takes an empty Host, or none, of HTTP/1.0 alone")
  func emptyHost() throws {
    for fields in ["Host:\r\n\r\n", "Host: \t\r\n\r\n", "\r\n"] {
      #expect(try look("HTTP/1.0\0\0" + fields).host == "")
      #expect(throws: Rejection.self) { try look(line + fields) }
    }
    #expect(throws: Rejection.self) { try look("HTTP/1.0\0\0Host: a b\r\n\r\n") }
  }

  @Test("keeps all fields but Host, also those whose names are as long")
  func headers() throws {
    let fields = try look(line + "Date: x\r\nhOST: a\r\nFrom: y\r\n\r\n")
    #expect(fields.headers.map(\.name) == ["Date", "From"])
  }

  @Test("proves the end of a chunked body that has come, and of no other")
  func chunked() throws {
    let start = line + "Transfer-Encoding: chunked\r\n" + host
    #expect(try look(start + "0\r\n\r\n").hasProvedEnd)
    #expect(try !look(start + "1\r\nh").hasProvedEnd)
    #expect(try !look(start + "1\r\nh", after: start + "0\r\n\r\n").hasProvedEnd)
  }

  @Test("begins anew with each request: an earlier verdict is none on a head that has not come")
  func again() throws {
    let fields = try look("HTTP/1.1\0\0Host: a\r\n", after: line + host)
    #expect(fields.size == nil && !fields.hasProvedEnd)
  }
}

@Suite("A verdict on fields") struct JudgedFieldsTests {
  private func judged(_ bytes: [UInt8], isHTTP10: Bool = false) -> JudgedFields {
    var fields = JudgedFields()
    fields.set([.date: "x"], host: "a", framing: .none, hasCookies: false)
    bytes.withUnsafeBytes { fields.remember($0, isHTTP10: isHTTP10) }
    fields.begin()
    return fields
  }

  private func isTaken(
    _ unread: [UInt8], after bytes: [UInt8], isHTTP10: Bool = false
  ) -> Bool {
    var fields = judged(bytes)
    let isTaken = unread.withUnsafeBytes { fields.takeUp($0, isHTTP10: isHTTP10) }
    #expect(fields.size == (isTaken ? bytes.count : nil))
    return isTaken
  }

  @Test("is taken up where the same bytes come again, and only there")
  func takenUp() {
    let bytes = Array("Host: a\r\n\r\n".utf8)
    #expect(isTaken(bytes, after: bytes))
    #expect(isTaken(bytes + [65], after: bytes))
    #expect(!isTaken(bytes, after: bytes, isHTTP10: true))
    #expect(!isTaken(bytes.dropLast(), after: bytes))
    #expect(!isTaken([], after: bytes))
    #expect(!isTaken(Array("Host: b\r\n\r\n".utf8), after: bytes))
    #expect(!isTaken(bytes, after: []))
  }

  @Test(
    "is remembered for 1,024 bytes, and not for one more",
    arguments: [(1_024, true), (1_025, false)])
  func most(_ count: Int, _ isRemembered: Bool) {
    let bytes = [UInt8](repeating: 65, count: count)
    #expect(isTaken(bytes, after: bytes) == isRemembered)
    var fields = judged(bytes)
    fields.tidy()
    #expect(fields.host == (isRemembered ? "a" : ""))
    #expect(fields.headers.isEmpty == !isRemembered)
  }
}

@Suite("A rejection") struct RejectionTests {
  @Test("says when to come again if the server is busy, and what is allowed if the method is not")
  func fields() {
    for status in [HTTPResponse.Status.badRequest, .serviceUnavailable, .methodNotAllowed] {
      let headers = Rejection(status: status, sentence: "No.", clause: "RFC 9110").answer.headers
      #expect((headers[.retryAfter] == "1") == (status == .serviceUnavailable))
      #expect((headers[.retryAfter] == nil) == (status != .serviceUnavailable))
      #expect((headers[.allow] != nil) == (status == .methodNotAllowed))
      #expect(headers[.cacheControl] == "no-store")
    }
  }
}
