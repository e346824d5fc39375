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
    // This refuses a user name too: `user@host` (RFC 9110 §4.2.4).
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

/// `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2), as bytes.
enum Host {
  static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    if rest.first == UInt8(ascii: "[") {
      guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let literal = rest[..<end].dropFirst()
      guard literal.contains(UInt8(ascii: ":")), literal.allSatisfy(isLiteral) else { return false }
      rest = rest[end...].dropFirst()
    } else {
      let name = rest.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.allSatisfy(isName) else { return false }
      rest = rest.dropFirst(name.count)
    }
    guard let colon = rest.first else { return true }
    let port = rest.dropFirst()
    // An empty port is a port (RFC 3986 §3.2.3).
    return colon == UInt8(ascii: ":") && port.allSatisfy(\.isDigit)
      && (port.isEmpty || UInt16(String(decoding: port, as: UTF8.self)) != nil)
  }

  /// An IPv6 address, or an address of a later version.
  private static func isLiteral(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || ":.-_~".utf8.contains(byte)
  }

  /// A registered name. RFC 3986 allows the comma too, but two joined Host fields look like that.
  private static func isName(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || byte == UInt8(ascii: ".") || "-_~%!$&'()*+;=".utf8.contains(byte)
  }
}
