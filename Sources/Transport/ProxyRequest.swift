/// The head of a request to a proxy, as bytes (RFC 9112 §3.2). Pure.
struct ProxyRequest: Equatable {
  enum Form: Equatable {
    /// `CONNECT host:port`: a tunnel.
    case tunnel
    /// `GET http://host/path`: one request.
    case absolute
    /// `GET /path`: a request to this server itself.
    case origin
  }

  let form: Form
  /// In small letters, an IPv6 address in brackets; empty where the server itself is meant.
  let host: String
  let port: UInt16
  /// Bytes of the head, with the empty line.
  let size: Int
  /// The head as the next server gets it; for requests that are passed on.
  let passed: [UInt8]
  /// How long its body is; nil where only its own end says so (`Transfer-Encoding`).
  let body: Int?

  /// What is longer is refused.
  static let most = 16 << 10

  enum Reading: Equatable {
    case unfinished
    case whole(ProxyRequest)
    case bad(Rejection)
  }

  static func read(_ bytes: [UInt8]) -> Reading {
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes.count < most ? .unfinished : .bad(tooLong)
    }
    guard bytes[..<lineEnd].last == UInt8(ascii: "\r") else { return .bad(HeadLines.bareLineFeed) }
    let line = bytes[..<lineEnd].dropLast()
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8), !words[0].isEmpty,
      words[0].allSatisfy(\.isToken), !words[1].contains(where: \.isControl),
      words[2].count == 8, words[2].last?.isDigit == true
    else {
      return .bad(
        .bad("The first line is no request of HTTP/1.1.", "RFC 9112 §3"))
    }
    // A request to the server itself is read by the server itself.
    if words[1].first == UInt8(ascii: "/") || words[1].elementsEqual("*".utf8) {
      return .whole(ProxyRequest(form: .origin, host: "", port: 0, size: 0, passed: [], body: nil))
    }
    return bytes[(lineEnd + 1)...].withUnsafeBytes { lines in
      do throws(Rejection) {
        var fields: [RequestHead.Field] = []
        guard let end = try HeadLines.read(lines, into: &fields) else {
          return bytes.count < most ? .unfinished : .bad(tooLong)
        }
        var marks = FramingFields()
        for field in fields {
          try field.check()
          marks.note(field)
        }
        let framing = try marks.framing(isHTTP10: words[2].last == UInt8(ascii: "0"))
        let size = lineEnd + 1 + end
        // Also where all of it came at once.
        guard size <= most else { return .bad(tooLong) }
        if words[0].elementsEqual("CONNECT".utf8) { return tunnel(words[1], size) }
        return absolute(Array(words[0]), words[1], fields, framing, size)
      } catch {
        return .bad(error)
      }
    }
  }

  private static let tooLong = Rejection(
    status: .requestHeaderFieldsTooLarge,
    sentence: "The request's head is larger than \(most) bytes. Send fewer or shorter fields.",
    clause: "RFC 6585 §5")

  private static func tunnel(_ target: ArraySlice<UInt8>, _ size: Int) -> Reading {
    guard let (host, port) = place(target), let port else {
      return .bad(
        .bad("CONNECT takes a host and a port, such as example.com:443.", "RFC 9110 §9.3.6"))
    }
    return .whole(
      ProxyRequest(form: .tunnel, host: host, port: port, size: size, passed: [], body: nil))
  }

  private static func absolute(
    _ method: [UInt8], _ target: ArraySlice<UInt8>, _ fields: [RequestHead.Field],
    _ framing: FramingFields.Framing, _ size: Int
  ) -> Reading {
    let scheme = "http://".utf8
    guard target.starts(with: scheme, by: { $0.lowercased == $1 }) else {
      return .bad(
        .bad(
          "The request target is not an http URL. A proxy gets https by CONNECT.", "RFC 9112 §3.2.2"
        ))
    }
    let rest = target.dropFirst(scheme.count)
    let slash = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
    let authority = rest[..<(slash ?? rest.endIndex)]
    guard let (host, port) = place(authority) else {
      return .bad(
        .bad(
          "The request target's authority is not a host name with an optional port.",
          "RFC 9110 §4.2"))
    }
    var path = Array(rest[(slash ?? rest.endIndex)...])
    if path.first != UInt8(ascii: "/") { path.insert(UInt8(ascii: "/"), at: 0) }
    var passed = method + Array(" ".utf8) + path + Array(" HTTP/1.1\r\nHost: ".utf8)
    passed += authority + Array("\r\n".utf8)
    // What `Connection` names is for the next one only (RFC 9110 §7.6.1).
    var dropped = Self.dropped
    for field in fields where field.name.isSame(asLowercase: "connection") {
      dropped.formUnion(
        field.value.text.lowercased().split { ", \t".contains($0) }.map(String.init))
    }
    // Without these the next server would take the body for a request.
    dropped.subtract(["content-length", "transfer-encoding"])
    for field in fields where !dropped.contains(field.name.text.lowercased()) {
      passed += field.name
      passed += Array(": ".utf8)
      passed += field.value
      passed += Array("\r\n".utf8)
    }
    let body: Int? =
      switch framing {
      case .none: 0
      case .length(let count): count
      case .chunked: nil
      }
    // One request, and the end: the next on this connection may be for another server.
    passed += Array("Connection: close\r\n\r\n".utf8)
    return .whole(
      ProxyRequest(
        form: .absolute, host: host, port: port ?? 80, size: size, passed: passed,
        body: body))
  }

  /// What is meant for the proxy, or said anew (RFC 9110 §7.6.1).
  private static let dropped: Set<String> = [
    "host", "connection", "proxy-connection", "keep-alive", "proxy-authorization",
    "proxy-authenticate", "te", "upgrade",
  ]

  private static func place(_ authority: ArraySlice<UInt8>) -> (String, UInt16?)? {
    guard Array(authority).withUnsafeBytes(Host.isValid) else { return nil }
    let text = String(decoding: authority, as: UTF8.self).lowercased()
    let bracket = text.lastIndex(of: "]") ?? text.startIndex
    guard let colon = text[bracket...].lastIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), UInt16(text[text.index(after: colon)...]))
  }
}
