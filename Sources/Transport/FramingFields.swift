/// The fields that say for whom a request is and where it ends: the first of each, and their counts.
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

  /// Where the request ends must be beyond doubt: doubt is what request smuggling lives on.
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
    // Exactly so: with a space behind it libmicrohttpd does not know it again, and waits.
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
    // More digits than an Int holds are more bytes than anyone takes.
    return .length(Int(digits.text) ?? .max)
  }
}

extension RequestHead.Field {
  /// Whoever passes the field on must not be read otherwise than we are.
  func check() throws(Rejection) {
    guard !name.isEmpty, name.allSatisfy(\.isToken) else {
      throw .bad(
        "A header name is empty or holds a byte that is none of a token's. No space may stand before the colon.",
        "RFC 9112 §5.1, RFC 9110 §5.6.2")
    }
    guard !value.holdsControl else {
      throw .bad(
        "The value of header \(name.text) holds a control character. Remove it.",
        "RFC 9110 §5.5")
    }
  }
}
