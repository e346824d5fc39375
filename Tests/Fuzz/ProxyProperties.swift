import Basics

@testable import Transport

/// A head is whole at its last byte and not before, whatever stands behind it; what is passed on is one request, to the
/// host that was judged, in a form that all servers read alike.
enum ProxyProperties {
  static func check(_ bytes: [UInt8]) throws {
    try checkForwarded(String(decoding: bytes, as: UTF8.self))
    switch ProxyRequest.read(bytes) {
    case .unfinished:
      try hold(bytes.count < ProxyRequest.most, "a head without end is waited for")
    case .bad(let rejection):
      try hold(
        rejection.status.code == 501 || (400...499).contains(rejection.status.code),
        "\(rejection) blames the server")
    case .whole(let request):
      try check(request, bytes)
    }
  }

  private static func check(_ request: ProxyRequest, _ bytes: [UInt8]) throws {
    try hold(
      ProxyRequest.read(bytes + Array("GET / HTTP/1.1\r\n\r\n".utf8)) == .whole(request),
      "what follows a head changes it")
    guard request.form != .origin else { return }
    try hold(request.size <= bytes.count, "a head is larger than what came")
    try hold(
      ProxyRequest.read(Array(bytes[..<request.size])) == .whole(request), "a head is not whole")
    try hold(
      ProxyRequest.read(Array(bytes[..<(request.size - 1)])) == .unfinished,
      "a head is whole before its end")
    try hold(
      Array(request.host.utf8).withUnsafeBytes(Host.isValid), "\(request.host.shown) is no host")
    if request.form == .absolute { try check(passed: request) }
  }

  private static func check(passed request: ProxyRequest) throws {
    guard case .whole(let again) = ProxyRequest.read(request.passed), again.form == .origin else {
      throw Broken(description: "what is passed on is no request to a server")
    }
    let lines = request.passed.split(
      separator: Array("\r\n".utf8), omittingEmptySubsequences: false)
    try hold(lines.suffix(2).allSatisfy(\.isEmpty), "what is passed on has no end")
    try hold(lines[0].allSatisfy { !$0.isControl }, "a line is passed on that is none")
    let fields = lines.dropFirst().dropLast(2)
    let names = try fields.map { line in
      try hold(
        line.allSatisfy { $0 == UInt8(ascii: "\t") || !$0.isControl },
        "\(String(decoding: line, as: UTF8.self).shown) is passed on")
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      try hold(
        name.count < line.count && !name.isEmpty && name.allSatisfy(\.isToken),
        "the field \(String(decoding: line, as: UTF8.self).shown) is passed on")
      return String(decoding: name, as: UTF8.self).lowercased()
    }
    for name in ["host", "connection"] {
      try hold(names.count { $0 == name } == 1, "\(names) are passed on")
    }
  }

  /// Where a request came from is believed only as far as it can be.
  private static func checkForwarded(_ text: String) throws {
    for field in ["Forwarded", "X-Forwarded-Proto"] {
      let scheme = ForwardedRequest(Headers([.init(field, text)])).scheme ?? "http"
      try hold(["http", "https"].contains(scheme), "\(text.shown) is the scheme")
    }
    var proxies = TrustedProxies()
    _ = proxies.add(text)
  }
}
