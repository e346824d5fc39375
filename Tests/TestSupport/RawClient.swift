// What tests of several modules share.
import CTLSClient

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A client that sends exactly the bytes it is given, well-formed or not, and reads responses one at a time.
public final class RawClient {
  public struct Response {
    public var status: Int
    /// As they came.
    public var headers: [(name: String, value: String)]
    public var body: String

    /// - Parameter name: in lower case.
    public func all(_ name: String) -> [String] {
      headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
    public func header(_ name: String) -> String? { all(name).first }
  }

  public struct Failure: Error, CustomStringConvertible {
    public var description: String
    public init(description: String) { self.description = description }
  }

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var tls: OpaquePointer?
  /// The end was no end, but a reset.
  public private(set) var wasReset = false

  public init(port: UInt16, address: String = "127.0.0.1") throws {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    var hints = addrinfo()
    hints.ai_socktype = stream
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, String(port), &hints, &list) == 0, let entry = list?.pointee else {
      throw Failure(description: "\(address) does not resolve")
    }
    defer { freeaddrinfo(list) }
    descriptor = socket(entry.ai_family, stream, 0)
    guard descriptor >= 0, connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 else {
      throw Failure(description: "connect: \(String(cString: strerror(errno)))")
    }
    // A response that does not come is a failed test and not a hung one.
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    if let tls { tls_client_close(tls) }
    close(descriptor)
  }

  /// Speaks TLS from now on, with a server that shows a certificate for this host.
  /// - Parameters:
  ///   - trusted: a file with the CA's certificate.
  ///   - own: a PEM file with a certificate of the client's and its key, shown where the server asks for one.
  public func secure(for host: String, trusted: String, own: String? = nil) throws {
    var why = [CChar](repeating: 0, count: 256)
    guard
      let made = tls_client_open(descriptor, host, 1, 0, trusted, own, -1, &why, why.count)
    else {
      let end = why.firstIndex(of: 0) ?? why.endIndex
      throw Failure(
        description: String(decoding: why[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    tls = made
  }

  public func send(_ text: String) { send(Array(text.utf8)) }

  /// Errors are left to the reader: a server may well close before everything is sent.
  public func send(_ bytes: [UInt8]) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    if let tls {
      var why = [CChar](repeating: 0, count: 256)
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          tls_client_write(tls, $0.baseAddress, $0.count, &why, why.count)
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
      return
    }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  public func finishSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// The next response; nil when the server has closed instead.
  public func response(toHEAD: Bool = false) throws -> Response? {
    while true {
      if let end = buffer.firstEnd(of: "\r\n\r\n") {
        let head = String(decoding: buffer[..<end], as: UTF8.self)
        var lines = head.components("\r\n").filter { !$0.isEmpty }
        let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") ?? 0
        let headers = lines.map { line in
          let colon = line.firstIndex(of: ":") ?? line.endIndex
          let value = line[colon...].dropFirst().drop { $0 == " " }
          return (name: String(line[..<colon]), value: String(value))
        }
        var response = Response(status: status, headers: headers, body: "")
        buffer.removeFirst(end)
        guard !toHEAD, status >= 200 else { return response }
        let length = response.header("content-length").flatMap { Int($0) } ?? 0
        while buffer.count < length, try fill() {}
        response.body = String(decoding: buffer.prefix(length), as: UTF8.self)
        buffer.removeFirst(min(length, buffer.count))
        return response
      }
      guard try fill() else { return nil }
    }
  }

  /// Everything until the server closes.
  public func rest() throws -> String { String(decoding: try restBytes(), as: UTF8.self) }

  public func restBytes() throws -> [UInt8] {
    while try fill() {}
    defer { buffer = [] }
    return buffer
  }

  /// False at the end. A reset is an end too.
  private func fill() throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    var why = [CChar](repeating: 0, count: 256)
    let count =
      tls.map { tls_client_read($0, &chunk, chunk.count, &why, why.count) }
      ?? recv(descriptor, &chunk, chunk.count, 0)
    if count > 0 { buffer += chunk[..<count] }
    if count < 0, errno == ECONNRESET { wasReset = true }
    if count < 0, errno == EAGAIN { throw Failure(description: "no response within 10 s") }
    return count > 0
  }
}

/// `send` is a method's name above.
private func sendBytes(
  _ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, start, count, flags)
}

extension [UInt8] {
  fileprivate func firstEnd(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return nil }
    for start in 0...(count - wanted.count) where self[start...].starts(with: wanted) {
      return start + wanted.count
    }
    return nil
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = Array(utf8)
    while let end = rest.firstEnd(of: separator) {
      parts.append(String(decoding: rest[..<(end - separator.utf8.count)], as: UTF8.self))
      rest.removeFirst(end)
    }
    return parts + [String(decoding: rest, as: UTF8.self)]
  }
}
