import Testing

@testable import Transport

/// The end of a chunked body, without a socket. libmicrohttpd zeroes the memory that it has not filled yet.
@Suite("A chunked body") struct ChunkedBodyTests {
  private func end(_ text: String) throws -> Int? {
    try Array(text.utf8).withUnsafeBytes { try ChunkedBody.end(of: $0) }
  }

  @Test("ends behind the empty line after its last chunk, whatever follows", arguments: soundChunks)
  func sound(_ body: String) throws {
    #expect(try end(body) == body.utf8.count)
    #expect(try end(body + "GET / HTTP/1.1\r\n") == body.utf8.count)
  }

  @Test("has no end before its last byte has come", arguments: soundChunks)
  func unfinished(_ body: String) throws {
    for count in 0..<body.utf8.count {
      let bytes = Array(body.utf8.prefix(count))
      let zeros = [UInt8](repeating: 0, count: 8)
      #expect(try bytes.withUnsafeBytes { try ChunkedBody.end(of: $0) } == nil, "\(count)")
      #expect(
        try (bytes + zeros).withUnsafeBytes { try ChunkedBody.end(of: $0) } == nil, "\(count)")
    }
  }

  @Test(
    "has no end where a zero stands: that byte has not come",
    arguments: ["1\r\nh\0X", "1\r\nh\r\0", "1\r\0", "1\0", "0\r\n\r\0"])
  func zero(_ body: String) throws {
    #expect(try end(body) == nil)
  }

  @Test(
    "is refused where a size is not hexadecimal digits",
    arguments: ["\r\n\r\n", ";\r\n", ";1", "g", " 1", "-", "1 ", "1g\r\n"])
  func size(_ body: String) {
    #expect(throws: ChunkedBody.malformed) { try end(body) }
  }

  @Test("is refused where a size holds a byte beyond ASCII")
  func sizeBeyondASCII() {
    for byte in UInt8(0x80)...0xff {
      #expect(throws: ChunkedBody.malformed) {
        try [byte].withUnsafeBytes { try ChunkedBody.end(of: $0) }
      }
    }
  }

  @Test(
    "is refused where CR or LF is missing behind a size or a chunk",
    arguments: ["0\rX\r\n", "1\rX", "1\r\nhX\n0\r\n\r\n", "1\r\nh\rX0\r\n\r\n", "1\r\nhXY"])
  func lineEnd(_ body: String) {
    #expect(throws: ChunkedBody.malformed) { try end(body) }
  }

  @Test("is refused where an extension holds a control character, and may hold a TAB")
  func extensions() throws {
    for byte in UInt8(1)...0x7f where byte != 13 {
      let body = Array("0;a".utf8) + [byte] + Array("b\r\n\r\n".utf8)
      let end = try? body.withUnsafeBytes { try ChunkedBody.end(of: $0) }
      #expect((end != nil) == (byte == 9 || (byte >= 32 && byte != 127)), "\(byte)")
    }
  }

  @Test("may have 15 digits in a size; the end of a larger chunk is not looked for")
  func digits() throws {
    #expect(try end("000000000000001\r\nh\r\n0\r\n\r\n") == 25)
    #expect(try end("0000000000000001\r\nh\r\n0\r\n\r\n") == nil)
    #expect(try end("ffffffffffffffff\r\n") == nil)
  }

  @Test("may have 1,024 bytes in the line before a chunk, with its CR, and not one more")
  func line() throws {
    let fits = "0;" + String(repeating: "a", count: 1_021) + "\r\n\r\n"
    #expect(try end(fits) == fits.utf8.count)
    let error = #expect(throws: Rejection.self) {
      try end("0;" + String(repeating: "a", count: 1_022) + "\r\n\r\n")
    }
    #expect(error?.sentence.contains("longer than 1024 bytes") == true)
  }
}
