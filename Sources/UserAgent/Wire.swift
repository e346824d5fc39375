import Basics
import CTLSClient

/// A connection that a client has opened: plain, or with TLS on it.
final class Wire {
  private let descriptor: Int32
  private var tls: OpaquePointer?
  /// For each answer, in seconds.
  private let timeout: Int
  /// The instant after which nothing is read.
  private let latest: ContinuousClock.Instant?

  init(_ descriptor: Int32, timeout: Int, latest: ContinuousClock.Instant? = nil) {
    self.descriptor = descriptor
    self.timeout = timeout
    self.latest = latest
  }

  deinit {
    if let tls { tls_client_close(tls) }
    close(descriptor)
  }

  /// - Parameters:
  ///   - trusted: a file with the only certificates to trust; nil for those of the system.
  ///   - verifies: whether the server's certificate is verified.
  ///   - outdated: whether TLS 1.0 is accepted.
  func secure(
    for host: String, trusted: String?, verifies: Bool, outdated: Bool
  ) throws(HTTPClient.Failure) {
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let left = try Self.left(until: latest) ?? -1
    let (made, why) = Self.explained { why, size in
      tls_client_open(
        descriptor, name, verifies ? 1 : 0, outdated ? 1 : 0, trusted, nil, left, why, size)
    }
    guard let made else {
      _ = try Self.left(until: latest)
      let isPlain = why.contains("unexpected TLS packet")
      let words = why[...].trimmed
      let reason =
        isPlain
        ? "what answers there is no TLS"
        : String(words.hasSuffix(".") ? words.dropLast() : words)
      throw HTTPClient.Failure(
        "no TLS with \(host): \(reason)",
        hint: isPlain
          ? "if it speaks plain HTTP, begin the URL with http://"
          : "--cacert FILE says whom to trust", isTLS: true)
    }
    tls = made
  }

  func write(_ bytes: [UInt8]) throws(HTTPClient.Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let (count, why) = rest.withUnsafeBytes { bytes in
        if let tls {
          return Self.explained { tls_client_write(tls, bytes.baseAddress, bytes.count, $0, $1) }
        }
        let count = Self.uninterrupted { Self.send(descriptor, bytes) }
        return (count, String(cString: strerror(errno)))
      }
      guard count > 0 else {
        throw HTTPClient.Failure("the connection broke: \(why)")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads some bytes; none at the end of the connection.
  func read() throws(HTTPClient.Failure) -> [UInt8] {
    if let left = try Self.left(until: latest) {
      Self.limit(descriptor, SO_RCVTIMEO, min(left, Int64(timeout) * 1000))
    }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let (count, why): (Int, String)
    if let tls {
      (count, why) = Self.explained { tls_client_read(tls, &buffer, buffer.count, $0, $1) }
    } else {
      count = Self.uninterrupted { recv(descriptor, &buffer, buffer.count, 0) }
      why = String(cString: strerror(errno))
    }
    guard count >= 0 else {
      let isSlow = errno == EAGAIN
      _ = try Self.left(until: latest)
      throw HTTPClient.Failure(
        isSlow ? "no response within \(timeout) s" : "the connection broke: \(why)")
    }
    return Array(buffer.prefix(count))
  }

  /// The milliseconds until an instant, rounded up; `nil` without one.
  /// - Throws: if it is over.
  static func left(
    until latest: ContinuousClock.Instant?
  ) throws(HTTPClient.Failure) -> Int64? {
    guard let latest else { return nil }
    let left = latest - ContinuousClock.now
    guard left > .zero else {
      throw HTTPClient.Failure("no complete response before the time limit")
    }
    let (seconds, rest) = left.components
    return seconds * 1000 + rest / 1_000_000_000_000_000 + 1
  }

  /// Limits the time of each call that reads or writes.
  static func limit(_ descriptor: Int32, _ option: Int32, _ milliseconds: Int64) {
    var limit = timeval()
    limit.tv_sec = .init(milliseconds / 1000)
    limit.tv_usec = .init(milliseconds % 1000 * 1000)
    setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  /// Repeats a call that a signal interrupted. A socket with a time limit is interrupted even with SA_RESTART (signal(7)).
  static func uninterrupted<Count: BinaryInteger>(_ call: () -> Count) -> Count {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func explained<Result>(
    _ body: (UnsafeMutablePointer<CChar>?, Int) -> Result
  ) -> (Result, String) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { line in
      line.initialize(repeating: 0)
      let result = body(line.baseAddress, line.count)
      return (result, line.baseAddress.map { String(cString: $0) } ?? "")
    }
  }

  /// The system's `send`, whose name is a method's elsewhere.
  private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #else
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }
}
