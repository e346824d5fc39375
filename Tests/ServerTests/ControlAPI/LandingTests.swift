import Basics
import Engine
import ProviderModel
import Server
import Testing

@Suite("The landing page")
struct LandingTests {
  static let providers = ["standard", "instagram", "vk", "azure-ad-b2c", "oclc"]

  /// The data block of a landing page: what the browser makes of it.
  private func data(_ page: String) throws -> JSONValue {
    let open = "<script type=\"application/json\" id=\"data\">"
    let start = try #require(page.firstRange(of: open)).upperBound
    let end = try #require(page[start...].firstRange(of: "</script>")).lowerBound
    return try JSONReader().read(Array(page[start..<end].utf8), file: "data").root
  }

  private func plan(
    _ house: House, _ provider: String, under prefix: String = "", host: String = "localhost"
  ) throws -> JSONValue {
    let page = try house.send(
      .get, "\(prefix)/_understudy/landing?try=\(provider)&type=code", host: host)
    #expect(page.status == .ok)
    return try #require(try data(page.text)["try"])
  }

  /// An authorization request as the page's script writes it, and its answer.
  private func ask(
    _ house: House, _ plan: JSONValue, redirect: String? = nil, client: String? = nil,
    host: String = "localhost"
  ) throws -> Answer {
    func text(_ name: String) -> String { plan[name]?.stringValue ?? "" }
    let names = plan["authorize"]?["names"]
    var url = try #require(plan["authorize"]?["url"]?.stringValue)
    let query: [(String, String)] = [
      ("client_id", client ?? text("client_id")),
      ("redirect_uri", redirect ?? text("redirect_uri")),
      ("response_type", "code"), ("scope", text("scope")), ("state", "s"), ("nonce", "n"),
    ]
    url +=
      (url.contains("?") ? "&" : "?")
      + QueryStyle.rfc3986.encode(
        query.compactMap { name, value in
          names?[name]?.stringValue.map { (name: $0, value: value) }
        })
    let path = url.split(separator: "/", maxSplits: 3)[2...].joined(separator: "/")
    return try house.send(.get, "/" + path, host: host)
  }

  /// Whether the request may go on: a page to sign in, or the way there.
  private func goesOn(_ answer: Answer) -> Bool {
    let location = answer.headers[.location] ?? ""
    return (answer.status == .ok && answer.text.contains("type=\"password\""))
      || (answer.status.code == 302 && location.hasPrefix("http://localhost/")
        && !location.contains("error"))
  }

