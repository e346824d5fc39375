import HTTPMessages
import HTTPTypes

/// Judges a request's head before anything acts on it. Pure: bytes in, a `Request` or a `Refusal` out.
///
/// libmicrohttpd 0.9.75 is lax where two readers of one request may disagree about where it ends or whom it is for:
/// of two Content-Length fields it takes the first, beside Transfer-Encoding it ignores Content-Length, and it waits
/// for ever on a coding that it does not know. What it lets pass and should not is refused here.
///
/// It cannot see what the parser has eaten before: a NUL in a header value (all behind it is lost), a field with an
/// empty name, and junk in chunk extensions.
struct RequestGuard {
  let limits: MicroHTTPServer.Limits

  struct Admitted: Equatable {
    /// Whole but for its body.
    var request: Request
    var hasBody: Bool
  }

  /// The order is a matter of security: first that the fields can be trusted, then where the request ends, then
  /// whom it is for, and only then what it wants.
  func admit(_ head: RequestHead) throws(Refusal) -> Admitted {
    try checkSize(head)
    try checkFields(head.fields)
    let hasBody = try checkFraming(head)
    let host = try host(head)
    let method = try method(head.method)
    let target = try RequestTarget(head, method: method)
    try checkExpectation(head)
    let request = Request(
      method: method, scheme: "http", authority: target.authority ?? host, target: target.path,
      headers: fields(head.fields))
    return Admitted(request: request, hasBody: hasBody)
  }

  private func checkSize(_ head: RequestHead) throws(Refusal) {
    if head.target.count > limits.maximumHeaderBytes {
      throw Refusal(
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

  private func tooMuch(_ sentence: String) -> Refusal {
    Refusal(status: .requestHeaderFieldsTooLarge, sentence: sentence, clause: "RFC 6585 §5")
  }

  private func checkFields(_ fields: [RequestHead.Field]) throws(Refusal) {
    for field in fields {
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
      guard !field.value.contains(where: { $0.isControl && $0 != UInt8(ascii: "\t") }) else {
        throw .bad(
          "The value of header \(String(decoding: field.name, as: UTF8.self)) holds a control character. Remove it.",
          "RFC 9110 §5.5")
      }
    }
  }

  /// Where the request ends must be beyond doubt: doubt is what request smuggling lives on. True when it has a body.
  private func checkFraming(_ head: RequestHead) throws(Refusal) -> Bool {
    let lengths = head.values("content-length")
    let codings = head.values("transfer-encoding")
    guard lengths.count < 2 else {
      throw .bad(
        "The request has \(lengths.count) Content-Length fields. Send one.", "RFC 9112 §6.3")
    }
    guard let coding = codings.first else { return try checkLength(lengths.first) }
    guard codings.count == 1 else {
      throw .bad(
        "The request has \(codings.count) Transfer-Encoding fields. Send one.", "RFC 9112 §6.1")
    }
    guard lengths.isEmpty else {
      throw .bad(
        "The request has both Content-Length and Transfer-Encoding. Send one of them.",
        "RFC 9112 §6.1")
    }
    guard !head.isHTTP10 else {
      throw .bad(
        "HTTP/1.0 has no Transfer-Encoding. Send Content-Length, or use HTTP/1.1.", "RFC 9112 §6.1")
    }
    // Exactly so: with a space behind it libmicrohttpd does not know it again, and waits.
    guard coding.lowercased == Array("chunked".utf8) else {
      throw Refusal(
        status: .notImplemented,
        sentence: "The only transfer coding known here is chunked. Send that, or Content-Length.",
        clause: "RFC 9112 §6.1")
    }
    return true
  }

  private func checkLength(_ length: [UInt8]?) throws(Refusal) -> Bool {
    guard let length else { return false }
    let digits = length.trimmed
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
      throw .bad(
        "Content-Length is not a number. Send the body's count of bytes in decimal digits.",
        "RFC 9110 §8.6")
    }
    // More digits than an Int holds are more bytes than anyone takes.
    guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= limits.maximumBody
    else {
      throw .bodyTooLarge(limits)
    }
    return count > 0
  }

  private func host(_ head: RequestHead) throws(Refusal) -> String {
    let hosts = head.values("host")
    guard hosts.count < 2 else {
      throw .bad("The request has \(hosts.count) Host fields. Send exactly one.", "RFC 9112 §3.2")
    }
    guard let host = hosts.first?.trimmed else {
      guard head.isHTTP10 else {
        throw .bad(
          "The request has no Host field, which HTTP/1.1 demands. Send exactly one.",
          "RFC 9112 §3.2")
      }
      return ""
    }
    if host.isEmpty, head.isHTTP10 { return "" }
    guard Host.isValid(host) else {
      throw .bad(
        "Host is not a host name with an optional port, such as 127.0.0.1:8400.", "RFC 9110 §7.2")
    }
    return String(decoding: host, as: UTF8.self)
  }

  private static let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .delete, .options, .patch,
  ]

  /// Known, and allowed nowhere: TRACE would echo cookies, CONNECT would make a proxy of us, and QUERY has no use.
  private static let refused = ["TRACE", "CONNECT", "QUERY"]

  private func method(_ bytes: [UInt8]) throws(Refusal) -> HTTPRequest.Method {
    if let known = Self.methods.first(where: { $0.rawValue.utf8.elementsEqual(bytes) }) {
      return known
    }
    let known = Self.methods.map(\.rawValue).joined(separator: ", ")
    throw Refusal(
      status: Self.refused.contains { $0.utf8.elementsEqual(bytes) }
        ? .methodNotAllowed : .notImplemented,
      sentence:
        "The request's method is not known here; methods are case-sensitive. Known are \(known).",
      clause: "RFC 9110 §9.1")
  }

  /// Any other expectation would leave client and server waiting for one another.
  private func checkExpectation(_ head: RequestHead) throws(Refusal) {
    // RFC 9110 §10.1.1: an HTTP/1.0 request's expectation is ignored.
    guard !head.isHTTP10 else { return }
    for value in head.values("expect") where value.lowercased != Array("100-continue".utf8) {
      throw Refusal(
        status: .expectationFailed,
        sentence: "The only expectation known here is 100-continue. Leave the Expect field out.",
        clause: "RFC 9110 §10.1.1")
    }
  }

  /// All fields but Host, which `Request.authority` holds, as is the custom of swift-http-types.
  private func fields(_ raw: [RequestHead.Field]) -> HTTPFields {
    var fields = HTTPFields()
    fields.reserveCapacity(raw.count)
    let host = Array("host".utf8)
    for field in raw where field.name.lowercased != host {
      guard let name = HTTPField.Name(String(decoding: field.name, as: UTF8.self)) else { continue }
      fields.append(HTTPField(name: name, lenientValue: field.value.trimmed))
    }
    return fields
  }
}
