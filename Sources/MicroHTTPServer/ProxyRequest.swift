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
    var line = bytes[..<lineEnd]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
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
    guard let size = end(of: bytes) else {
      return bytes.count < most ? .unfinished : .bad(tooLong)
    }
    // What a server reads as a field that we did not see would be said twice: in our words, and in the client's.
    let fields = lines(of: bytes[(lineEnd + 1)..<size])
    guard fields.allSatisfy(isField) else {
      return .bad(
        .bad(
          "A line of the head is no header field: NAME: VALUE, without a space before the colon or a control character.",
          "RFC 9112 §5.1, RFC 9110 §5.5"))
    }
    if words[0].elementsEqual("CONNECT".utf8) { return tunnel(words[1], size) }
    return absolute(Array(words[0]), words[1], fields, size)
  }

  /// Without their ends, and without the empty one.
  private static func lines(of fields: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    fields.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }.filter { !$0.isEmpty }
  }

  private static func isField(_ line: ArraySlice<UInt8>) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = line[..<colon]
    return !name.isEmpty && name.allSatisfy(\.isToken)
      && line[colon...].allSatisfy { !$0.isControl || $0 == UInt8(ascii: "\t") }
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
    _ method: [UInt8], _ target: ArraySlice<UInt8>, _ fields: [ArraySlice<UInt8>], _ size: Int
  ) -> Reading {
    let scheme = "http://".utf8
    guard target.starts(with: scheme, by: { $0.lowercased == $1 }) else {
      return .bad(
        .bad(
          "The request target is no http URL. A proxy gets https by CONNECT.", "RFC 9112 §3.2.2"))
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
    var body: Int? = 0
    // What `Connection` names is for the next one only (RFC 9110 §7.6.1).
    let named = fields.filter { isSame(name($0), "connection") }.flatMap { line in
      String(decoding: line.drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self)
        .lowercased().split { ", \t".contains($0) }.map(String.init)
    }
    for line in fields {
      let field = name(line)
      if (dropped + named).contains(where: { isSame(field, $0) }) { continue }
      if isSame(field, "content-length") {
        let text = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().filter { !$0.isBlank }
        guard let length = Int(String(decoding: text, as: UTF8.self)), length >= 0 else {
          return .bad(.bad("Content-Length is not a number.", "RFC 9110 §8.6"))
        }
        body = body.map { _ in length }
      }
      if isSame(field, "transfer-encoding") { body = nil }
      passed += line + Array("\r\n".utf8)
    }
    // One request, and the end: the next on this connection may be for another server.
    passed += Array("Connection: close\r\n\r\n".utf8)
    return .whole(
      ProxyRequest(
        form: .absolute, host: host, port: port ?? 80, size: size, passed: passed,
        body: body))
  }

  private static func name(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix { $0 != UInt8(ascii: ":") }
  }

  /// What is meant for the proxy, or said anew (RFC 9110 §7.6.1).
  private static let dropped = [
    "host", "connection", "proxy-connection", "keep-alive", "proxy-authorization",
    "proxy-authenticate", "te", "upgrade",
  ]

  private static func isSame(_ name: ArraySlice<UInt8>, _ other: String) -> Bool {
    name.elementsEqual(other.utf8, by: { $0.lowercased == $1 })
  }

  private static func place(_ authority: ArraySlice<UInt8>) -> (String, UInt16?)? {
    guard Array(authority).withUnsafeBytes(Host.isValid) else { return nil }
    let text = String(decoding: authority, as: UTF8.self).lowercased()
    let bracket = text.lastIndex(of: "]") ?? text.startIndex
    guard let colon = text[bracket...].lastIndex(of: ":") else { return (text, nil) }
    return (String(text[..<colon]), UInt16(text[text.index(after: colon)...]))
  }

  /// Where the empty line ends.
  private static func end(of bytes: [UInt8]) -> Int? {
    var lineStart = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let line = bytes[lineStart..<index]
      if lineStart > 0, line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) {
        return index + 1
      }
      lineStart = index + 1
    }
    return nil
  }
}
