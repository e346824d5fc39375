import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

/// Says what it was asked, so that a test can see what reached the handler.
@Sendable func echo(_ request: Request) -> Answer {
  let text = "\(request.method) \(request.authority) \(request.target) \(request.body.count)"
  return Answer(status: .ok, headers: [.contentType: "text/plain"], body: Array(text.utf8))
}

/// What the server said to its log.
final class Lines: Sendable {
  private let lines = Lock<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A server of the test's own on a free port of the loopback.
struct TestServer {
  let server: MicroHTTPServer
  let port: UInt16

  init(
    addresses: [String] = ["127.0.0.1"],
    threads: Int = 2,
    log: Lines = Lines(),
    limits change: (inout MicroHTTPServer.Limits) -> Void = { _ in },
    https: MicroHTTPServer.HTTPS? = nil,
    proxy: MicroHTTPServer.Proxy? = nil,
    trusted: TrustedProxies = .init(),
    handler: @escaping @Sendable (Request) -> Answer = echo
  ) throws {
    var limits = MicroHTTPServer.Limits()
    change(&limits)
    server = MicroHTTPServer(
      addresses: addresses, port: 0, threads: threads, limits: limits, https: https,
      proxy: proxy, trusted: trusted, log: { log.append($0) },
      replying: { .answer(handler($0)) })
    port = try server.start()
  }

  /// To be deferred by every test: stops the server, of which nothing may be left then.
  func finish() {
    server.stop()
    #expect(server.alive.value == 0, "objects that C held are still alive")
  }
}

/// Sends one request and reads one response.
func exchange(
  _ port: UInt16, _ bytes: [UInt8], address: String = "127.0.0.1", toHEAD: Bool = false
) throws -> RawClient.Response? {
  let client = try RawClient(port: port, address: address)
  client.send(bytes)
  return try client.response(toHEAD: toHEAD)
}

func exchange(_ port: UInt16, _ text: String, toHEAD: Bool = false) throws -> RawClient.Response? {
  try exchange(port, Array(text.utf8), toHEAD: toHEAD)
}

let simple = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
