import Basics

/// Where a journal comes from: a file, standard input, or a server that runs.
enum JournalSource {
  case file(String)
  case server(url: String, sandbox: String, token: String?)

  /// What messages call it.
  var name: String {
    switch self {
    case .file("-"): "standard input"
    case .file(let path): path
    case .server(let url, let sandbox, _): "\(url)/_understudy/sandboxes/\(sandbox)/journal"
    }
  }

  /// - Throws: `Failure`: 2 for a file that can't be read, 3 for a server that does not answer.
  /// - Parameter noun: what messages call a file's content.
  func read(most: Int, noun: String = "journal") throws -> [UInt8] {
    switch self {
    case .file(let path): return try Self.read(path, name: name, most: most, noun)
    case .server:
      return try ask("/journal?kind=exchange&limit=1000")
    }
  }

  /// The clients of the server's sandbox; none where it is a file.
  func clients() throws -> [JSONValue] {
    guard case .server = self else { return [] }
    let bytes = try ask("/clients")
    return (try? JSONReader().read(bytes, file: name).root.arrayValue) ?? []
  }

  private static func read(_ path: String, name: String, most: Int, _ noun: String) throws
    -> [UInt8]
  {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(text: "\(path): error: \(String(cString: strerror(errno)))")
    }
    defer { if path != "-" { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Self.read(descriptor, &buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(text: "\(name): error: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      bytes += buffer[..<count]
      guard bytes.count <= most else {
        throw Failure(text: "\(name): error: expected a \(noun) of at most \(most >> 20) MiB")
      }
    }
    return bytes
  }

  private static func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { bytes in
      #if canImport(Darwin)
        Darwin.read(descriptor, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.read(descriptor, bytes.baseAddress, bytes.count)
      #else
        Glibc.read(descriptor, bytes.baseAddress, bytes.count)
      #endif
    }
  }

  private func ask(_ path: String) throws -> [UInt8] {
    guard case .server(let url, let sandbox, let token) = self else { return [] }
    let client = ControlClient(
      command: "conform observe", url: url, sandbox: sandbox, token: token, noun: "journal",
      hint:
        "Start one with \"understudy serve\", say where it is with --url, or name a file.")
    return try client.ask(path)
  }
}
