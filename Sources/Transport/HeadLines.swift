#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads header fields from the bytes that the client sent. Pure.
///
/// Each line ends with CRLF. RFC 9112 §2.2 lets a server accept a bare LF too, but a proxy may see no end of a line
/// there: the two would disagree about the fields, and about the end of the head.
enum HeadLines {
  /// Appends the fields up to the empty line. Their names and values are not judged yet.
  /// - Parameter bytes: begin behind the request line, and may go on behind the head.
  /// - Returns: The size with the empty line, or nil where that line is missing.
  static func read(
    _ bytes: UnsafeRawBufferPointer, into fields: inout [RequestHead.Field]
  ) throws(Rejection) -> Int? {
    var rest = bytes
    while let lineFeed = rest.first(UInt8(ascii: "\n")) {
      guard lineFeed > 0, rest[lineFeed - 1] == UInt8(ascii: "\r") else { throw bareLineFeed }
      let line = UnsafeRawBufferPointer(rebasing: rest[..<(lineFeed - 1)])
      rest = UnsafeRawBufferPointer(rebasing: rest[(lineFeed + 1)...])
      guard let first = line.first else { return bytes.count - rest.count }
      guard !first.isBlank else { throw folded }
      guard let colon = line.first(UInt8(ascii: ":")) else { throw noField }
      fields.append(
        RequestHead.Field(
          name: UnsafeRawBufferPointer(rebasing: line[..<colon]),
          value: UnsafeRawBufferPointer(
            rebasing: line[(colon + 1)...].drop(while: \.isBlank))))
    }
    return nil
  }

  static let bareLineFeed = Rejection.bad(
    "A line of the head ends with LF alone. End each line with CRLF.", "RFC 9112 §2.2")
  static let folded = Rejection.bad(
    "A header field is folded over several lines. Send each field on one line.", "RFC 9112 §5.2")
  static let noField = Rejection.bad(
    "A line of the head has no colon. Send each header field as NAME: VALUE.", "RFC 9112 §5")
}

extension UnsafeRawBufferPointer {
  fileprivate func first(_ byte: UInt8) -> Int? {
    guard let start = baseAddress, let found = memchr(start, CInt(byte), count) else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
