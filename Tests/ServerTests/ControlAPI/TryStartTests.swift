import Basics
import Server
import Testing

/// Where a try begins at a provider whose addresses name a tenant, which the person chooses otherwise.
@Suite("The address where a try begins")
struct TryStartTests {
  /// The own provider of the front page's tests, with a table of tenants.
  private static func provider() throws -> LoadedFixtures.File {
    var text = String(decoding: FrontPageTests.own.bytes, as: UTF8.self)
    for (mark, more) in [
      ("\"main:/go\"", "\"main:/{tenant}/go?v=1\""),
      (
        "\"introspect\": {",
        """
        "tenant": { "kind": "choose", "at": "main:/choose", "methods": ["GET", "POST"],
          "ticket": "ticket", "page": "tenant", "table": "tenants",
          "sets": { "login_hint": "name" } },
        "introspect": {
        """
      ),
      (
        "\"links\": {",
        """
        "vars": { "tenant": { "table": "tenants", "missing": "client_unknown" } },
        "tables": { "tenants": { "key": "name" } },
        "links": { "choose": { "to": "tenant" },
        """
      ),
      (
        "\"stages\": {",
        """
        "stages": { "tenant": { "kind": "choose", "page": "tenant",
          "when": { "not": { "has": "req.login_hint" } } },
        """
      ),
      (
        "\"pages\": {",
        """
        "pages": { "tenant": { "template": "choose", "submit": "choose",
          "hidden": { "ticket": "{{txn.id}}" }, "labels": { "title": "Choose" } },
        """
      ),
    ] {
      try #require(text.ranges(of: mark).count == 1, "\(mark)")
      text = text.replacing(mark, with: more)
    }
    return LoadedFixtures.File(name: "own.json", bytes: Array(text.utf8))
  }

  private func page(_ casts: [String]) throws -> String {
    let files = casts.map { LoadedFixtures.File(name: "cast.json", bytes: Array($0.utf8)) }
    let house = try House(
      staging: LoadedFixtures(providers: [Self.provider()], casts: files, bundled: false))
    return try house.send(.get, "/").text
  }

  @Test("has the first tenant chosen, behind the query that the address has already")
  func chosen() throws {
    let page = try page([
      """
      { "schema": 1, "kind": "cast", "tables": { "own": { "tenants": [{ "name": "acme" }] } },
        "clients": [{ "provider": "own", "client_id": "app", "response_types": ["code"],
          "redirect_uris": ["https://a.test/cb"] }] }
      """
    ])
    #expect(
      page.contains(
        "href=\"http://localhost/own/acme/go?v=1&amp;login_hint=acme&amp;client_id=app"
          + "&amp;redirect_uri=https%3A%2F%2Fa.test%2Fcb&amp;response_type=code&amp;state=try\""))
    #expect(page.contains("<div class=\"tries\">"))
  }

  @Test("is missing where the cast has no tenant, and then the page offers no try")
  func missing() throws {
    let page = try page([])
    #expect(page.contains("<section aria-labelledby=\"own\">"))
    #expect(!page.contains("<div class=\"tries\">"))
  }
}
