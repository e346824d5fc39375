import Encodings

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard streams, unbuffered: a script reads the first line at once.
enum Streams {
  static func write(_ text: String, to descriptor: Int32) { put(text + "\n", to: descriptor) }

  /// Without a line break.
  static func put(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { unistdWrite(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
  private static func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int)
    -> Int
  {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Glibc.write(descriptor, bytes, count)
    #endif
  }

  // What comes from outside may be in anything that is printed, so it is made harmless here, and not where it is named.

  /// One line on standard output.
  static func output(_ line: String) { write(Visible.line(line), to: 1) }
  /// Several lines on standard output.
  static func output(lines text: String) { write(Visible.lines(text), to: 1) }
  static func output(json text: String) { write(Visible.json(text), to: 1) }
  /// What has its own way of escaping, line by line: reports with colours, and commands to a CI server.
  static func output(escaped text: String) { write(text, to: 1) }
  /// One line or several on standard error.
  static func error(_ text: String) { write(Visible.lines(text), to: 2) }
  static func error(escaped text: String) { write(text, to: 2) }
}
