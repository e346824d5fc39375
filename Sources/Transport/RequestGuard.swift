import Basics
import HTTPTypes

/// Judges a request's head before anything acts on it. Pure: bytes in, a `Request` or a `Rejection` out.
///
/// libmicrohttpd 0.9.75 is lax where two readers of one request may disagree about its end or its host:
/// of two Content-Length fields it takes the first, beside Transfer-Encoding it ignores Content-Length, and it waits
/// forever on an unknown coding. The guard refuses such requests.
///
/// Most heads arrive as a whole: their fields are judged as the client sent them (`look`), before the library reads
/// them, and the library has to find the same end. Of a head that arrives in pieces only the library's reading is left,
/// and not all of its mistakes show there. The same holds for what stands between the chunks of a body. A request whose
/// end is not proved so is the last of its connection: no byte behind it is ever read as a request.
struct RequestGuard {
  private let limits: MicroHTTPServer.Limits

  init(limits: MicroHTTPServer.Limits) { self.limits = limits }

  struct Admitted: Equatable {
    /// Whole but for its body.
    var request: Request
    var hasBody: Bool
    /// The end of the request cannot be proved: nothing behind it may be read.
    var isLast: Bool
  }

  /// The order matters for security: first whether the fields can be trusted, then the request's end, then its host,
  /// and only then its method and target.
  /// - Parameter fields: the verdict of `look`, if there is one.
  func admit(
    _ head: inout RequestHead, _ fields: inout JudgedFields, _ arrival: IncomingConnection
  ) throws(Rejection) -> Admitted {
    try checkSize(head)
    if let size = fields.size {
      guard head.fieldBytes == size else { throw .seam }
    } else {
      head.gather()
      try judge(head.fields, isHTTP10: head.isHTTP10, &fields)
      guard head.isSeamless else { throw .seam }
    }
    let method = try method(head)
    let scheme = arrival.isTLS ? "https" : "http"
    let target = try OriginForm(head, method: method, scheme: scheme)
    var request = Request(
      method: method, scheme: scheme, authority: target.authority ?? fields.host,
      target: target.path, headers: fields.headers)
    if arrival.isTrusted, let scheme = ForwardedRequest(request.headers).scheme {
      request.scheme = scheme
    }
    return Admitted(
      request: request, hasBody: ![.none, .length(0)].contains(fields.framing),
      isLast: RequestHead.keepsPlaces && !fields.hasProvedEnd)
  }

  /// Judges the fields before libmicrohttpd reads them, if all of them have come.
  /// - Parameters:
  ///   - unread: begins with the version in the request line, whose CRLF 0.9.75 has overwritten.
  ///   - fields: the verdict on the last request of the connection, and then on this one.
  ///   - room: an empty array whose storage may be used.
  func look(
    at unread: UnsafeRawBufferPointer, _ fields: inout JudgedFields,
    room: inout [RequestHead.Field]
  ) throws(Rejection) {
    fields.begin()
    // Another version is the library's to refuse; a NUL hides a target's end.
    guard unread.count > 10, unread.starts(with: "HTTP/1.".utf8), unread[8] == 0 else { return }
    guard unread[9] == 0 else { throw HeadLines.bareLineFeed }
    let isHTTP10 = unread[7] == UInt8(ascii: "0")
    let lines = UnsafeRawBufferPointer(rebasing: unread[10...])
    if !fields.takeUp(lines, isHTTP10: isHTTP10) {
      guard let size = try HeadLines.read(lines, into: &room) else { return }
      try judge(room, isHTTP10: isHTTP10, &fields)
      fields.remember(UnsafeRawBufferPointer(rebasing: lines[..<size]), isHTTP10: isHTTP10)
    }
    guard let size = fields.size else { return }
    fields.hasProvedEnd = fields.framing != .chunked
    if !fields.hasProvedEnd {
      let body = UnsafeRawBufferPointer(rebasing: lines[size...])
      fields.hasProvedEnd = try ChunkedBody.end(of: body) != nil
    }
  }

  private func judge(
    _ raw: [RequestHead.Field], isHTTP10: Bool, _ fields: inout JudgedFields
  ) throws(Rejection) {
    if raw.count > limits.maximumHeaders {
      throw tooMuch(
        "The request has \(raw.count) header fields, more than the \(limits.maximumHeaders) allowed."
      )
    }
    var marks = FramingFields()
    for field in raw {
      try field.check()
      marks.note(field)
    }
    let framing = try marks.framing(isHTTP10: isHTTP10)
    if case .length(let count) = framing, count > limits.maximumBody {
      throw .bodyTooLarge(limits)
    }
    let host = try host(marks, isHTTP10: isHTTP10)
    // RFC 9110 §10.1.1: an HTTP/1.0 request's expectation is ignored. Any other that is not known would leave client
    // and server waiting for one another.
    if marks.hasUnknownExpectation, !isHTTP10 { throw .unknownExpectation }
    fields.set(
      headers(raw, hosts: marks.hosts), host: host, framing: framing, hasCookies: marks.hasCookies)
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
  }

  private func tooMuch(_ sentence: String) -> Rejection {
    Rejection(status: .requestHeaderFieldsTooLarge, sentence: sentence, clause: "RFC 6585 §5")
  }

  private func host(_ marks: FramingFields, isHTTP10: Bool) throws(Rejection) -> String {
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
    for field in raw where !field.name.isSame(asLowercase: "host") {
      fields.append(Headers.Field(field.name.text, field.value.trimmed.text))
    }
    return Headers(fields)
  }
}
