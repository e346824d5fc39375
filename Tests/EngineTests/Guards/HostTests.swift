import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// Which provider a request is for: by its host, and by the first segments of its path.
@Suite("A request's host")
struct HostTests {
  @Test("that two providers name is the first one's")
  func shared() throws {
    let hosts = #""main": "shared.test""#
    let server = try OwnServer([
      OwnServer.provider("first", hosts: hosts), OwnServer.provider("second", hosts: hosts),
    ])
    #expect(server.provider("/jwks", host: "shared.test") == "first")
    #expect(server.provider("/jwks", host: "SHARED.test:8400") == "first")
    #expect(server.provider("/second/jwks", host: "localhost") == "second")
  }

  @Test("like ID.localhost is the provider's own, unless another one has it as its host")
  func named() throws {
    let server = try OwnServer([
      OwnServer.provider("first", hosts: #""main": "second.localhost""#),
      OwnServer.provider("second"),
    ])
    #expect(server.provider("/jwks", host: "first.localhost") == "first")
    #expect(server.provider("/jwks", host: "second.localhost") == "first")
    #expect(server.provider("/jwks", host: "standard.localhost:8400") == "standard")
    #expect(server.provider("/jwks", host: "third.localhost") == "-")
  }

  @Test("may hold a variable, and so may the first segment of a path")
  func variable() throws {
    let server = try OwnServer([
      OwnServer.provider(
        hosts: #""main": "own.test", "tenant": "{name}.own.test""#,
        vars: #""name": { "default": "nobody" }"#,
        endpoints: #""who": { "kind": "document", "at": "tenant:/who", "answer": "who" }"#,
        shapes: #""who": { "json": { "it": "{{vars.name}}" } }"#)
    ])
    #expect(server.text("/who", host: "acme.own.test") == #"{"it":"acme"}"#)
    #expect(server.text("/own/acme.own.test/who") == #"{"it":"acme"}"#)
    #expect(server.text("/own/ACME.own.test/who") == #"{"it":"acme"}"#)
    #expect(server.text("/own/who") == #"{"it":"nobody"}"#)
    #expect(server.text("/acme.own.test/who", host: "own.localhost") == #"{"it":"acme"}"#)
    #expect(server.ask("/who", host: "own.test").status == 404)
    #expect(server.ask("/who", host: "a.b.own.test").status == 421)
    #expect(server.ask("/who", host: ".own.test").status == 421)
  }

  @Test(
    "of nobody is refused, and the refusal names it",
    arguments: ["evil.example", "localhost.evil.example", "xoauth.vk.com", "vk.com", "own.test"])
  func foreign(_ host: String) throws {
    let server = try OwnServer { $0.allowedHosts = ["mock.example"] }
    let answer = server.ask("/standard/jwks", host: host)
    #expect(answer.status == 421)
    #expect(answer.text.hasPrefix("The Host \"\(host)\" is not one that this server answers to.\n"))
    #expect(answer.text.contains("It answers to loopback names and to its providers' own hosts."))
    #expect(server.provider("/standard/jwks", host: "mock.example") == "standard")
  }

  @Test("that is this machine's belongs to no provider, whatever a fixture says")
  func loopback() throws {
    for host in ["127.0.0.1", "localhost"] {
      #expect(throws: FixtureError.self) {
        try OwnServer([OwnServer.provider(hosts: "\"main\": \"\(host)\"")])
      }
    }
    #expect(try OwnServer().provider("/standard/jwks", host: "127.0.0.1:8400") == "standard")
  }

  @Test("of this machine leads to the provider that the server is for, and then to the others")
  func root() throws {
    let server = try OwnServer { $0.root = "standard" }
    #expect(server.provider("/jwks", host: "localhost") == "standard")
    #expect(server.provider("/standard.test/jwks", host: "localhost") == "standard")
    #expect(server.provider("/vk/authorize", host: "localhost") == "vk")
    #expect(server.provider("/jwks", host: "127.0.0.1") == "standard")
    let metadata = server.text("/.well-known/openid-configuration", host: "localhost:8400")
    #expect(metadata.contains(#""issuer":"http://localhost:8400""#))
    let plain = try OwnServer()
    #expect(plain.ask("/jwks").status == 404)
  }

  @Test("and .well-known: the name may come before the provider (RFC 8414 §3.1)")
  func inserted() throws {
    let server = try OwnServer()
    for name in ["openid-configuration", "oauth-authorization-server"] {
      let answer = server.ask("/.well-known/\(name)/standard")
      #expect(answer.status == 200 && server.told.endpoint == "metadata", "\(name)")
      #expect(answer.text == server.text("/standard/.well-known/\(name)"))
      #expect(answer.text.contains(#""issuer":"http://localhost/standard""#))
    }
    for path in [
      "/.well-known/openid-configuration", "/.well-known/", "/.well-known",
      "/.well-known/openid-configuration/", "/.well-known/openid-configuration/nobody",
      "/.well-known/nothing/standard",
    ] { #expect(server.ask(path).status == 404, "\(path)") }
  }

  @Test("the metadata names the origin, the sandbox and the scheme that each request came by")
  func asked() throws {
    let server = try OwnServer()
    let path = "/standard/.well-known/openid-configuration"
    for _ in 0..<2 {
      for (host, scheme, prefix) in [
        ("localhost", "http", ""), ("localhost:8400", "http", ""), ("localhost", "https", ""),
        ("localhost", "http", "/_sandbox/a"), ("localhost", "http", "/_sandbox/b"),
        ("127.0.0.1", "http", ""),
      ] {
        let text = server.ask(path, host: host, scheme: scheme, under: prefix).text
        #expect(text.contains("\"issuer\":\"\(scheme)://\(host)\(prefix)/standard\""), "\(text)")
        #expect(text.contains("\"jwks_uri\":\"\(scheme)://\(host)\(prefix)/standard/jwks\""))
      }
    }
  }

  @Test("a path leads where its query and its method say, whichever came first")
  func ways() throws {
    let server = try OwnServer([
      OwnServer.provider(
        vars: #""p": { "default": "" }, "x": { "default": "" }, "y": { "default": "" }"#,
        endpoints: """
          "one": { "kind": "document", "at": "main:/a/{x}?p={p}", "answer": "one" },
          "two": { "kind": "document", "at": "main:/{y}/b", "answer": "two" },
          "post": { "kind": "document", "at": "main:/a/c", "methods": ["POST"], "answer": "two" }
          """,
        shapes: """
          "one": { "json": { "one": "{{vars.p}}" } }, "two": { "json": { "two": "{{vars.y}}" } }
          """)
    ])
    for _ in 0..<2 {
      #expect(server.text("/own/a/b?p=1") == #"{"one":"1"}"#)
      #expect(server.text("/own/a/b") == #"{"two":"a"}"#)
      #expect(server.text("/own/a/b?p=2") == #"{"one":"2"}"#)
      #expect(server.ask(.post, "/own/a/c").text == #"{"two":""}"#)
      #expect(server.ask(.get, "/own/a/c").status == 405)
      #expect(server.text("/own/a/c?p=3") == #"{"one":"3"}"#)
    }
  }
}
