import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// How an answer is written: its shape, its header fields, its redirect.
@Suite("An answer")
struct WritingTests {
  /// Documents whose answers are these shapes, each at its own name.
  private func server(_ shapes: KeyValuePairs<String, String>) throws -> OwnServer {
    let endpoints = shapes.map {
      #""\#($0.key)": { "kind": "document", "at": "main:/\#($0.key)", "answer": "\#($0.key)" }"#
    }
    return try OwnServer([
      OwnServer.provider(
        endpoints: endpoints.joined(separator: ","),
        shapes: shapes.map { #""\#($0.key)": \#($0.value)"# }.joined(separator: ","))
    ])
  }

  // MARK: Accept (RFC 9110 §12.5.1)

  @Test(
    "is of the type that the client accepts best, and of the first one where it accepts none or all",
    arguments: [
      ("a/a", "A"), ("b/b", "B"), ("A/A", "A"), ("b/b, a/a", "B"), ("a/a, b/b", "A"),
      ("b/b;q=0.5, a/a", "A"), ("a/a;q=0.5, b/b;q=0.6", "B"), ("a/a;q=0.6, b/b;q=0.5", "A"),
      ("a/a;q=0.5, b/b;q=0.5", "A"), ("b/b;q=0.5, a/a;q=0.5", "B"), ("a/a ; q=0.1", "A"),
      ("a/a;q=0, b/b;q=0.1", "B"), ("a/a;q=0", "A"), ("x/x", "A"), ("", "A"), ("*/*", "A"),
      ("image/png, */*;q=0.1", "A"), ("b/*", "B"), ("x/x, c/*;q=0.1", "C"),
      ("a/a;q=x", "A"), ("a/a;v=1;q=0.1, b/b;q=0.2", "B"),
    ])
  func accept(_ header: String, _ expected: String) throws {
    let server = try server([
      "pick": #"{ "accept": { "a/a": "a", "b/b": "b", "c/c": "c" } }"#, "a": #"{ "text": "A" }"#,
      "b": #"{ "text": "B" }"#, "c": #"{ "text": "C" }"#,
    ])
    #expect(server.text("/own/pick", header.isEmpty ? [:] : ["Accept": header]) == expected)
  }

  @Test("is found through four choices by type, and not through five")
  func depth() throws {
    let server = try server([
      "five": #"{ "accept": { "a/a": "four" } }"#, "four": #"{ "accept": { "a/a": "three" } }"#,
      "three": #"{ "accept": { "a/a": "two" } }"#, "two": #"{ "accept": { "a/a": "one" } }"#,
      "one": #"{ "accept": { "a/a": "end" } }"#, "end": #"{ "text": "end" }"#,
    ])
    #expect(server.text("/own/four") == "end")
    let five = server.ask("/own/five")
    #expect(five.status == 406 && five.text == "Nothing here is acceptable.\n")
  }

  // MARK: Header fields and bodies

  @Test("without a body has a type only where its shape names one")
  func empty() throws {
    let server = try server([
      "typed": #"{ "status": 202, "content_type": "a/a", "empty": true }"#,
      "bare": #"{ "status": 202, "empty": true }"#,
    ])
    let (typed, bare) = (server.ask("/own/typed"), server.ask("/own/bare"))
    #expect(typed.status == 202 && typed.headers[.contentType] == "a/a" && typed.body.isEmpty)
    #expect(bare.status == 202 && !bare.has(.contentType) && bare.body.isEmpty)
  }

  @Test("leaves out a header field that has no value")
  func fields() throws {
    let server = try server([
      "a": #"{ "headers": { "ETag": "{{query.a?}}", "Vary": "b" }, "json": {} }"#
    ])
    let (with, without) = (server.ask("/own/a?a=1"), server.ask("/own/a"))
    #expect(with.headers[.eTag] == "1" && with.headers[.vary] == "b")
    #expect(!without.has(.eTag) && without.headers[.vary] == "b")
  }

  @Test("says once which server it is from, that it is not to be stored, and what it is")
  func always() throws {
    let server = try server([
      "plain": #"{ "json": {} }"#,
      "own": #"{ "headers": { "Cache-Control": "max-age=60", "Server": "own" }, "json": {} }"#,
    ])
    for (path, cache, name) in [
      ("plain", "no-store", "understudy/0"), ("own", "max-age=60", "own"),
    ] {
      let headers = server.ask("/own/\(path)").headers
      #expect(headers[.cacheControl] == cache && headers[.server] == name)
      #expect(headers[.contentTypeOptions] == "nosniff")
    }
  }

  @Test("of a token endpoint has Pragma: no-cache (RFC 6749 §5.1), and no other has")
  func pragma() throws {
    let server = try OwnServer()
    #expect(server.ask(.post, "/standard/token", form: "a=b").headers[.pragma] == "no-cache")
    for path in ["/standard/jwks", "/standard/userinfo", "/standard/authorize"] {
      #expect(!server.ask(path).has(.pragma), "\(path)")
    }
  }

  @Test("that depends on its request is written for each, and the others are the same each time")
  func documents() throws {
    let server = try server([
      "asked": #"{ "json": { "it": "{{query.a?}}" } }"#,
      "same": #"{ "json": { "it": "{{base.here}}" } }"#,
    ])
    for a in ["1", "2", "1"] {
      #expect(server.text("/own/asked?a=\(a)") == #"{"it":"\#(a)"}"#)
      #expect(server.text("/own/same?a=\(a)") == #"{"it":"http://localhost/own"}"#)
      let answer = server.ask("/own/same")
      #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
    }
  }

  @Test("draws the same text whichever links it shows, and no link that it does not need")
  func links() throws {
    func texts(_ more: String = "") throws -> [JSONValue?] {
      let file = OwnServer.provider(
        endpoints: ["without", "with", "link"].map {
          #""\#($0)": { "kind": "document", "at": "main:/\#($0)", "answer": "\#($0)" }"#
        }.joined(separator: ","),
        shapes: """
          "without": { "json": { "text": "{{rand:[a-z]{9}}}" } },
          "with": { "json": { "link": "{{links.z}}", "text": "{{rand:[a-z]{9}}}" } },
          "link": { "json": { "link": "{{links.z}}" } }
          """,
        edits: [
          #""links": {"#:
            #""links": { \#(more) "z": { "to": "jwks", "query": { "z": "{{rand:[a-z]{9}}}" } },"#
        ])
      // A server of its own for each: all begin with the same chance.
      func member(_ path: String, _ name: String) throws -> JSONValue? {
        try OwnServer([file]).ask("/own/\(path)").json()[name]
      }
      return try [member("without", "text"), member("with", "text"), member("link", "link")]
    }
    let alone = try texts()
    #expect(alone[0] == alone[1] && alone[0] != nil)
    let both = try texts(#""a": { "to": "jwks", "query": { "a": "{{rand:[a-z]{9}}}" } },"#)
    #expect(both[0] == both[1] && both[2] == alone[2] && both[2] != nil)
  }

  @Test("shows the server's keys wherever it names them")
  func keys() throws {
    let file = OwnServer.provider(
      endpoints: #""who": { "kind": "resource", "at": "main:/who", "token": {}, "answer": "jwks" }"#
    )
    let server = try OwnServer([file])
    #expect(server.text("/own/jwks").contains(#""kty":"RSA""#))
    #expect(server.text("/own/who") == server.text("/own/jwks"))
  }

  // MARK: Redirects

  private static let begin =
    "client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=no&state="

  @Test("has a Location of 32,000 bytes at most, and says how long it would be")
  func location() throws {
    let server = try OwnServer()
    let short = try #require(server.ask("/standard/authorize?\(Self.begin)a").headers[.location])
    let left = 32_000 - short.utf8.count
    let most = server.ask(
      "/standard/authorize?\(Self.begin)a" + String(repeating: "a", count: left))
    #expect(most.status == 302 && most.headers[.location]?.utf8.count == 32_000)
    let more = server.ask(
      "/standard/authorize?\(Self.begin)a" + String(repeating: "a", count: left + 1))
    #expect(more.status == 400 && !more.has(.location))
    #expect(
      more.text == "The redirect would be 32001 bytes long; at most 32000 are sent. "
        + "Send a shorter state.\n")
  }

  @Test("to a POST redirects with the provider's status for that, and to a GET with 302")
  func afterPost() throws {
    let server = try OwnServer(
      [OwnServer.provider(edits: ["\"after_post\": 303": "\"after_post\": 301"])],
      casts: [
        """
        {"schema": 1, "kind": "cast", "clients": [
          {"provider": "own", "client_id": "web", "redirect_uris": ["http://127.0.0.1:7999/cb"]}]}
        """
      ])
    for (id, status) in [("standard", 303), ("own", 301)] {
      #expect(server.ask(.post, "/\(id)/authorize", form: Self.begin).status.code == status)
      #expect(server.ask(.get, "/\(id)/authorize?\(Self.begin)").status == 302)
    }
  }

  @Test(
    "adds its parameters to those of the redirect URI",
    arguments: [
      ("https://a.example/cb", "https://a.example/cb?error="),
      ("https://a.example/cb?", "https://a.example/cb?error="),
      ("https://a.example/cb?a=b", "https://a.example/cb?a=b&error="),
      ("https://a.example/cb?a=b&", "https://a.example/cb?a=b&&error="),
    ])
  func query(_ uri: String, _ expected: String) throws {
    let server = try OwnServer(
      casts: [
        """
        {"schema": 1, "kind": "cast", "clients": [
          {"provider": "standard", "client_id": "app", "redirect_uris": ["\(uri)"]}]}
        """
      ])
    let encoded = QueryStyle().encode([
      ("client_id", "app"), ("redirect_uri", uri), ("response_type", "no"), ("state", "s 1"),
    ])
    let location = server.ask("/standard/authorize?\(encoded)").headers[.location] ?? ""
    #expect(location.hasPrefix(expected), "\(location)")
    #expect(location.hasSuffix("&state=s+1&iss=http%3A%2F%2Flocalhost%2Fstandard"), "\(location)")
    let fragment = server.ask("/standard/authorize?\(encoded)&response_mode=fragment")
    #expect(fragment.headers[.location]?.hasPrefix("\(uri)#error=") == true)
    let form = server.ask("/standard/authorize?\(encoded)&response_mode=form_post")
    #expect(form.status == 200 && !form.has(.location))
    let action = uri.replacing("&", with: "&amp;")
    #expect(form.text.contains("<form method=\"post\" action=\"\(action)\">"), "\(form.text)")
    #expect(form.text.contains("name=\"state\" value=\"s 1\""))
  }

  // MARK: Cookies of links

  /// `oclc`, which sends browsers on by links, with a cookie for each.
  private func marking(_ link: String) throws -> OwnServer {
    var text = Engine.text("providers/oclc.json")
    for (old, new) in [
      ("\"id\": \"oclc\"", "\"id\": \"own\""),
      ("authn.sd00.worldcat.org", "login.own.test"), ("oauth.oclc.org", "oauth.own.test"),
      ("{registry}.share.worldcat.org", "{registry}.share.own.test"),
      (
        "\"cookies\": {",
        "\"cookies\": { \"link\": { \"name\": \"at_\", \"parameter\": \"mark\", \"value\": \"[x]{3}\", \(link) },"
      ),
      (
        "\"institution\": { \"to\": \"institution\", \"query\": { \"RelayState\": \"{{txn.id}}\" } }",
        "\"institution\": { \"to\": \"institution\", \"query\": { \"RelayState\": \"{{txn.id}}\" }, \"raw_query\": \"mark={{query.m?}}\" }"
      ),
    ] {
      let place = try #require(text.firstRange(of: old))
      text.replaceSubrange(place, with: new)
    }
    return try OwnServer(
      [text],
      casts: [
        """
        {"schema": 1, "kind": "cast", "clients": [
          {"provider": "own", "client_id": "app", "redirect_uris": ["https://a.example/cb"]}],
         "tables": {"own": {"institutions": [{"id": "128807", "name": "One"}]}}}
        """
      ])
  }

  @Test("that leads along a link marks the browser by what stands in the link")
  func marks() throws {
    let query =
      "/oauth2/authorizeCode?client_id=app&redirect_uri=https://a.example/cb&response_type=code"
      + "&scope=SCIM"
    func cookie(
      _ more: String, _ link: String = "\"site\": true", host: String = "login.own.test",
      method: HTTPRequest.Method = .get, scheme: String = "https", path: String = ""
    ) throws -> String? {
      let answer = try marking(link).ask(method, path + query + more, host: host, scheme: scheme)
      #expect(answer.status == 302, "\(answer.text)")
      return answer.headers.first { $0.value.hasPrefix("at_") }?.value
    }
    #expect(
      try cookie("&m=7")
        == "at_7=xxx; Path=/; Domain=own.test; Secure; HttpOnly; SameSite=Lax")
    #expect(
      try cookie("&m=7", "\"site\": false")
        == "at_7=xxx; Path=/; Secure; HttpOnly; SameSite=Lax")
    #expect(
      try cookie("&m=7", host: "localhost", scheme: "http", path: "/own")
        == "at_7=xxx; Path=/own; HttpOnly; SameSite=Lax")
    #expect(try cookie("") == nil, "there is nothing to be marked by")
    #expect(try cookie("&m=7", method: .head) == nil, "HEAD does nothing")
  }
}
