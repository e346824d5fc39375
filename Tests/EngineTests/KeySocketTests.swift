import Basics
import Engine
import Fetcher
import HTTPTypes
import JOSE
import Server
import TestSupport
import Testing
import Transport

/// Documents and keys that are fetched from one server on the loopback by another: of a client, and of an issuer.
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
        {"client_id": "\(origin)/client.json", "grant_types": ["client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer"], "response_types": [],
         "token_endpoint_auth_method": "private_key_jwt", "jwks_uri": "\(origin)/keys"}
        """
      return Answer(
        status: .ok, headers: [.contentType: "application/json"],
        body: Array((request.target == "/client.json" ? document : keys).utf8))
    }
  }

  /// Posts forms to `standard` over a socket, while the host serves on another one.
  private func tokens(
    _ host: Host, cast: (String) -> String = { _ in "{\"kind\": \"cast\"}" },
    _ forms: (String) throws -> [[(name: String, value: String)]]
  ) throws {
    let documents = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, threads: 1, handler: { host.answer($0) })
    let documentPort = try documents.start()
    defer { documents.stop() }
    host.port.withLock { $0 = documentPort }
    var setting = MockServer.Setting(keys: Visitor.keys)
    setting.sandboxes.fetcher = WebDocumentFetcher(FetchHosts([])) { "allow \($0)" }
    let file = LoadedFixtures.File(name: "cast.json", bytes: Array(cast(host.origin).utf8))
    let house = MockServer(try LoadedFixtures(casts: [file]), setting, now: Engine.instant)
    let server = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, refusing: MockServer.refusing,
      replying: { house.respond(to: $0, at: Engine.instant) })
    let client = try RawClient(port: server.start())
    defer { server.stop() }
    for (number, form) in try forms(host.origin).enumerated() {
      let body = QueryStyle().encode(form)
      client.send(
        Array(
          ("POST /standard/token HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8))
      let answer = try #require(try client.response(toHEAD: false))
      #expect(answer.status == 200, "\(number): \(answer.body)")
    }
  }

  @Test("are fetched after the document that names them, and verify the client's JWT")
  func client() throws {
    let host = Host()
    let maker = try AssertionVisitor()
    try tokens(host) { origin in
      try (0..<2).map { _ in
        [
          ("grant_type", "client_credentials"), ("scope", "mcp:read"),
          ("client_assertion_type", AssertionVisitor.type),
          (
            "client_assertion",
            try maker.jwt(
              of: "\(origin)/client.json", ["aud": "http://localhost/standard"],
              by: AssertionVisitor.ec)
          ),
        ]
      }
    }
    #expect(host.targets.withLock { $0 } == ["/client.json", "/keys"])
  }

  @Test("are fetched from the address of an issuer, also beside those of the client")
  func issuer() throws {
    let host = Host()
    let (issuer, client) = (try IssuerVisitor(), try AssertionVisitor())
    let cast: (String) -> String = { origin in
      """
      {"kind": "cast", "trust": [
        {"provider": "standard", "name": "x", "issuer": "\(IssuerVisitor.people)", "jwks_uri": "\(origin)/issuer"}]}
      """
    }
    try tokens(host, cast: cast) { origin in
      func form() throws -> [(name: String, value: String)] {
        [
          ("grant_type", IssuerVisitor.grant), ("scope", "mcp:read"),
          (
            "assertion",
            try issuer.jwt(["aud": "http://localhost/standard"], by: AssertionVisitor.ec)
          ),
        ]
      }
      let jwt = try client.jwt(
        of: "\(origin)/client.json", ["aud": "http://localhost/standard"],
        by: AssertionVisitor.ec)
      return [
        try form() + [
          ("client_assertion_type", AssertionVisitor.type), ("client_assertion", jwt),
        ],
        try form() + [("client_id", "native")],
      ]
    }
    #expect(host.targets.withLock { $0 } == ["/client.json", "/keys", "/issuer"])
  }
}
