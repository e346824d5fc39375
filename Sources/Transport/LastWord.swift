import Basics
import CMicroHTTPDShim

/// A whole response, for the two cases in which libmicrohttpd is not the one to send it: the client is too slow, or
/// its body has no end.
struct LastWord {
  private var bytes: [UInt8]

  /// Nil when a field would break out of its line.
  init?(_ answer: Answer, toHEAD: Bool = false) {
    bytes = Array("HTTP/1.1 \(answer.status.code) \(answer.status.reasonPhrase)\r\n".utf8)
    for field in answer.headers {
      let line = "\(field.name): \(field.value)".utf8
      guard
        !line.contains(where: { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") })
      else { return nil }
      if field.isNamed(.contentLength) || field.isNamed(.connection) { continue }
      bytes += line
      bytes += Array("\r\n".utf8)
    }
    bytes += Array("Content-Length: \(answer.body.count)\r\nConnection: close\r\n\r\n".utf8)
    if !toHEAD { bytes += answer.body }
  }

  /// On a thread of libmicrohttpd's, while it reads the connection's request.
  func send(on handle: OpaquePointer, _ connection: Connection) {
    if mhd_shim_tls_send(handle, bytes, bytes.count) == 0 { send(to: connection.record.socket) }
  }

  func send(to socket: Int32) { System.sendLastWord(bytes, to: socket) }
}

/// A socket whose response is out and whose client may still be sending.
struct LingeringSocket {
  let descriptor: Int32
  /// When we stop listening, in nanoseconds of `System.now()`.
  let end: UInt64
  /// How many more bytes we are willing to read.
  var allowance: Int

  /// Reads and forgets what has come. False when the socket should be closed.
  mutating func discard(at now: UInt64) -> Bool {
    guard now < end else { return false }
    return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
      while allowance > 0 {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, System.withoutWaiting)
        if count < 0 { return System.isPatient }
        if count == 0 { return false }
        allowance -= count
      }
      return false
    }
  }
}
