import Basics
import HTTPTypes
import UserAgent

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
  func read(most: Int) throws -> [UInt8] {
    switch self {
    case .file(let path): return try Self.read(path, name: name, most: most)
    case .server(_, let sandbox, _):
      return try ask("/sandboxes/\(sandbox)/journal?kind=exchange&limit=1000")
    }
  }

  /// The clients of the server's sandbox; none where it is a file.
  func clients() throws -> [JSONValue] {
    guard case .server(_, let sandbox, _) = self else { return [] }
    let bytes = try ask("/sandboxes/\(sandbox)/clients")
    return (try? JSONReader().read(bytes, file: name).root.arrayValue) ?? []
  }

  private static func read(_ path: String, name: String, most: Int) throws -> [UInt8] {
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
        throw Failure(text: "\(name): error: expected a journal of at most \(most >> 20) MiB")
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
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    guard let address = WebAddress("\(base)/_understudy\(path)"), address.isWeb,
      let authority = address.authority
    else {
      throw Failure(
        text: "--url \(url): expected the address of a server, such as http://127.0.0.1:8400")
    }
    var request = Request(authority: authority, target: address.target)
    if let token { request.headers[.authorization] = "Bearer \(token)" }
    var http = HTTPClient()
    http.trusted = try Visit.usualTrust()
    let answer: Answer
    do {
      answer = try http.send(request, to: address)
    } catch {
      throw Failure(
        text:
          "conform observe: no journal at \(base): \(error). Start one with \"understudy serve\", say where it is with --url, or name a file.",
        code: 3)
    }
    switch answer.status.code {
    case 200: return answer.body
    case 401, 403:
      throw Failure(
        text:
          "conform observe: \(base) asks for its control token: --control-token or UNDERSTUDY_CONTROL_TOKEN",
        code: 2)
    case 404 where answer.headers.first(.contentType)?.contains("json") == true, 410:
      throw Failure(
        text:
          "conform observe: \(base) has no sandbox \"\(sandbox)\"; GET \(base)/_understudy/sandboxes lists them",
        code: 2)
    default:
      throw Failure(
        text:
          "conform observe: expected a journal of understudy at \(base), found the status \(answer.status.code); is it another server?",
        code: 3)
    }
  }
}
