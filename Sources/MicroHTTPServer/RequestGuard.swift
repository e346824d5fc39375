import HTTPMessages
import HTTPTypes

/// Judges a request's head before anything acts on it. Pure: bytes in, a `Request` or a `Rejection` out.
///
/// libmicrohttpd 0.9.75 is lax where two readers of one request may disagree about where it ends or whom it is for:
/// of two Content-Length fields it takes the first, beside Transfer-Encoding it ignores Content-Length, and it waits
/// for ever on a coding that it does not know. What it lets pass and should not is refused here.
///
/// It cannot see all that the parser has eaten before. In `RequestHead.isSeamless` what is as long as the end of a line
/// passes for one: a NUL before a bare line feed, which hides nothing; a colon alone before one, at which 0.9.75 ends
/// the head; and the like where a head's lines end now with CRLF and now without the CR. Nor does it see junk in chunk
/// extensions, or the fields behind a chunked body.
struct RequestGuard {
  private let limits: MicroHTTPServer.Limits

  init(limits: MicroHTTPServer.Limits) { self.limits = limits }

  struct Admitted: Equatable {
    /// Whole but for its body.
    var request: Request
    var hasBody: Bool
  }

  /// The fields that say whom a request is for and where it ends: the first of each, and how many there are.
  private struct Marks {
    var host: UnsafeRawBufferPointer?
    var hosts = 0
    var length: UnsafeRawBufferPointer?
    var lengths = 0
    var coding: UnsafeRawBufferPointer?
    var codings = 0
    var hasUnknownExpectation = false

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
      default: break
      }
    }
  }

  /// The order is a matter of security: first that the fields can be trusted, then where the request ends, then
  /// whom it is for, and only then what it wants.
  /// - Parameter fields: the verdict on the request before on this connection, and then on this one.
  func admit(
    _ head: RequestHead, _ fields: inout JudgedFields, _ arrival: Arrival
  ) throws(Rejection) -> Admitted {
    try checkSize(head)
    if !fields.isOn(head) { try judge(head, &fields) }
    let method = try method(head)
    let scheme = arrival.isTLS ? "https" : "http"
    let target = try OriginForm(head, method: method, scheme: scheme)
    var request = Request(
      method: method, scheme: scheme, authority: target.authority ?? fields.host,
      target: target.path, headers: fields.headers)
    if arrival.isTrusted, let scheme = ForwardedRequest(request.headers).scheme {
      request.scheme = scheme
    }
    return Admitted(request: request, hasBody: fields.hasBody)
  }

  private func judge(_ head: RequestHead, _ fields: inout JudgedFields) throws(Rejection) {
    let marks = try checkFields(head)
    let hasBody = try checkFraming(marks, isHTTP10: head.isHTTP10)
    let host = try host(marks, isHTTP10: head.isHTTP10)
    // RFC 9110 §10.1.1: an HTTP/1.0 request's expectation is ignored. Any other that is not known would leave client
    // and server waiting for one another.
    if marks.hasUnknownExpectation, !head.isHTTP10 { throw .unknownExpectation }
    fields.set(
      headers(head.fields, hosts: marks.hosts), host: host, hasBody: hasBody, on: head)
  }

  private func checkSize(_ head: RequestHead) throws(Rejection) {
    if head.target.count > limits.maximumHeaderBytes {
      throw Rejection(
        status: .uriTooLong,
        sentence:
          "The request target is longer than \(limits.maximumHeaderBytes) bytes. Send long values in a form.",
        clause: "RFC 9110 §15.5.15")
    }
    if head.size > limits.maximumHeaderBytes {
      throw tooMuch(
        "The request's head is larger than \(limits.maximumHeaderBytes) bytes. Send fewer or shorter fields."
      )
    }
    if head.fields.count > limits.maximumHeaders {
      throw tooMuch(
        "The request has \(head.fields.count) header fields, more than the \(limits.maximumHeaders) allowed."
      )
    }
  }

  private func tooMuch(_ sentence: String) -> Rejection {
    Rejection(status: .requestHeaderFieldsTooLarge, sentence: sentence, clause: "RFC 6585 §5")
  }

  private func checkFields(_ head: RequestHead) throws(Rejection) -> Marks {
    var marks = Marks()
    for field in head.fields {
      if field.isFolded {
        throw .bad(
          "A header field is folded over several lines. Send each field on one line.",
          "RFC 9112 §5.2")
      }
      guard !field.name.isEmpty, field.name.allSatisfy(\.isToken) else {
        throw .bad(
          "A header name is empty or holds a byte that is none of a token's. No space may stand before the colon.",
          "RFC 9112 §5.1, RFC 9110 §5.6.2")
      }
      guard !field.value.holdsControl else {
        throw .bad(
          "The value of header \(field.name.text) holds a control character. Remove it.",
          "RFC 9110 §5.5")
      }
      marks.note(field)
    }
    guard head.isSeamless else {
      throw .bad(
        "The head holds a NUL, or a header that has no name: what stands behind it would be lost. Remove it.",
        "RFC 9110 §5.1, §5.5")
    }
    return marks
  }

  /// Where the request ends must be beyond doubt: doubt is what request smuggling lives on. True when it has a body.
  private func checkFraming(_ marks: Marks, isHTTP10: Bool) throws(Rejection) -> Bool {
    guard marks.lengths < 2 else {
      throw .bad(
        "The request has \(marks.lengths) Content-Length fields. Send one.", "RFC 9112 §6.3")
    }
    guard let coding = marks.coding else { return try checkLength(marks.length) }
    guard marks.codings == 1 else {
      throw .bad(
        "The request has \(marks.codings) Transfer-Encoding fields. Send one.", "RFC 9112 §6.1")
    }
    guard marks.lengths == 0 else {
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
    return true
  }

  private func checkLength(_ length: UnsafeRawBufferPointer?) throws(Rejection) -> Bool {
    guard let length else { return false }
    let digits = length.trimmed
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      throw .bad(
        "Content-Length is not a number. Send the body's count of bytes in decimal digits.",
        "RFC 9110 §8.6")
    }
    // More digits than an Int holds are more bytes than anyone takes.
    guard let count = Int(digits.text), count <= limits.maximumBody
    else {
      throw .bodyTooLarge(limits)
    }
    return count > 0
  }

  private func host(_ marks: Marks, isHTTP10: Bool) throws(Rejection) -> String {
    guard marks.hosts < 2 else {
      throw .bad("The request has \(marks.hosts) Host fields. Send exactly one.", "RFC 9112 §3.2")
    }
    guard let host = marks.host?.trimmed else {
      guard isHTTP10 else {
        throw .bad(
          "The request has no Host field, which HTTP/1.1 demands. Send exactly one.",
          "RFC 9112 §3.2")
      }
      return ""
    }
    if host.isEmpty, isHTTP10 { return "" }
    guard Host.isValid(host) else {
      throw .bad(
        "Host is not a host name with an optional port, such as 127.0.0.1:8400.", "RFC 9110 §7.2")
    }
    return host.text
  }

  private let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .delete, .options, .patch,
  ]

  /// Known, and allowed nowhere: TRACE would echo cookies, CONNECT would make a proxy of us, and QUERY has no use.
  private static let refused = ["TRACE", "CONNECT", "QUERY"]

  private func method(_ head: RequestHead) throws(Rejection) -> HTTPRequest.Method {
    let bytes = head.method
    if !head.methodIsCut,
      let known = methods.first(where: { bytes.elementsEqual($0.rawValue.utf8) })
    {
      return known
    }
    let known = methods.map(\.rawValue).joined(separator: ", ")
    throw Rejection(
      status: Self.refused.contains { $0.utf8.elementsEqual(bytes) }
        ? .methodNotAllowed : .notImplemented,
      sentence:
        "The request's method is not known here; methods are case-sensitive. Known are \(known).",
      clause: "RFC 9110 §9.1")
  }

  /// All fields but Host, which `Request.authority` holds, as is the custom of swift-http-types.
  private func headers(_ raw: [RequestHead.Field], hosts: Int) -> Headers {
    var fields: [Headers.Field] = []
    fields.reserveCapacity(raw.count - hosts)
    for field in raw where !(field.name.count == 4 && field.name.isSame(asLowercase: "host")) {
      fields.append(Headers.Field(field.name.text, field.value.trimmed.text))
    }
    return Headers(fields)
  }
}
