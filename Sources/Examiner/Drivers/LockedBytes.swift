import Basics

/// Bytes that lines are taken from.
final class LockedBytes: Sendable {
  private let bytes = Lock([UInt8]())

  func append(_ more: ArraySlice<UInt8>) { bytes.withLock { $0 += more } }

  /// The next whole line.
  func line() -> String? {
    bytes.withLock { bytes in
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let line = String(decoding: bytes[..<end], as: UTF8.self)
      bytes.removeFirst(end + 1)
      return line
    }
  }
}
