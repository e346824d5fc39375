import Foundation

/// A server on the loopback that gives each connection the next of some answers, byte for byte.
final class RawServer: @unchecked Sendable {
  /// `drip` sends the answer without a request, a byte every twenty milliseconds.
  enum End { case close, keepOpen, reset, drip }

  let port: UInt16
  private let listener: Listener
  private let lock = NSLock()
  private var seen: [String] = []
  private var open: [Int32] = []

  init(_ answers: String..., end: End = .close) throws {
    let listener = Listener(descriptor: socket(AF_INET, Self.stream, 0))
    self.listener = listener
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listening = listener.descriptor
    let isBound = withUnsafeMutablePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listening, address, size) == 0 && listen(listening, 8) == 0
          && getsockname(listening, address, &size) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: place.sin_port)
    let thread = Thread { [weak self] in
      for answer in answers {
        let connection = accept(listener.descriptor, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        serve(connection, answer, end)
      }
    }
    thread.start()
  }

  deinit {
    for connection in open { close(connection) }
    shutdown(listener.descriptor, Int32(SHUT_RDWR))
  }

  /// The socket stays open until both the server and its thread have let go of it. If it closed earlier, the next server could
  /// get the same descriptor, and this thread would accept connections meant for that server.
  private final class Listener: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue)
    #else
      SOCK_STREAM
    #endif
  }

  /// Each request as it came. A request is here before its answer is sent.
  var requests: [String] { lock.withLock { seen } }

  private func serve(_ connection: Int32, _ answer: String, _ end: End) {
    if end == .drip { return drip(Array(answer.utf8), to: connection) }
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !Self.isWhole(text) {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      text += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    lock.withLock { seen.append(text) }
    let bytes = Array(answer.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { break }
      sent += count
    }
    switch end {
    case .keepOpen: lock.withLock { open.append(connection) }
    case .close, .drip: close(connection)
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      close(connection)
    }
  }

  private func drip(_ bytes: [UInt8], to connection: Int32) {
    defer { close(connection) }
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    for byte in bytes {
      guard [byte].withUnsafeBytes({ send(connection, $0.baseAddress, 1, flags) }) == 1 else {
        return
      }
      usleep(20_000)
    }
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let gap = text.range(of: "\r\n\r\n") else { return false }
    let length = text.range(of: "Content-Length: ").flatMap { found in
      Int(text[found.upperBound...].prefix { $0.isNumber })
    }
    return text[gap.upperBound...].utf8.count >= length ?? 0
  }
}
