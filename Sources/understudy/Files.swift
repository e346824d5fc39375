#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

enum Files {
  /// The bytes of a file, up to 8 MiB: no fixture is larger.
  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else {
      throw Failure(text: "\(path): error: \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < 8 << 20 {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }

  /// Writes a file of mode 0600 in one step: whoever sees it sees it whole.
  static func writeAtomically(_ text: String, to path: String) throws {
    let temporary = "\(path).\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(text: "can't write \(path): \(String(cString: strerror(errno)))")
    }
    Streams.write(text, to: descriptor)
    close(descriptor)
    guard rename(temporary, path) == 0 else {
      unlink(temporary)
      throw Failure(text: "can't write \(path): \(String(cString: strerror(errno)))")
    }
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "wb") else {
      throw Failure(text: "can't write \(path): \(String(cString: strerror(errno)))")
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
      throw Failure(text: "can't write \(path): \(String(cString: strerror(errno)))")
    }
  }

  /// From the root on: for commands that are run elsewhere.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  static func remove(_ path: String) { unlink(path) }
}
