import Basics
import Engine
import Fetcher
import HTTPTypes
import JOSE
import Server
import TestSupport
import Testing
import Transport

/// A client whose metadata document and keys are fetched from one server on the loopback by another.
@Suite("Keys over a socket")
struct KeySocketTests {
  /// Serves the document of a client at `/client.json`, and its keys at every other path.
  private final class Host: Sendable {
    let targets = Lock<[String]>([])
    let port = Lock<UInt16>(0)

    var origin: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    func answer(_ request: Request) -> Answer {
      targets.withLock { $0.append(request.target) }
      let keys = JWK.set([AssertionVisitor.ec].compactMap { $0?.publicJWK() }).text()
      let document = """
        {"client_id": "\(origin)/client.json", "grant_types": ["client_credentials"], "response_types": [],
         "token_endpoint_auth_method": "private_key_jwt", "jwks_uri": "\(origin)/keys"}
        """
      return Answer(
        status: .ok, headers: [.contentType: "application/json"],
        body: Array((request.target == "/client.json" ? document : keys).utf8))
    }
  }

  @Test("are fetched after the document that names them, and verify the client's JWT")
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

    let maker = try AssertionVisitor()
    for number in 0..<2 {
      let jwt = try maker.jwt(
        of: "\(host.origin)/client.json", ["aud": "http://localhost/standard"],
        by: AssertionVisitor.ec)
      let body =
        "grant_type=client_credentials&scope=mcp:read&client_assertion=\(jwt)"
        + "&client_assertion_type=\(AssertionVisitor.type)"
      client.send(
        Array(
          ("POST /standard/token HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
      let answer = try #require(try client.response(toHEAD: false))
      #expect(answer.status == 200, "\(number): \(answer.body)")
    }
    #expect(host.targets.withLock { $0 } == ["/client.json", "/keys"])
  }
}
