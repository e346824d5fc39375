import Basics
import Engine
import HTTPTypes
import ProviderModel
import TestSupport
import Transport

/// How a visitor's requests reach the engine: called, or sent through a server on the loopback.
///
/// Task-local, so that a story is written once and told both ways.
enum Transport {
  case call
  case socket

  @TaskLocal static var current = Transport.call

  /// A way to a sandbox of its own. Clock and chance are fixed.
  func open(_ sandbox: ServerState) throws -> (Request) throws -> Answer {
    let state = Lock((sandbox: sandbox, random: Entropy(seed: 1)))
    let respond: @Sendable (Request) -> Answer = { request in
      state.withLock { $0.sandbox.respond(to: request, at: 1_600_000_000, using: &$0.random) }
    }
    guard self == .socket else { return respond }
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: 0, threads: 1, handler: respond)
    let line = SocketLine(server: server, client: try RawClient(port: server.start()))
    return { try line.send($0) }
  }
}

/// One kept connection. The server ends with it.
private struct SocketLine {
  let server: MicroHTTPServer
  let client: RawClient

  /// `Host` is the request's own and not the port that happens to be free: so answers are the same to the byte, also
  /// where an own URL stands in them encoded.
  func send(_ request: Request) throws -> Answer {
    var head = "\(request.method) \(request.target) HTTP/1.1\r\nHost: \(request.authority)\r\n"
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    if request.method == .post || !request.body.isEmpty {
      head += "Content-Length: \(request.body.count)\r\n"
    }
    client.send(Array((head + "\r\n").utf8) + request.body)
    guard let response = try client.response(toHEAD: request.method == .head) else {
      throw RawClient.Failure(description: "the server closed instead of answering")
    }
    var headers = Headers()
    for (name, value) in response.headers {
      // What the transport adds.
      if ["date", "content-length", "connection"].contains(name.lowercased()) { continue }
      headers.append(Headers.Field(name, value))
    }
    return Answer(
      status: .init(code: response.status), headers: headers, body: Array(response.body.utf8))
  }
}
