import Basics
import ProviderModel
import Server
import Testing

@Suite("The front page")
struct FrontPageTests {
  /// A provider that no cast has a client for.
  static let own = LoadedFixtures.File(
    name: "own.json",
    bytes: Array(
      """
      { "schema": 1, "id": "own", "title": "Own", "extends": "standard",
        "hosts": { "main": "own.test" },
        "endpoints": {
          "authorize": { "kind": "authorize", "at": "main:/go", "methods": ["GET"] },
          "login": { "kind": "login", "at": "main:/login", "methods": ["POST"], "ticket": "ticket" },
          "token": { "kind": "token", "at": "main:/token", "methods": ["POST"],
            "read": { "form": true } },
          "keys": { "kind": "document", "at": "main:/keys", "methods": ["POST", "GET"],
            "answer": "jwks" },
          "introspect": { "kind": "introspect", "at": "main:/introspect",
            "methods": ["GET", "POST"], "read": { "query": true, "form": true },
            "token": { "form": ["token"] }, "answer": "active" } },
        "links": { "login": { "to": "login" } },
        "flow": { "stages": { "login": { "kind": "login", "page": "login" } } },
        "pages": { "login": { "deny": null }, "consent": null, "signed-out": null,
          "sign-out": null },
        "token": { "parameters": {
          "grant_type": {}, "client_id": {}, "client_secret": {}, "code": {}, "redirect_uri": {},
          "code_verifier": {}, "refresh_token": {}, "username": {}, "password": {}, "scope": {} },
          "client_auth": { "basic": true, "post": true },
          "grants": { "authorization_code": { "kind": "code", "answer": "token",
            "issues": { "access": true } } } },
        "shapes": {
          "token": { "json": { "access_token": "{{tok.access.value}}", "token_type": "Bearer" } },
          "active": { "json": { "active": true } }, "jwks": { "json": { "keys": "{{keys}}" } } },
        "scope": { "known": { "read": "read" } } }
      """.utf8))

  private static let shared = Result { try House() }

  private func page(_ house: House? = nil) throws -> String {
    try (house ?? Self.shared.get()).send(.get, "/").text
  }

  /// The part of the page about one provider.
  private func section(_ provider: String, of page: String) throws -> String {
    let start = "<section aria-labelledby=\"\(provider)\">"
    let rest = try #require(page.components(separatedBy: start).dropFirst().first)
    return try #require(rest.components(separatedBy: "</section>").first)
  }

  @Test("shows passwords and secrets, and hides both where others could read them")
  func passwords() throws {
    let fact = "<dt>Client secret</dt><dd><code>understudy-secret-0123456789</code></dd>"
    let secret = "<dt>client_secret</dt><dd><code>understudy-secret-0123456789</code></dd>"
    let shown = try page()
    #expect(shown.contains("<code class=\"whole\">wonderland</code></td>"))
    #expect(shown.contains(secret) && shown.contains(fact) && !shown.contains("(hidden)"))
    let hidden = try page(House { $0.house.showsPasswords = false })
    #expect(hidden.contains("<code class=\"whole\">(hidden)</code></td>"))
    #expect(hidden.contains("<dt>client_secret</dt><dd><code>(hidden)</code></dd>"))
    #expect(!hidden.contains("wonderland") && !hidden.contains("understudy-secret"))
  }

  @Test("shows the address of an MCP server that its metadata names, whichever way programs come")
  func servers() throws {
    let house = try House {
      $0.site.publicURLs = [PublicURL("https://mock.example")].compactMap(\.self)
      $0.site.internalURLs = [PublicURL("http://understudy:8400")].compactMap(\.self)
    }
    let metadata = try house.send(
      .get, "/.well-known/oauth-protected-resource/standard/mcp", host: "mock.example"
    ).json()
    let resource = try #require(metadata["resource"]?.stringValue)
    #expect(resource == "http://understudy:8400/standard/mcp")
    let page = try house.send(.get, "/", host: "mock.example").text
    #expect(try section("standard", of: page).contains("<dd><code>\(resource)</code></dd>"))
  }

