import HTTPTypes

/// The request target (RFC 9112 §3.2), brought into origin form.
struct OriginForm: Equatable {
  /// Path and query, still percent-encoded, or `*`.
  var path: String
  /// From a target in absolute form; it then overrides Host (RFC 9112 §3.2.2).
  var authority: String?

  /// - Parameter scheme: the connection's.
  init(_ head: RequestHead, method: HTTPRequest.Method, scheme: String) throws(Rejection) {
    let target = head.target
    var isWhole = !head.targetIsCut
    var isASCII = true
    // No early end: so the compiler looks at many bytes at a time.
    for byte in target {
      isWhole = isWhole && byte > UInt8(ascii: " ") && byte != 0x7f
      isASCII = isASCII && byte < 0x80
    }
    guard isWhole else {
      throw .bad(
        "The request target holds a space or a control character. Percent-encode it.",
        "RFC 9112 §3.2, RFC 3986 §2.1")
    }
    if target.first == UInt8(ascii: "/") {
      path = isASCII ? String(decoding: target, as: UTF8.self) : Self.encoded(target[...])
    } else if target == [UInt8(ascii: "*")], method == .options {
      path = "*"
    } else {
      (path, authority) = try Self.absolute(target, scheme)
    }
  }

  /// A server must accept a target in absolute form, as clients send it to a proxy (RFC 9112 §3.2.2).
  private static func absolute(
    _ target: [UInt8], _ scheme: String
  ) throws(Rejection) -> (String, String?) {
    let start = "\(scheme)://".utf8
    guard target.starts(with: start, by: { $0.lowercased == $1 }) else {
      let other = scheme == "http" ? "https" : "http"
      if target.starts(with: "\(other)://".utf8, by: { $0.lowercased == $1 }) {
        throw Rejection(
          status: .misdirectedRequest,
          sentence:
            "The target is an \(other) URL, but the request came by \(scheme). Use \(scheme) here.",
          clause: "RFC 9110 §7.4")
      }
      throw .bad(
        "The request target is neither a path that begins with / nor an http URL (and * is for OPTIONS alone).",
        "RFC 9112 §3.2")
    }
    let rest = target.dropFirst(start.count)
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    // A user's name in it (`user@host`) is refused with the rest of what is no host (RFC 9110 §4.2.4).
    let authority = Array(rest[..<end])
    guard authority.withUnsafeBytes(Host.isValid) else {
      throw .bad(
        "The request target's authority is not a host name with an optional port.", "RFC 9110 §4.2")
    }
    let path = encoded(rest[end...])
    return (path.hasPrefix("/") ? path : "/" + path, String(decoding: authority, as: UTF8.self))
  }

  /// Bytes beyond ASCII have no place in a URI, yet some clients send them: encoded, none of them is lost.
  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else {
        result.append(UInt8(ascii: "%"))
        result.append(hex[Int(byte >> 4)])
        result.append(hex[Int(byte & 15)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
