/// Reads a chunked body (RFC 9112 §7.1) as strictly as it is written there. Pure.
///
/// libmicrohttpd 0.9.75 takes a bare LF for the end of a line, anything for an extension, and a line that begins with a
/// colon or a NUL for the end of the fields behind the body. Another reader may see another end.
enum ChunkedBody {
  /// Returns the number of bytes up to the body's end, or nil if the body is incomplete.
  /// - Parameter bytes: bytes that have not come yet are zero, or missing.
  static func end(of bytes: UnsafeRawBufferPointer) throws(Rejection) -> Int? {
    var place = 0
    while true {
      guard let line = try line(of: bytes, from: place) else { return nil }
      place = line.end
      if line.size == 0 { break }
      guard line.size <= bytes.count - place - 2 else { return nil }
      place += line.size
      guard bytes[place] != 0, bytes[place + 1] != 0 else { return nil }
      guard bytes[place] == UInt8(ascii: "\r"), bytes[place + 1] == UInt8(ascii: "\n") else {
        throw malformed
      }
      place += 2
    }
    var fields: [RequestHead.Field] = []
    let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
    guard let end = try HeadLines.read(rest, into: &fields) else { return nil }
    for field in fields { try field.check() }
    return place + end
  }

  /// The line before a chunk: the chunk's size, and where the line ends.
  private static func line(
    of bytes: UnsafeRawBufferPointer, from start: Int
  ) throws(Rejection) -> (size: Int, end: Int)? {
    var size = 0
    var digits = 0
    var isExtended = false
    for place in start..<bytes.count {
      // libmicrohttpd waits for the line's end until its memory is full, and then answers 500.
      guard place - start < mostOfLine else { throw longLine }
      let byte = bytes[place]
      switch byte {
      case 0: return nil
      case UInt8(ascii: "\r"):
        guard digits > 0 else { throw malformed }
        guard place + 1 < bytes.count, bytes[place + 1] != 0 else { return nil }
        guard bytes[place + 1] == UInt8(ascii: "\n") else { throw malformed }
        return (size, place + 2)
      case UInt8(ascii: ";") where digits > 0: isExtended = true
      case _ where isExtended:
        guard !byte.isControl || byte == UInt8(ascii: "\t") else { throw malformed }
      default:
        // libmicrohttpd, or the limit of a body, refuses a larger size.
        guard digits < 15 else { return nil }
        guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw malformed }
        size = size << 4 | digit
        digits += 1
      }
    }
    return nil
  }

  /// Bytes of a line before a chunk. RFC 9112 §7.1.1 asks for a limit.
  private static let mostOfLine = 1024

  private static let longLine = Rejection.bad(
    "The line before a chunk is longer than \(mostOfLine) bytes. Send it without extensions.",
    "RFC 9112 §7.1.1")

  static let malformed = Rejection.bad(
    "The chunked body is malformed. Send each chunk as its size in hexadecimal digits, CRLF, its bytes, CRLF.",
    "RFC 9112 §7.1")
}
