import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// The server's own answers: to methods that nothing answers, and at addresses where nothing is.
@Suite("An answer of the server's own")
struct PlainAnswerTests {
  // MARK: Methods

  @Test("OPTIONS lists the methods of an address, each once, and has no body")
  func options() throws {
    let server = try OwnServer([
      OwnServer.provider(
        endpoints: """
          "get": { "kind": "document", "at": "main:/a", "methods": ["GET"], "answer": "a" },
          "put": { "kind": "document", "at": "main:/a", "methods": ["PUT", "POST"], "answer": "a" }
          """, shapes: #""a": { "json": {} }"#)
    ])
    let answer = server.ask(.options, "/own/a")
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(answer.headers[.allow] == "GET, HEAD, PUT, POST, OPTIONS")
    #expect(!answer.has(.contentType) && !answer.has(.accessControlAllowMethods))
    #expect(server.told.outcome == .status(204) && server.told.why == nil)
    let refused = server.ask(.patch, "/own/a")
    #expect(refused.status == 405)
    #expect(refused.headers[.allow] == "GET, HEAD, PUT, POST, OPTIONS")
    #expect(refused.headers[.contentType] == "text/plain; charset=utf-8")
    let line =
      "PATCH is not answered at /own/a (get of own); it answers GET, HEAD, PUT, POST, OPTIONS."
    #expect(refused.text == line + "\n")
    #expect(server.told.why == line && server.told.outcome == .status(405))
    #expect(server.told.provider == "own" && server.told.endpoint == "get")
    #expect(server.ask("/own/a").headers[.allow] == nil)
  }

  // MARK: Preflights (Fetch, "CORS protocol")

  private static let origin: KeyValuePairs = ["Origin": "https://app.example"]

  @Test("a browser's preflight is answered where other origins may read, and there alone")
  func preflight() throws {
    let server = try OwnServer()
    let answer = server.ask(.options, "/standard/token", Self.origin)
    #expect(answer.status == 204 && answer.body.isEmpty)
    #expect(answer.headers[.accessControlAllowMethods] == "POST, OPTIONS")
    #expect(answer.headers[.accessControlAllowOrigin] == "https://app.example")
    #expect(answer.headers[.accessControlMaxAge] == "600")
    #expect(!answer.has(.accessControlAllowHeaders) && !answer.has(.allow))
    #expect(server.told.outcome == .preflight)
    for (target, headers) in [("/standard/token", [:]), ("/standard/introspect", Self.origin)]
      as [(String, KeyValuePairs<String, String>)]
    {
      let plain = server.ask(.options, target, headers)
      #expect(plain.headers[.allow] == "POST, OPTIONS", "\(target)")
      #expect(!plain.has(.accessControlAllowMethods), "\(target)")
      #expect(server.told.outcome == .status(204))
    }
  }

  @Test(
    "a preflight repeats the header names that were asked for, up to 4096 bytes of them",
    arguments: [
      ("authorization, x-a", true), (String(repeating: "a", count: 4_096), true),
      (String(repeating: "a", count: 4_097), false),
    ])
  func requested(_ names: String, _ isRepeated: Bool) throws {
    let answer = try OwnServer().ask(
      .options, "/standard/token",
      ["Origin": "https://app.example", "Access-Control-Request-Headers": names])
    #expect(answer.headers[.accessControlAllowHeaders] == (isRepeated ? names : nil))
    #expect(answer.headers[.accessControlAllowMethods] == "POST, OPTIONS")
  }

  @Test("a preflight is about the method that it names; HEAD is a GET")
  func method() throws {
    let server = try OwnServer([
      OwnServer.provider(
        endpoints: """
          "open": { "kind": "document", "at": "main:/a", "cors": true, "answer": "a" },
          "shut": { "kind": "document", "at": "main:/a", "methods": ["POST"], "answer": "a" }
          """, shapes: #""a": { "json": {} }"#)
    ])
    for (method, isOpen) in [("GET", true), ("HEAD", true), ("POST", false)] {
      let answer = server.ask(
        .options, "/own/a",
        ["Origin": "https://app.example", "Access-Control-Request-Method": method])
      #expect(answer.has(.accessControlAllowMethods) == isOpen, "\(method)")
      #expect(answer.has(.allow) == !isOpen, "\(method)")
    }
  }

  @Test("other origins may read an answer where its endpoint says so, and there alone")
  func crossOrigin() throws {
    let server = try OwnServer()
    let open = server.ask("/standard/jwks", Self.origin)
    #expect(open.headers[.accessControlAllowOrigin] == "https://app.example")
    #expect(open.headers[.vary] == "Origin")
    #expect(open.headers[.accessControlExposeHeaders] == "WWW-Authenticate")
    let shut = server.ask(.post, "/standard/introspect", form: "token=a", Self.origin)
    #expect(!shut.has(.accessControlAllowOrigin) && !shut.has(.vary))
    #expect(!server.ask("/standard/jwks").has(.accessControlAllowOrigin))
  }

  // MARK: The host application's paths

  @Test("a path of the host application answers GET and HEAD; where tries come back, POST too")
  func outside() throws {
    let server = try OwnServer {
      $0.outside = ["/", "/landing"]
      $0.landing = "/landing"
    }
    for (method, isForm) in [(HTTPRequest.Method.get, false), (.head, false), (.post, true)] {
      for path in ["/", "/landing"] {
        _ = server.ask(method, path)
        let isAnswered = !isForm || path == "/landing"
        #expect(server.told.outcome == .status(isAnswered ? 200 : 405), "\(method) \(path)")
        #expect(server.told.endpoint == (isAnswered ? path : "-"))
      }
    }
    for (path, methods, allow) in [
      ("/", "GET and HEAD", "GET, HEAD, OPTIONS"),
      ("/landing", "GET and HEAD and POST", "GET, HEAD, POST, OPTIONS"),
    ] {
      let refused = server.ask(.delete, path)
      #expect(refused.status == 405 && refused.headers[.allow] == allow)
      #expect(refused.text == "\(path) answers \(methods).\n")
      #expect(server.told.why == "\(path) answers \(methods).")
      let options = server.ask(.options, path)
      #expect(options.status == 204 && options.headers[.allow] == allow && options.body.isEmpty)
    }
    #expect(server.provider("/standard/jwks", host: "localhost") == "standard")
  }

  // MARK: Nowhere

  /// Nine addresses are left of `standard` without those for devices, for registration and for browsers.
  private static let withDevices = "(RFC 8628 §4)\" },\n      \"on\": false"
  private static let withoutDevices = "(RFC 8628 §4)\" },\n      \"on\": true"

  private static let withPushes = "(RFC 9126 §5)\"\n      },\n      \"on\": false,"
  private static let withoutPushes = "(RFC 9126 §5)\"\n      },\n      \"on\": true,"

  private static let withFedCM = "has no identity provider\"\n      },\n      \"on\": false,"
  private static let withoutFedCM = "has no identity provider\"\n      },\n      \"on\": true,"

  private static let off = ResourceMetadataTests.off
    .replacing(
      "{ \"mcp\": null,", with: "{ \"sensitive\": null, \"mcp\": null,", maxReplacements: 1)

  @Test("404 lists twelve addresses at most, and says how many more there are")
  func most() throws {
    func lines(_ endpoints: String) throws -> [String] {
      let file = OwnServer.provider(
        endpoints: endpoints, shapes: #""a": { "json": {} }"#,
        edits: [
          "registration_endpoint is optional\" },\n      \"on\": false,":
            "registration_endpoint is optional\" },",
          Self.withDevices: Self.withoutDevices,
          Self.withPushes: Self.withoutPushes,
          Self.withFedCM: Self.withoutFedCM,
          #""quirks": ["#: """
          "quirks": [{ "id": "short", "summary": "Few addresses.",
            "evidence": { "grade": "inferred", "source": "a test" }, "patch": \(Self.off) },
          """,
        ])
      return try OwnServer([file]).text("/zzzzzzzz", host: "own.test").split(separator: "\n")
        .map(String.init)
    }
    let three =
      #""b": { "kind": "document", "at": ["main:/ba", "main:/bb", "main:/bc"], "answer": "a" }"#
    let twelve = try lines(three)
    #expect(
      twelve.prefix(2) == ["Nothing answers at /zzzzzzzz.", "These would have matched:"])
    #expect(twelve.count == 14 && twelve.dropFirst(2).allSatisfy { $0.hasPrefix("  /") })
    #expect(twelve.contains("  /authorize") && twelve.contains("  /userinfo"))
    let more = try lines(
      three + #", "a": { "kind": "document", "at": ["main:/aa", "main:/ab"], "answer": "a" }"#)
    #expect(more.count == 15 && more.last == "  and 2 more", "\(more)")
  }

  @Test(
    "404 names what is nearest at the host that was asked: there first, and in the journal",
    arguments: [
      ("localhost", "/standard/autorize", "/standard/authorize"),
      ("standard.localhost", "/autorize", "/authorize"),
      ("standard.test", "/autorize", "/authorize"),
      ("localhost", "/standart/authorize", "/standard/…"),
      ("api.instagram.com", "/oauth/acces_token", "/oauth/access_token"),
      // That of the discovery document, and not one that is as near.
      ("localhost", "/google/authorize", "/google/o/oauth2/v2/auth"),
    ])
  func nearest(_ host: String, _ path: String, _ meant: String) throws {
    let server = try OwnServer()
    for _ in 0..<2 {
      let answer = server.ask(path, host: host)
      #expect(answer.status == 404)
      #expect(
        answer.text.hasPrefix(
          "Nothing answers at \(path).\nDid you mean \(meant)?\nThese would have matched:\n  \(meant)\n"
        ), "\(answer.text)")
      #expect(server.told.near.first == meant && server.told.near.count == 5)
      for page in ["/login", "/consent", "/deny"] {
        #expect(!answer.text.contains("/standard\(page)\n"))
      }
      #expect(server.told.why == "Nothing answers at \(path).")
      #expect(server.told.remedy == "did you mean \(meant)?")
      #expect(server.told.outcome == .status(404))
    }
  }

  @Test("404 names what is nearest at the provider whose addresses need no prefix")
  func atRoot() throws {
    let server = try OwnServer { $0.root = "standard" }
    let text = server.ask("/oauth2/token").text
    #expect(text.contains("Did you mean /token?\n"), "\(text)")
    #expect(!text.contains("/google/"))
    #expect(!server.ask("/nope").text.contains("--at-root"))
    #expect(server.ask("/google/o/oauth2/v2/aut").text.contains("/google/o/oauth2/v2/auth?"))
  }

  @Test("the same path is nowhere at one host and leads somewhere at another")
  func perHost() throws {
    let server = try OwnServer()
    let path = "/oauth/access_tokem"
    #expect(
      server.text(path, host: "api.instagram.com").contains("Did you mean /oauth/access_token?"))
    #expect(!server.text(path, host: "standard.test").contains("/oauth/access_token?"))
    #expect(!server.text(path).contains("Did you mean"))
  }

  // MARK: Too much

  @Test("the body of a GET and the body of a document's request are not read")
  func bodies() throws {
    let server = try OwnServer([
      OwnServer.provider(
        endpoints:
          #""a": { "kind": "document", "at": "main:/a", "methods": ["POST"], "answer": "a" }"#,
        shapes: #""a": { "json": { "a": "{{form.a?}}" } }"#)
    ])
    let many = Array(repeating: "a", count: 513).joined(separator: "&")
    #expect(server.ask(.post, "/own/a", form: many).text == "{}")
    #expect(!server.ask(.get, "/own/authorize", form: many).text.contains("513"))
    #expect(server.ask(.post, "/own/authorize", form: many).text.contains("513 parameters"))
    #expect(server.told.outcome == .status(400) && server.told.endpoint == "authorize")
    let most = Array(repeating: "a", count: 512).joined(separator: "&")
    #expect(!server.ask(.post, "/own/authorize", form: most).text.contains("at most"))
  }
}