  @Test("lists the clients of a provider below it, and says where there is none")
  func clients() throws {
    let page = try page()
    let standard = try section("standard", of: page)
    #expect(standard.contains("<dd><code>web</code></dd>"))
    #expect(standard.contains("<dd><code>native</code></dd>"))
    #expect(!standard.contains("<dd><code>753197</code></dd>"))
    #expect(try section("vk", of: page).contains("<dd><code>753197</code></dd>"))
    #expect(!page.contains("The cast has no client of this provider."))
    let own = try self.page(
      House(staging: LoadedFixtures(providers: [Self.own], bundled: false)))
    let empty = try section("own", of: own)
    #expect(
      empty.contains("<p>The cast has no client of this provider.</p>") && !empty.contains("<ul>"))
  }

  @Test("opens the first card alone, and puts people below")
  func cards() throws {
    let page = try page()
    #expect(page.ranges(of: "<details class=\"card\" open>").count == 1)
    let people = try #require(page.firstRange(of: "id=\"people\""))
    let last = try #require(page.ranges(of: "<details class=\"card\"").last)
    #expect(last.lowerBound < people.lowerBound)
    #expect(page.contains("<input id=\"search\""))
    let own = try self.page(House(staging: LoadedFixtures(providers: [Self.own], bundled: false)))
    #expect(!own.contains("<input id=\"search\""))
  }

  @Test("has the settings of an app: by the issuer where there is one, else by the endpoints")
  func settings() throws {
    let page = try page()
    let standard = try section("standard", of: page)
    for text in [
      "<dt>Issuer</dt><dd><code>http://localhost/standard</code></dd>",
      "OIDC_ISSUER=http://localhost/standard\nOIDC_CLIENT_ID=web\nOIDC_CLIENT_SECRET=",
      "AUTH_UNDERSTUDY_ISSUER=http://localhost/standard\n",
      "spring.security.oauth2.client.provider.understudy.issuer-uri=http://localhost/standard<",
      "UNDERSTUDY_SERVER_METADATA_URL=http://localhost/standard/.well-known/openid-configuration<",
      "tokenURL: &#34;http://localhost/standard/token&#34;,",
    ] {
      #expect(standard.replacing("&quot;", with: "&#34;").contains(text), "\(text)")
    }
    let vk = try section("vk", of: page)
    #expect(vk.contains("<dt>Authorization endpoint</dt><dd><code>http://localhost/vk/authorize"))
    #expect(vk.contains("OAUTH_TOKEN_URL=http://localhost/vk/access_token\n"))
    #expect(!vk.contains("OIDC_ISSUER") && !vk.contains("<dt>Issuer</dt>"))
  }

  @Test("links documents only below providers that have some")
  func documents() throws {
    let page = try page()
    let standard = try section("standard", of: page)
    #expect(
      standard.contains(
        "<p class=\"documents\">Documents: <a href=\"http://localhost/standard/.well-known/openid-configuration\">"
      ))
    #expect(standard.contains("<a href=\"http://localhost/standard/jwks\">jwks</a>, "))
    #expect(standard.contains(">.well-known/openid-configuration</a>"))
    #expect(!(try section("vk", of: page)).contains("Documents:"))
  }

  @Test("links the page for user codes only below providers that have one")
  func devices() throws {
    let page = try page()
    #expect(
      try section("standard", of: page).contains(
        "<p class=\"devices\">Devices: <a href=\"http://localhost/standard/device\">enter a user code</a></p>"
      ))
    #expect(!(try section("vk", of: page)).contains("Devices:"))
  }

  @Test("offers no try with the landing page where nothing serves that")
  func noLanding() throws {
    #expect(try page().contains("<div class=\"tries\">"))
    let house = try House { $0.site.landing = nil }
    #expect(!(try page(house)).contains("<div class=\"tries\">"))
    let path = "/_understudy/sandboxes/default/providers/vk"
    #expect(try house.send(.get, path).json()["try_out"] == nil)
    #expect(try Self.shared.get().send(.get, path).json()["try_out"] != nil)
  }

  @Test("begins with a code, among the response types to try")
  func types() throws {
    let tries =
      try section("standard", of: page()).components(separatedBy: "<details class=\"settings\">")
      .first ?? ""
    let types = tries.matches(of: /response type ([^"]*)"/).map { String($0.1) }
    #expect(
      types == [
        "code", "code id_token", "code id_token token", "code token", "id_token",
        "id_token token", "token",
      ])
  }

  // MARK: Links

  /// The addresses to try a client, in the order of the page.
  private func links(_ client: String, of page: String) -> [String] {
    page.matches(of: /href="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
      .filter { $0.contains("client_id=\(client)&") }
  }

  @Test("asks for the default scope, and for openid and a nonce with an ID token")
  func scopes() throws {
    let page = try page()
    func link(_ more: String) -> String {
      "http://localhost/standard/authorize?client_id=web"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&response_type=" + more
    }
    let links = links("web", of: page)
    #expect(links.contains(link("code&state=try")))
    #expect(links.contains(link("code%20token&state=try")))
    #expect(links.contains(link("id_token&scope=openid&state=try&nonce=try")))
    #expect(links.contains(link("code%20id_token&scope=openid&state=try&nonce=try")))
    #expect(
      self.links("f68621ad1bd44bbf90818fe6851644cb", of: page).first?.hasSuffix(
        "&response_type=code&scope=basic&state=try") == true)
    #expect(
      self.links("753197", of: page).first?.hasSuffix("&response_type=code&state=try") == true,
      "VK requires no scope and has no default")
  }

  @Test("makes a choice that stands before the login, and names a scope that is required")
  func choices() throws {
    let key = "WebClientKey" + String(repeating: "0", count: 68)
    #expect(
      try links(key, of: page()).first
        == "http://localhost/oclc/oauth2/authorizeCode?authenticatingInstitutionId=128807"
        + "&contextInstitutionId=128807&client_id=\(key)"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb&response_type=code&scope=WMS_NCIP"
        + "&state=try")
  }

  @Test(
    "asks for a client's own scopes, and for openid only once",
    arguments: [
      ("oclc", ["SCIM"], "code", "&scope=SCIM&state=try"),
      ("standard", ["openid", "email"], "id_token", "&scope=openid%20email&state=try&nonce=try"),
      ("standard", ["email"], "id_token", "&scope=email%20openid&state=try&nonce=try"),
    ])
  func own(_ provider: String, _ scopes: [String], _ type: String, _ end: String) throws {
    let house = try House()
    let made = try house.send(
      .put, "/_understudy/sandboxes/default/clients/\(provider)/777",
      [
        "redirect_uris": ["https://a.test/cb"], "response_types": [JSONValue(.string(type))],
        "scopes": JSONValue(.array(scopes.map { JSONValue(.string($0)) })),
      ])
    #expect(made.status == .ok, "\(made.text)")
    let links = try links("777", of: page(house))
    #expect(links.count == 1 && links.first?.hasSuffix(end) == true, "\(links)")
  }
}
