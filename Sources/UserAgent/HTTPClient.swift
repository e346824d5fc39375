import Basics
import HTTPTypes

/// One request over a connection of its own: HTTP/1.1, plain or over TLS, enough for a server under test.
package struct HTTPClient: Sendable {
  package struct Failure: Error, CustomStringConvertible {
    package let reason: String
    /// An option of the tool that helps, as a sentence.
    package let hint: String?
    /// Whether every address of the host is one to which it may not connect.
    package let isRefusedAddress: Bool
    /// Whether the TLS handshake failed.
    package let isTLS: Bool

    package init(
      _ reason: String, hint: String? = nil, isRefusedAddress: Bool = false, isTLS: Bool = false
    ) {
      self.reason = reason
      self.hint = hint
      self.isRefusedAddress = isRefusedAddress
      self.isTLS = isTLS
    }

    package var description: String { reason + (hint.map { "; \($0)" } ?? "") }
  }

  /// `host:port` → `address:port`, for names that the system cannot resolve.
  package var resolve: [String: (address: String, port: UInt16)] = [:]
  /// A file with the only certificates to trust, in PEM; nil: those of the system.
  package var trusted: String?
  /// Whether server certificates are verified. Without that, anybody can answer for the server.
  package var verifies = true
  /// Whether TLS 1.0 is accepted, which an attacker on the path can break (RFC 8996).
  package var takesOutdatedTLS = false
  /// Returns the proxy for an address, or nil for a direct connection.
  package var proxy: @Sendable (WebAddress) -> WebAddress? = { _ in nil }
  /// For each read of an answer, in seconds.
  package var timeout = 10
  /// For connection, TLS handshake and answer together, however slowly they come; `nil` limits each read only. The
  /// system's resolver has a limit of its own.
  package var patience: Duration?
  /// The `User-Agent` field.
  package var name = "understudy-visit"
  /// Called with the number of bytes of each read of an answer.
  package var onRead: (@Sendable (Int) -> Void)?
  /// Whether it may connect to an address of a host: four or sixteen bytes, in network order. It is asked about the very
  /// address to which the connection is made, so a name can't have another one by then.
  package var admits: (@Sendable ([UInt8]) -> Bool)?
  /// Bytes of an answer; a longer one is refused.
  package var mostBytes = 8 << 20

  package init() {}

  package func send(_ request: Request, to address: WebAddress) throws -> Answer {
    let proxy = resolve["\(address.host):\(address.port)"] == nil ? proxy(address) : nil
    let wire = try wire(to: address, by: proxy, until: patience.map { ContinuousClock.now + $0 })
    if address.scheme == "https" {
      if proxy != nil { try tunnel(wire, to: address) }
      try wire.secure(
        for: address.host, trusted: trusted, verifies: verifies, outdated: takesOutdatedTLS)
    }
    // A proxy gets plain HTTP in absolute form (RFC 9112 §3.2.2).
    let isPassed = proxy != nil && address.scheme == "http"
    let target = isPassed ? "http://\(request.authority)\(request.target)" : request.target
    var head = "\(request.method.rawValue) \(target) HTTP/1.1\r\n"
    head += "Host: \(request.authority)\r\nConnection: close\r\nUser-Agent: \(name)\r\n"
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    if request.method == .post || !request.body.isEmpty {
      head += "Content-Length: \(request.body.count)\r\n"
    }
    try wire.write(Array((head + "\r\n").utf8) + request.body)
    let hasBody = request.method != .head
    return try Self.answer(try read(wire, hasBody: hasBody), hasBody: hasBody)
  }

  /// Sends only these bytes, and closes the connection.
  package func send(only bytes: [UInt8], to address: WebAddress) throws {
    let wire = try wire(to: address, by: nil)
    try wire.write(bytes)
  }

  /// RFC 9110 §9.3.6.
  private func tunnel(_ wire: Wire, to address: WebAddress) throws {
    let place = "\(address.host):\(address.port)"
    try wire.write(Array("CONNECT \(place) HTTP/1.1\r\nHost: \(place)\r\n\r\n".utf8))
    var bytes: [UInt8] = []
    while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil, bytes.count < 64 << 10 {
      let more = try wire.read()
      if more.isEmpty { break }
      bytes += more
    }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count > 1, words[1] == "200" else {
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").first ?? ""
      throw Failure("the proxy makes no tunnel to \(place): \(line)")
    }
  }

  private func wire(
    to address: WebAddress, by proxy: WebAddress?, until latest: ContinuousClock.Instant? = nil
  ) throws -> Wire {
    let place =
      proxy.map { ($0.host, $0.port) } ?? resolve["\(address.host):\(address.port)"]
      ?? (address.host, address.port)
    return Wire(try connection(place.0, place.1, until: latest), timeout: timeout, latest: latest)
  }

  /// Reads until the answer is whole or the connection ends: a server may keep it open although it was asked to close it.
  private func read(_ wire: Wire, hasBody: Bool) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var end: AnswerEnd?
    while bytes.count < mostBytes {
      let more = try wire.read()
      if more.isEmpty { break }
      bytes += more
      onRead?(more.count)
      end = end ?? AnswerEnd(bytes, hasBody: hasBody)
      if end?.isReached(by: bytes) == true { return bytes }
    }
    guard bytes.count < mostBytes else {
      throw Failure("a response of more than \(mostBytes) bytes")
    }
    return bytes
  }

  private func connection(
    _ host: String, _ port: UInt16, until latest: ContinuousClock.Instant?
  ) throws -> Int32 {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var list: UnsafeMutablePointer<addrinfo>?
    var name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    // Browsers know that names below localhost are local; the system's resolver may not.
    if name.hasSuffix(".localhost") { name = "localhost" }
    let code = getaddrinfo(name, String(port), &hints, &list)
    guard code == 0 else {
      throw Failure(
        "\(host) has no address (\(String(cString: gai_strerror(code))))",
        hint:
          "--resolve \(host):\(port):127.0.0.1:\(port == 443 ? 8443 : 8400) gives it one, and so does understudy run -- COMMAND"
      )
    }
    defer { freeaddrinfo(list) }
    var entry = list
    var why = "no address"
    var isRefused = false
    while let this = entry?.pointee {
      if let admits, !admits(SocketAddressBytes.of(this)) {
        isRefused = true
        entry = this.ai_next
        continue
      }
      let most = Int64(timeout) * 1000
      let left = min(try Wire.left(until: latest) ?? most, most)
      let descriptor = socket(this.ai_family, this.ai_socktype, this.ai_protocol)
      if descriptor >= 0 {
        Wire.limit(descriptor, SO_RCVTIMEO, left)
        // On Linux it limits `connect`, too (socket(7)).
        Wire.limit(descriptor, SO_SNDTIMEO, left)
        if connect(descriptor, this.ai_addr, this.ai_addrlen) == 0 { return descriptor }
        if errno == EINTR, Self.isConnected(descriptor, within: left) { return descriptor }
        why = String(cString: strerror(errno))
        close(descriptor)
      }
      entry = this.ai_next
    }
    throw Failure(
      "no connection to \(host), port \(port): \(why)",
      isRefusedAddress: isRefused && why == "no address")
  }

  /// Waits for a connection whose `connect` a signal interrupted: the system goes on with it, and a second call would fail
  /// (connect(2)). On failure, `errno` has the reason.
  static func isConnected(_ descriptor: Int32, within milliseconds: Int64) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    let limit = Int32(clamping: milliseconds)
    guard Wire.uninterrupted({ poll(&wanted, 1, limit) }) > 0 else {
      errno = ETIMEDOUT
      return false
    }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    errno = code
    return code == 0
  }

  /// Reads a whole response (RFC 9112).
  static func answer(_ bytes: [UInt8], hasBody: Bool = true) throws -> Answer {
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw Failure(
        bytes.isEmpty ? "closed without a response" : "a response that breaks off")
    }
    let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.first?.hasPrefix("HTTP/1.") == true, words.count > 1,
      // Three digits, the first of them a class (RFC 9112 §4).
      let status = number(words[1], radix: 10), (100...999).contains(status)
    else { throw Failure("a response that is not HTTP: \(lines.first ?? "")") }
    var answer = Answer(status: .init(code: status))
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, HTTPField.Name(String(halves[0])) != nil else { continue }
      let value = String(halves[1].drop { $0 == " " || $0 == "\t" })
      answer.headers.append(.init(String(halves[0]), value))
    }
    let body = Array(bytes[gap.upperBound...])
    guard hasBody else { return answer }
    if answer.headers[.transferEncoding]?.lowercased().contains("chunked") == true {
      answer.body = try dechunked(body)
    } else if let text = answer.headers[.contentLength] {
      guard let length = number(text, radix: 10) else {
        throw Failure("a response whose Content-Length is not a number: \(text)")
      }
      guard body.count >= length else { throw Failure("a response that breaks off") }
      answer.body = Array(body.prefix(length))
    } else {
      answer.body = body
    }
    return answer
  }

  /// Takes digits only: `Int` accepts a sign, too.
  private static func number(_ text: some StringProtocol, radix: Int) -> Int? {
    text.utf8.first.map { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") } == false
      ? Int(text, radix: radix) : nil
  }

  private static func dechunked(_ bytes: [UInt8]) throws -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let line = rest.firstRange(of: Array("\r\n".utf8)) {
      let size = String(decoding: rest[..<line.lowerBound], as: UTF8.self).prefix { $0 != ";" }
      guard let count = number(size, radix: 16) else { break }
      rest = rest[line.upperBound...]
      if count == 0 { return result }
      // The server chose the number: adding to it could overflow before it is known to be small.
      guard count <= rest.count - 2 else { break }
      result += rest.prefix(count)
      rest = rest.dropFirst(count + 2)
    }
    throw Failure("a response that breaks off")
  }
}
