import Basics

/// The fields that name a request's host and its end: the first of each, and their counts.
struct FramingFields {
  private(set) var host: UnsafeRawBufferPointer?
  private(set) var hosts = 0
  private(set) var hasUnknownExpectation = false
  private(set) var hasCookies = false
  private var length: UnsafeRawBufferPointer?
  private var lengths = 0
  private var coding: UnsafeRawBufferPointer?
  private var codings = 0

  /// Most names are set aside by their length.
  mutating func note(_ field: RequestHead.Field) {
    switch field.name.count {
    case 4 where field.name.isSame(asLowercase: "host"):
      host = host ?? field.value
      hosts += 1
    case 14 where field.name.isSame(asLowercase: "content-length"):
      length = length ?? field.value
      lengths += 1
    case 17 where field.name.isSame(asLowercase: "transfer-encoding"):
      coding = coding ?? field.value
      codings += 1
    case 6 where field.name.isSame(asLowercase: "expect"):
      if !field.value.isSame(asLowercase: "100-continue") { hasUnknownExpectation = true }
    case 6 where field.name.isSame(asLowercase: "cookie"): hasCookies = true
    default: break
    }
  }

  enum Framing: Equatable {
    case none
    case length(Int)
    case chunked
  }

  /// Decides where the request ends. Any ambiguity is refused, because request smuggling needs one.
  func framing(isHTTP10: Bool) throws(Rejection) -> Framing {
    guard lengths < 2 else {
      throw .bad("The request has \(lengths) Content-Length fields. Send one.", "RFC 9112 §6.3")
    }
    guard let coding else { return try checkLength() }
    guard codings == 1 else {
      throw .bad("The request has \(codings) Transfer-Encoding fields. Send one.", "RFC 9112 §6.1")
    }
    guard lengths == 0 else {
      throw .bad(
        "The request has both Content-Length and Transfer-Encoding. Send one of them.",
        "RFC 9112 §6.1")
    }
    guard !isHTTP10 else {
      throw .bad(
        "HTTP/1.0 has no Transfer-Encoding. Send Content-Length, or use HTTP/1.1.", "RFC 9112 §6.1")
    }
    // Not trimmed: libmicrohttpd does not recognize the coding with a space behind it, and waits.
    guard coding.isSame(asLowercase: "chunked") else {
      throw Rejection(
        status: .notImplemented,
        sentence: "The only transfer coding known here is chunked. Send that, or Content-Length.",
        clause: "RFC 9112 §6.1")
    }
    return .chunked
  }

  private func checkLength() throws(Rejection) -> Framing {
    guard let length else { return .none }
    let digits = length.trimmed
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      throw .bad(
        "Content-Length is not a number. Send the body's count of bytes in decimal digits.",
        "RFC 9110 §8.6")
    }
    // A number beyond `Int` is beyond every limit.
    return .length(Int(digits.text) ?? .max)
  }
}

extension RequestHead.Field {
  /// Refuses a field that a server behind this one could read differently.
  func check() throws(Rejection) {
    guard !name.isEmpty, name.allSatisfy(\.isToken) else {
      throw .bad(
        "A header name is empty or contains a byte that is not allowed in a token. No space may precede the colon.",
        "RFC 9112 §5.1, RFC 9110 §5.6.2")
    }
    guard !value.holdsControl else {
      throw .bad(
        "The value of header \(name.text) holds a control character. Remove it.",
        "RFC 9110 §5.5")
    }
  }
}

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
