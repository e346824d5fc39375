import Basics
import CTLSClient

/// A connection that a client has opened: plain, or with TLS on it.
final class Wire {
  private let descriptor: Int32
  private var tls: OpaquePointer?
  /// For each answer, in seconds.
  private let timeout: Int

  init(_ descriptor: Int32, timeout: Int) {
    self.descriptor = descriptor
    self.timeout = timeout
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
    let (made, why) = Self.explained { why, size in
      tls_client_open(descriptor, name, verifies ? 1 : 0, outdated ? 1 : 0, trusted, nil, why, size)
    }
    guard let made else {
      throw HTTPClient.Failure(
        description: "no TLS with \(host): \(why); --cacert FILE says whom to trust")
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
        throw HTTPClient.Failure(description: "the connection broke: \(why)")
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads some bytes; none at the end of the connection.
  func read() throws(HTTPClient.Failure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let (count, why): (Int, String)
    if let tls {
      (count, why) = Self.explained { tls_client_read(tls, &buffer, buffer.count, $0, $1) }
    } else {
      count = Self.uninterrupted { recv(descriptor, &buffer, buffer.count, 0) }
      why = String(cString: strerror(errno))
    }
    guard count >= 0 else {
      throw HTTPClient.Failure(
        description: errno == EAGAIN
          ? "no answer within \(timeout) s" : "the connection broke: \(why)")
    }
    return Array(buffer.prefix(count))
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