  @Test(
    "is where the try-out client of each provider comes back, and no other address",
    arguments: providers)
  func registered(provider: String) throws {
    let house = try House()
    let plan = try plan(house, provider)
    #expect(plan["redirect_uri"] == "http://localhost/_understudy/landing")
    #expect(goesOn(try ask(house, plan)))
    let others = [
      "http://localhost:1/_understudy/landing", "https://localhost/_understudy/landing",
      "http://127.0.0.1/_understudy/landing", "http://localhost/_understudy/landing/x",
      "http://localhost/_sandbox/a/_understudy/landing", "https://client.example/cb",
    ]
    for other in others {
      let answer = try ask(house, plan, redirect: other)
      #expect(!goesOn(answer), "\(other)")
      // B2C goes on at the one that is registered.
      let location = answer.headers[.location] ?? ""
      #expect(
        location.isEmpty || location.hasPrefix("http://localhost/_understudy/landing?"), "\(other)")
    }
  }

  @Test("has the browser forget its session, where somebody else wants to try")
  func somebodyElse() throws {
    let house = try House()
    for (provider, cookie) in [
      ("auth0", "auth0=; Path=/auth0; Max-Age=0; HttpOnly; SameSite=Lax"),
      ("azure-ad-b2c", "x-ms-cpim-sso:kidventusb2c.onmicrosoft.com_0=; Path=/azure-ad-b2c;"),
    ] {
      let start = "/_understudy/landing?try=\(provider)&type=code"
      let forgotten = try house.send(.get, start + "&someone_else=yes").headers[.setCookie]
      #expect(forgotten?.hasPrefix(cookie) == true, "\(forgotten ?? "")")
      #expect(try house.send(.get, start).headers[.setCookie] == nil)
    }
  }

  @Test("says why a provider can't be tried")
  func untried() throws {
    let house = try House()
    func why(_ provider: String) throws -> String? {
      let page = try house.send(.get, "/_understudy/landing?try=\(provider)")
      return try data(page.text)["why"]?.stringValue
    }
    #expect(try why("auht0") == "No provider has the ID \"auht0\"; did you mean \"auth0\"?")
    #expect(
      try why("kubernetes")?.hasPrefix(
        "Kubernetes has no page to sign in: it issues tokens to workloads") == true)
    #expect(try why("auth0") == nil)
  }

  @Test("is nobody else's redirect URI", arguments: providers)
  func others(provider: String) throws {
    let house = try House()
    let plan = try plan(house, provider)
    let box = "/_understudy/sandboxes/default"
    let shown = try house.send(.get, "\(box)/providers/\(provider)").json()["try_out"]
    #expect(shown?["client_id"] == plan["client_id"])
    #expect(shown?["url"]?.stringValue == "http://localhost/_understudy/landing?try=\(provider)")
    let clients = try house.send(.get, "\(box)/clients").json().arrayValue
    let ids = (clients ?? []).filter { $0["provider"]?.stringValue == provider }.compactMap {
      $0["client_id"]?.stringValue
    }
    #expect(!ids.isEmpty && !ids.contains(plan["client_id"]?.stringValue ?? ""))
    for id in ids {
      let answer = try ask(house, plan, client: id)
      #expect(!goesOn(answer), "\(id)")
      // Where a provider tells the client, its words name what was sent.
      let path = (answer.headers[.location] ?? "").prefix { $0 != "?" && $0 != "#" }
      #expect(!path.contains("_understudy"), "\(id)")
    }
  }

  @Test("is a sandbox's own below its prefix, and the public one where there is a public URL")
  func origins() throws {
    let house = try House { setting in
      setting.site.publicURLs = [PublicURL("https://mock.example")].compactMap(\.self)
    }
    let made = try house.send(.post, "/_understudy/sandboxes", ["id": "mine"])
    #expect(made.status.code == 201)
    let outer = try plan(house, "standard", host: "mock.example")
    #expect(outer["redirect_uri"] == "https://mock.example/_understudy/landing")
    let inner = try plan(house, "standard", under: "/_sandbox/mine", host: "mock.example")
    #expect(
      inner["redirect_uri"] == "https://mock.example/_sandbox/mine/_understudy/landing")
    #expect(inner["client_id"] == outer["client_id"])
    for (asked, sent, holds) in [
      (outer, outer, true), (inner, inner, true), (outer, inner, false), (inner, outer, false),
    ] {
      let answer = try ask(
        house, asked, redirect: sent["redirect_uri"]?.stringValue, host: "mock.example")
      #expect((answer.status == .ok) == holds)
    }
  }

  @Test("is not there under a provider's own host, and its client is not known there")
  func ownHost() throws {
    let house = try House()
    let client = try #require(try plan(house, "vk")["client_id"]?.stringValue)
    for scheme in ["http", "https"] {
      let query =
        "client_id=\(client)&response_type=code"
        + "&redirect_uri=\(scheme)://oauth.vk.com/_understudy/landing"
      let answer = try house.send(.get, "/authorize?\(query)", host: "oauth.vk.com")
      #expect(answer.status.code == 401)
      #expect(answer.text.contains("Security Error"), "nobody knows the client")
    }
  }

  @Test("does without where nothing serves it")
  func nowhere() throws {
    let plan = try plan(try House(), "standard")
    let house = try House { $0.site.landing = nil }
    #expect(try ask(house, plan).status.code == 400)
  }

  @Test("has client ids and scopes of the form that each provider asks for")
  func identifiers() throws {
    let house = try House()
    let forms = [
      "standard": "try-it-out", "instagram": "[0-9a-f]{32}", "vk": "[1-9][0-9]{6}",
      "azure-ad-b2c": "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "oclc": "[A-Za-z0-9]{80}",
    ]
    for (provider, form) in forms {
      let id = try plan(house, provider)["client_id"]?.stringValue ?? ""
      #expect(try Pattern(form).matches(id), "\(provider): \(id)")
      // The same at every start: what somebody has noted stays true.
      #expect(try plan(try House(), provider)["client_id"]?.stringValue == id)
    }
  }

  @Test("takes a form, and whatever stands in it stays text")
  func form() throws {
    let house = try House()
    let fields: [(name: String, value: String)] = [
      ("code", "</script><script>alert(1)</script>"), ("<b>", "\"'&\u{2028}"), ("state", "ä"),
    ]
    let request = Request(
      method: .post, authority: "localhost", target: "/_understudy/landing",
      headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Array(QueryStyle().encode(fields).utf8))
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    #expect(answer.status == .ok)
    #expect(!answer.text.contains("alert(1)</script>") && !answer.text.contains("<b>"))
    #expect(answer.text.components(separatedBy: "<script").count == 3)
    let form = try data(answer.text)["form"]?.arrayValue ?? []
    #expect(form.map { $0.arrayValue?.first?.stringValue } == fields.map(\.name))
    #expect(form.map { $0.arrayValue?.last?.stringValue } == fields.map(\.value))
    let policy = answer.headers[.contentSecurityPolicy] ?? ""
    #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
    #expect(answer.headers[.referrerPolicy] == "no-referrer")
  }

  @Test("stands before an app that is opened: the page says by whom, and offers a try without")
  func handover() throws {
    let house = try House()
    let front = try house.send(.get, "/").text
    let link =
      "/_understudy/landing?try=instagram&amp;client=1f074f314d1347789cc9d9a9d19ee342&amp;type=code"
    #expect(front.contains(link))
    let page = try house.send(.get, link.replacing("&amp;", with: "&"))
    #expect(page.status == .ok)
    for text in [
      "<code>nsscreencast:</code>", "nsscreencast://instagram_callback", "Continue as Screencast",
      "/instagram/oauth/authorize?client_id=1f074f314d1347789cc9d9a9d19ee342",
      "/_understudy/landing?try=instagram&amp;type=code", "--as alice",
    ] { #expect(page.text.contains(text), "\(text)") }
    // A web client needs no such page, and an unknown client gets none.
    #expect(!front.contains("client=web"))
    let other = try house.send(.get, "/_understudy/landing?try=instagram&client=nobody&type=code")
    #expect(other.text.contains("id=\"data\""))
  }

  @Test("is linked for every kind of answer at /, beside documents, console and control API")
  func linked() throws {
    let house = try House()
    let page = try house.send(.get, "/").text
    for provider in Self.providers {
      #expect(
        page.contains(
          "href=\"http://localhost/_understudy/landing?try=\(provider)&amp;type=code\""))
    }
    for text in [
      "href=\"http://localhost/standard/.well-known/openid-configuration\"",
      "href=\"http://localhost/standard/jwks\"", "href=\"/_understudy/#/default\"",
      "href=\"/_understudy/openapi.json\"", "<code>http://localhost/vk/access_token</code>",
    ] { #expect(page.contains(text), "\(text)") }
  }

  @Test("an own provider, with nothing bundled, is tried in the same way")
  func own() throws {
    let text = """
      { "schema": 1, "id": "own", "title": "Own", "extends": "standard", "hosts": { "main": "own.test" },
        "endpoints": {
          "authorize": { "kind": "authorize", "at": "main:/go", "methods": ["GET"] },
          "login": { "kind": "login", "at": "main:/login", "methods": ["POST"], "ticket": "ticket" },
          "token": { "kind": "token", "at": "main:/token", "methods": ["POST"], "read": { "form": true } }
        },
        "links": { "login": { "to": "login" } },
        "flow": { "stages": { "login": { "kind": "login", "page": "login" } } },
        "pages": { "login": { "deny": null }, "consent": null, "signed-out": null },
        "token": { "parameters": {
          "grant_type": {}, "client_id": {}, "client_secret": {}, "code": {}, "redirect_uri": {}, "code_verifier": {},
          "refresh_token": {}, "username": {}, "password": {}, "scope": {} },
          "client_auth": { "basic": true, "post": true },
          "grants": { "authorization_code": { "kind": "code", "answer": "token", "issues": { "access": true } } } },
        "shapes": { "token": { "json": { "access_token": "{{tok.access.value}}", "token_type": "Bearer" } } },
        "scope": { "known": { "read": "read" } } }
      """
    let file = LoadedFixtures.File(name: "own.json", bytes: Array(text.utf8))
    let house = try House(staging: LoadedFixtures(providers: [file], bundled: false))
    let plan = try plan(house, "own")
    // What is inherited names scopes that this one has not.
    #expect(plan["scope"] == "read")
    #expect(plan["client_secret"] != nil && plan["token"]?["authentication"] == "post")
    #expect(plan["resources"] == [] && plan["keys"] == nil)
    #expect(goesOn(try ask(house, plan)))
    #expect(try house.send(.get, "/").text.contains("/_understudy/landing?try=own&amp;type=code"))
  }
}
