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
    // What somebody else has put there is not to be written to.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
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

  /// A file that others may read, such as a report.
  static func writeShared(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  static func append(_ text: String, to path: String) throws {
    guard let file = fopen(path, "ab") else {
      throw Failure(text: "can't write \(path): \(String(cString: strerror(errno)))")
    }
    let bytes = Array(text.utf8)
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count else {
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

  /// A folder of our own, which nobody else may look into. White space in its name would part it in variables that hold
  /// several words, so where `TMPDIR` has some, another place is taken.
  static func temporaryFolder() throws -> String {
    let given = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let base = given.isEmpty || given.contains(where: \.isWhitespace) ? "/tmp" : given
    var template = Array("\(base)/understudy-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        text: "error: can't make a folder in \(base): \(String(cString: strerror(errno)))")
    }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  static func remove(_ path: String) { unlink(path) }
}
