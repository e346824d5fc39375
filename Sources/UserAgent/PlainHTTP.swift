import HTTPMessages
import HTTPTypes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One request over a connection of its own: HTTP/1.1 without TLS, enough for a server under test.
public struct PlainHTTP: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  /// `host:port` → `address:port`: where names lead that the system does not know.
  public var resolve: [String: (address: String, port: UInt16)] = [:]
  /// For each answer, in seconds.
  public var timeout = 10
  private static let mostBytes = 8 << 20

  public init() {}

  public func send(_ request: Request, to address: WebAddress) throws -> Answer {
    guard address.scheme == "http" else {
      throw Failure(description: "https is not spoken here yet; visit the server by http")
    }
    let place = resolve["\(address.host):\(address.port)"] ?? (address.host, address.port)
    let descriptor = try connection(place.address, place.port)
    defer { close(descriptor) }
    var head = "\(request.method.rawValue) \(request.target) HTTP/1.1\r\n"
    head += "Host: \(request.authority)\r\nConnection: close\r\nUser-Agent: understudy-visit\r\n"
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    if request.method == .post { head += "Content-Length: \(request.body.count)\r\n" }
    try write(Array((head + "\r\n").utf8) + request.body, descriptor)
    return try Self.answer(try read(descriptor))
  }

  private func connection(_ host: String, _ port: UInt16) throws -> Int32 {
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
        description: "\(host) has no address (\(String(cString: gai_strerror(code)))); "
          + "--resolve \(host):\(port):127.0.0.1:8400 gives it one")
    }
    defer { freeaddrinfo(list) }
    var entry = list
    var why = "no address"
    while let this = entry?.pointee {
      let descriptor = socket(this.ai_family, this.ai_socktype, this.ai_protocol)
      if descriptor >= 0 {
        var limit = timeval()
        limit.tv_sec = .init(timeout)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        if connect(descriptor, this.ai_addr, this.ai_addrlen) == 0 { return descriptor }
        why = String(cString: strerror(errno))
        close(descriptor)
      }
      entry = this.ai_next
    }
    throw Failure(description: "no connection to \(host), port \(port): \(why)")
  }

  private func write(_ bytes: [UInt8], _ descriptor: Int32) throws {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Self.sendBytes(descriptor, $0, flags) }
      guard count > 0 else {
        throw Failure(description: "the connection broke: \(String(cString: strerror(errno)))")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// The system's `send`, whose name is a method's here.
  private static func sendBytes(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ flags: Int32
  ) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #else
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #endif
  }

  private func read(_ descriptor: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count < Self.mostBytes {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { break }
      guard count > 0 else {
        let isLate = errno == EAGAIN || errno == EWOULDBLOCK
        throw Failure(
          description: isLate
            ? "no answer within \(timeout) s"
            : "the connection broke: \(String(cString: strerror(errno)))")
      }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Reads a whole response (RFC 9112).
  static func answer(_ bytes: [UInt8]) throws -> Answer {
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      throw Failure(
        description: bytes.isEmpty ? "closed without an answer" : "an answer that breaks off")
    }
    let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.first?.hasPrefix("HTTP/1.") == true, words.count > 1,
      // Three digits, the first of them a class (RFC 9112 §4).
      let status = number(words[1], radix: 10), (100...999).contains(status)
    else { throw Failure(description: "an answer that is not HTTP: \(lines.first ?? "")") }
    var answer = Answer(status: .init(code: status))
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, HTTPField.Name(String(halves[0])) != nil else { continue }
      let value = String(halves[1].drop { $0 == " " || $0 == "\t" })
      answer.headers.append(.init(String(halves[0]), value))
    }
    let body = Array(bytes[gap.upperBound...])
    if answer.headers[.transferEncoding]?.lowercased().contains("chunked") == true {
      answer.body = try dechunked(body)
    } else if let text = answer.headers[.contentLength] {
      guard let length = number(text, radix: 10) else {
        throw Failure(description: "an answer whose Content-Length is no number: \(text)")
      }
      guard body.count >= length else { throw Failure(description: "an answer that breaks off") }
      answer.body = Array(body.prefix(length))
    } else {
      answer.body = body
    }
    return answer
  }

  /// Digits and nothing else: `Int` takes a sign, too.
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
      // Whoever answers chose the number: nothing may be added to it before it is known to be small.
      guard count <= rest.count - 2 else { break }
      result += rest.prefix(count)
      rest = rest.dropFirst(count + 2)
    }
    throw Failure(description: "an answer that breaks off")
  }
}
