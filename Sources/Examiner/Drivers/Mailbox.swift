import Basics

/// What a run waits for: addresses that the program wants to be opened, and its end.
final class Mailbox: Sendable {
  enum Letter: Equatable {
    case open(String)
    case ended
    /// Nothing came in time.
    case nothing
  }

  private let descriptor: Int32
  private let rest = LockedBytes()

  init(_ path: String) throws {
    // Open for both, it never comes to an end.
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(text: "error: can't open \(path): \(String(cString: strerror(errno)))", code: 3)
    }
  }

  deinit { close(descriptor) }

  private static let end = "\u{1}ended"

  func sayEnded() { try? FileWriter.write(Array("\(Self.end)\n".utf8), to: descriptor, named: "") }

  /// - Parameter milliseconds: how long to wait at most.
  func next(within milliseconds: Int) -> Letter {
    if let line = rest.line() { return letter(line) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(clamping: max(milliseconds, 0))) > 0 else { return .nothing }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return .nothing }
    rest.append(buffer[..<count])
    return rest.line().map(letter) ?? .nothing
  }

  private func letter(_ line: String) -> Letter { line == Self.end ? .ended : .open(line) }
}

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
