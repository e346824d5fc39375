import Basics
import Engine
import Testing

/// What a refusal tells to do is what helps.
@Suite("A hint")
struct HintTests {
  @Test(
    "at an address where nothing answers names what ends alike",
    arguments: [
      ("/standard/oauth2/token", "/standard/token"),
      ("/standard/oauth2/v1/authorize", "/standard/authorize"),
      ("/standard/protocol/openid-connect/userinfo", "/standard/userinfo"),
      ("/standard/oauth/access_token", "/standard/token"),
      ("/standard/tokn", "/standard/token"),
      (
        "/standard/openid-configuration", "/standard/.well-known/openid-configuration"
      ),
    ])
  func nowhere(_ path: String, _ meant: String) throws {
    let answer = try House().send(.get, path)
    #expect(answer.status == .notFound)
    #expect(answer.text.contains("\nDid you mean \(meant)?\n"), "\(answer.text)")
  }

  @Test("tells how many addresses it leaves out")
  func more() throws {
    let answer = try House().send(.get, "/azure-ad-b2c/nothing")
    let lines = answer.text.split(separator: "\n")
    let shown = lines.filter { $0.hasPrefix("  /azure-ad-b2c/") }.count
    #expect(shown == 12)
    let last = try #require(lines.last)
    #expect(last.hasPrefix("  and ") && last.hasSuffix(" more"), "\(last)")
  }

  @Test("about a redirect URI that is never taken does not tell to register it")
  func scripts() throws {
    for acceptsAny in [true, false] {
      let house = try House { $0.site.acceptsAnyClient = acceptsAny }
      let why = [
        ("javascript:alert(1)", "no browser is sent to a javascript: URI"),
        ("/cb", "it has no scheme (RFC 6749 §3.1.2)"),
        ("https://a.example/%0A", "it holds a control character"),
      ]
      for (uri, reason) in why {
        let page = try house.send(
          .get, "/standard/authorize?client_id=web&response_type=code&redirect_uri=\(uri)")
        #expect(page.status == .badRequest)
        let journal = try house.send(.get, "/_understudy/sandboxes/default/journal").json()
        let entry = try #require(journal.arrayValue?.last)
        #expect(
          entry["why"]?.stringValue?.hasSuffix(" is always refused: \(reason)") == true, "\(entry)")
        #expect(entry["remedy"]?.stringValue?.contains("redirect_uris") == false, "\(entry)")
      }
    }
  }

  @Test("about a client that a sandbox does not know names what adds it there, and that adds it")
  func strangers() throws {
    let box = try Site().sandbox(["id": "ci-1"])
    _ = try box.get("/standard/authorize?client_id=a%20b&redirect_uri=https://a.example/cb")
    var entry = try #require(try box.order("GET", "/journal").arrayValue?.last)
    let path = "/_understudy/sandboxes/ci-1/clients/standard/a%20b"
    #expect(
      entry["remedy"]?.stringValue
        == "add it to this sandbox: PUT \(path) with the JSON {\"redirect_uris\": [\"…\"]}")
    let added = try box.site.control(
      "PUT", String(path.dropFirst("/_understudy".count)),
      ["redirect_uris": ["https://a.example/cb"]])
    #expect(added.status == 200, "\(added.text)")
    #expect(
      try box.order("GET", "/clients").arrayValue?.contains { $0["client_id"] == "a b" } == true)
    _ = try box.post(
      "/standard/token", "grant_type=client_credentials&client_id=m2m&client_secret=x")
    entry = try #require(try box.order("GET", "/journal").arrayValue?.last)
    #expect(
      entry["remedy"]?.stringValue
        == "add it to this sandbox: PUT /_understudy/sandboxes/ci-1/clients/standard/m2m with the JSON {\"secret\": \"…\"}"
    )
  }
}
