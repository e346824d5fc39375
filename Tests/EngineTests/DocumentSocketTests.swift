import Basics
import Engine
import Fetcher
import HTTPTypes
import JOSE
import ProviderModel
import Server
import TestSupport
import Testing
import Transport

/// A client whose metadata document is fetched from one server on the loopback by another.
@Suite("A document over a socket")
struct DocumentSocketTests {
  /// Serves the document of a client at every path, and counts.
  private final class Host: Sendable {
    let count = Lock(0)
    let port = Lock<UInt16>(0)

    func answer(_ request: Request) -> Answer {
      count.withLock { $0 += 1 }
      let id = "http://127.0.0.1:\(port.withLock { $0 })\(request.target)"
      let text =
        "{\"client_id\": \"\(id)\", \"client_name\": \"Fetched\", \"redirect_uris\": [\"https://app.example/cb\"]}"
      return Answer(
        status: .ok, headers: [.contentType: "application/json"], body: Array(text.utf8))
    }
  }

  @Test("is fetched once, and its client signs in")
  func story() throws {
    let host = Host()
    let documents = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, threads: 1, handler: { host.answer($0) })
    let documentPort = try documents.start()
    defer { documents.stop() }
    host.port.withLock { $0 = documentPort }
    var setting = MockServer.Setting(keys: Visitor.keys)
    setting.sandboxes.fetcher = WebDocumentFetcher(FetchHosts([])) { "allow \($0)" }
    let house = MockServer(try LoadedFixtures(), setting, now: Engine.instant)
    let server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, refusing: MockServer.refusing,
      replying: { house.respond(to: $0, at: Engine.instant) })
    let client = try RawClient(port: server.start())
    defer { server.stop() }
    let id = "http://127.0.0.1:\(documentPort)/client.json"
    let target =
      "/standard/authorize?client_id=\(id)&redirect_uri=https://app.example/cb&response_type=code"
    for _ in 0..<2 {
      client.send(Array("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      let answer = try #require(try client.response(toHEAD: false))
      #expect(answer.status == 200)
      #expect(answer.body.contains("Fetched"))
    }
    #expect(host.count.withLock { $0 } == 1)
    client.send(
      Array(
        "GET \(target.replacing("127.0.0.1:", with: "app.example:")) HTTP/1.1\r\nHost: localhost\r\n\r\n"
          .utf8))
    let refused = try #require(try client.response(toHEAD: false))
    #expect(refused.status == 400)
    #expect(host.count.withLock { $0 } == 1)
  }
}
