import Basics
import CMicroHTTPD

/// A body that comes in pieces, or breaks off: what libmicrohttpd reads instead of a buffer.
final class SlowBody {
  private let body: [UInt8]
  private let drip: Delivery.Drip?
  /// Bytes after which the connection breaks.
  private let end: Int?
  private let handle: OpaquePointer
  private let book: SuspensionBook
  private let timers: Timers
  /// When the next piece may go.
  private var next: UInt64 = 0

  private static let endOfStream = -1
  private static let endWithError = -2

  init(
    _ answer: Answer, on handle: OpaquePointer, _ book: SuspensionBook, _ timers: Timers
  ) {
    body = answer.body
    drip = answer.delivery.drip
    if case .truncated(let after) = answer.delivery.ending {
      end = min(max(after, 0), answer.body.count)
    } else {
      end = nil
    }
    self.handle = handle
    self.book = book
    self.timers = timers
  }

  /// A response that announces the whole body and reads it from here.
  func response() -> OpaquePointer? {
    let context = Unmanaged.passRetained(self).toOpaque()
    let made = MHD_create_response_from_callback(
      UInt64(body.count), 4096,
      { context, position, buffer, most in
        guard let context, let buffer else { return SlowBody.endWithError }
        let body = Unmanaged<SlowBody>.fromOpaque(context).takeUnretainedValue()
        return body.read(
          from: Int(clamping: position), into: UnsafeMutableRawPointer(buffer), most)
      }, context,
      { context in
        guard let context else { return }
        Unmanaged<SlowBody>.fromOpaque(context).release()
      })
    if made == nil { Unmanaged<SlowBody>.fromOpaque(context).release() }
    return made
  }

  private func read(from position: Int, into buffer: UnsafeMutableRawPointer, _ most: Int) -> Int {
    if let end, position >= end { return Self.endWithError }
    guard position < body.count else { return Self.endOfStream }
    let now = System.now()
    if drip != nil, now < next {
      // While the server stops, the rest goes at once.
      if let suspension = book.suspend(handle) {
        timers.at(next) { suspension.resume() }
        return 0
      }
    }
    let piece = min(most, drip?.bytes ?? most, (end ?? body.count) - position)
    body.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      buffer.copyMemory(from: base + position, byteCount: piece)
    }
    if let drip { next = now &+ UInt64(max(drip.every, 0)) &* 1_000_000 }
    return piece
  }
}
