import Foundation
import HTTPMessages
import HTTPTypes
import MicroHTTPServer
import Testing

/// Sends one request over a real connection and reads the answer to its end.
struct SocketTransport {
  struct Failure: Error {}
  let port: UInt16

  func respond(_ request: Request) throws -> Answer {
    var text = "\(request.method.rawValue) \(request.target) HTTP/1.1\r\n"
    text += "Host: \(request.authority)\r\nConnection: close\r\n"
    for field in request.headers { text += "\(field.name.rawName): \(field.value)\r\n" }
    if request.method == .post { text += "Content-Length: \(request.body.count)\r\n" }
    let bytes = try exchange(Array((text + "\r\n").utf8) + request.body)
    guard let gap = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure() }
    let lines = String(decoding: bytes[..<gap.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    guard let status else { throw Failure() }
    var answer = Answer(status: .init(code: status), body: Array(bytes[gap.upperBound...]))
    for line in lines.dropFirst() {
      let halves = line.split(separator: ":", maxSplits: 1)
      // What the transport adds of its own is not the engine's.
      guard halves.count == 2, let name = HTTPField.Name(String(halves[0])),
        !["Date", "Content-Length", "Connection"].contains(name.rawName)
      else { continue }
      let value = halves[1].trimmingCharacters(in: .whitespaces)
      answer.headers.append(HTTPField(name: name, value: value))
    }
    return answer
  }

  private func exchange(_ request: [UInt8]) throws -> [UInt8] {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0, send(descriptor, request, request.count, 0) == request.count else {
      throw Failure()
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &buffer, buffer.count, 0), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }
}

/// The same story in process and over a socket: the transport changes nothing.
@Suite("Over a socket")
struct SocketTests {
  typealias Story = @Sendable (Visitor) -> Void

  static let stories: [(name: String, story: Story)] = [
    (
      "vk",
      { visitor in
        visitor.open(TranscriptTests.vk + "token")
        visitor.submit(["email": "alice", "pass": "wrong"])
        visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
        visitor.open(TranscriptTests.vk + "code")
      }
    ),
    (
      "instagram",
      { visitor in
        visitor.open(TranscriptTests.instagram + "token")
        visitor.submit(["username": "alice", "password": "wonderland"])
        visitor.submit(["allow": "Cancel"])
      }
    ),
    (
      "azure-ad-b2c",
      { visitor in
        visitor.open(TranscriptTests.b2c + "code")
        visitor.submit(["signInName": "alice", "password": "wonderland"])
        visitor.open(TranscriptTests.b2c + "token")
      }
    ),
    (
      "oclc",
      { visitor in
        visitor.open(TranscriptTests.oclc + "token")
        visitor.submit(["username": "alice", "password": "wonderland"])
        visitor.submit(["decision": "allow"])
      }
    ),
    (
      "standard",
      { visitor in
        visitor.open(TranscriptTests.standard + "code")
        visitor.submit(["username": "alice", "password": "wonderland"])
        visitor.submit(["decision": "deny"])
        visitor.open("/standard/nothing/here")
        visitor.open("/")
      }
    ),
  ]

  @Test("a story has the same bytes as in process", arguments: stories.map(\.name))
  func same(name: String) throws {
    let story = try #require(Self.stories.first { $0.name == name }?.story)
    let inside = try Engine()
    let near = Visitor { inside.respond($0) }
    story(near)
    let outside = try Engine()
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0) { outside.respond($0) }
    let port = try server.start()
    defer { server.stop() }
    let far = Visitor { try SocketTransport(port: port).respond($0) }
    story(far)
    #expect(near.transcript == far.transcript)
    #expect(near.status > 0)
  }
}
