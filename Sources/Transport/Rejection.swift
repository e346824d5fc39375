import Basics
import HTTPTypes

/// A refusal by the transport itself: a status, and a sentence that says what is wrong and how to fix it.
struct Rejection: Error, Equatable {
  var status: HTTPResponse.Status
  var sentence: String
  /// The clause of the specification.
  var clause: String

  static func bad(_ sentence: String, _ clause: String) -> Rejection {
    Rejection(status: .badRequest, sentence: sentence, clause: clause)
  }

  static func bodyTooLarge(_ limits: MicroHTTPServer.Limits) -> Rejection {
    Rejection(
      status: .contentTooLarge,
      sentence:
        "The body is larger than the \(limits.maximumBody) bytes that this server takes. Send less.",
      clause: "RFC 9110 §15.5.14")
  }

  static func crowded(limit: Int) -> Rejection {
    Rejection(
      status: .serviceUnavailable,
      sentence: """
        Nearly all of the \(limit) connections that the limit of open files allows are taken. \
        Close idle ones, or raise the limit (ulimit -n) and start the server again.
        """,
      clause: "RFC 9110 §15.6.4")
  }

  static func unsendable(_ why: String) -> Rejection {
    Rejection(
      status: .internalServerError,
      sentence: "The server made an answer that cannot be sent: \(why)",
      clause: "RFC 9110 §5.5")
  }

  static let seam = bad(
    "A line of the head is none: it holds a NUL, has no name, is folded, or does not end with CRLF. Send each header field as NAME: VALUE.",
    "RFC 9112 §5, RFC 9110 §5.5")

  /// In place of libmicrohttpd's own page.
  static func unreadable(_ status: Int, inBody: Bool, _ limits: MicroHTTPServer.Limits) -> Rejection
  {
    switch (status, inBody) {
    case (413, true): .bodyTooLarge(limits)
    case (431, true):
      Rejection(
        status: .requestHeaderFieldsTooLarge,
        sentence: "The fields behind the chunked body are too large. Send fewer or shorter fields.",
        clause: "RFC 6585 §5")
    case (_, true): ChunkedBody.malformed
    case (505, _):
      Rejection(
        status: .httpVersionNotSupported, sentence: "Send the request by HTTP/1.1.",
        clause: "RFC 9110 §15.6.6")
    case (414, _):
      Rejection(
        status: .uriTooLong,
        sentence:
          "The request line is longer than \(limits.maximumHeaderBytes) bytes. Send long values in a form.",
        clause: "RFC 9110 §15.5.15")
    case (431, _):
      Rejection(
        status: .requestHeaderFieldsTooLarge,
        sentence:
          "The request's head is larger than \(limits.maximumHeaderBytes) bytes. Send fewer or shorter fields.",
        clause: "RFC 6585 §5")
    case (413, _): .bodyTooLarge(limits)
    default:
      bad(
        "The request line or a header field is malformed. Send METHOD TARGET HTTP/1.1, and each field as NAME: VALUE.",
        "RFC 9112 §3, §5")
    }
  }

  static let unknownExpectation = Rejection(
    status: .expectationFailed,
    sentence: "The only expectation known here is 100-continue. Leave the Expect field out.",
    clause: "RFC 9110 §10.1.1")

  static let stopping = Rejection(
    status: .serviceUnavailable,
    sentence: "The server stops, and what was waited for has not come.",
    clause: "RFC 9110 §15.6.4")

  static let tooSlow = Rejection(
    status: .requestTimeout,
    sentence:
      "The request did not arrive in time. Send its head, and then its body, without long pauses.",
    clause: "RFC 9110 §15.5.9")

  static let plainOnTLS = bad(
    "This port speaks HTTPS, and the request came without TLS. Begin its URL with https://.",
    "RFC 9110 §4.2.2")

  static let tlsOnPlain = bad(
    "This port speaks plain HTTP. Begin the URL with http://, or start the server with --https and use that port.",
    "RFC 9110 §4.2.1")

  static let tooManyTunnels = Rejection(
    status: .serviceUnavailable,
    sentence: "As many connections as may be are passed on already. Close some.",
    clause: "RFC 9110 §15.6.4")

  static func notProxied(_ why: String) -> Rejection {
    Rejection(status: .forbidden, sentence: why, clause: "RFC 9110 §15.5.4")
  }

  static func unreachable(_ host: String, _ port: UInt16) -> Rejection {
    Rejection(
      status: .badGateway, sentence: "No connection to \(host), port \(port), can be made.",
      clause: "RFC 9110 §15.6.3")
  }

  var text: String { "\(status.code) \(status.reasonPhrase): \(sentence) (\(clause))\n" }

  var answer: Answer {
    var headers: Headers = [
      .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
    ]
    if status == .serviceUnavailable { headers[.retryAfter] = "1" }
    // RFC 9110 §15.5.6 demands the field.
    if status == .methodNotAllowed {
      headers[.allow] = "GET, HEAD, POST, PUT, DELETE, OPTIONS, PATCH"
    }
    return Answer(status: status, headers: headers, body: Array(text.utf8))
  }
}
