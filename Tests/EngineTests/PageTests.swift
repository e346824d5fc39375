import Basics
import Engine
import ProviderModel
import Server
import Testing

@Suite("Pages")
struct PageTests {
  /// What every page needs to be read by everyone, on anything.
  private func isAccessible(_ page: String, _ name: String, hasScript: Bool = false) {
    #expect(page.hasPrefix("<!doctype html>"), "\(name)")
    #expect(page.contains("<html lang=\"en\">"), "\(name)")
    #expect(page.contains("name=\"viewport\" content=\"width=device-width"), "\(name)")
    #expect(page.components(between: "<title>", and: "</title>").first?.isEmpty == false)
    #expect(page.components(between: "<h1>", and: "</h1>").count == 1, "\(name)")
    #expect(page.components(between: "<main>", and: "</main>").count == 1, "\(name)")
    #expect(page.contains("prefers-color-scheme: dark"), "\(name)")
    // An input stands in its label, has a label of its own, or is hidden.
    let labelled = page.components(between: "<label", and: "</label>")
    let inputs = page.components(between: "<input ", and: ">").filter {
      !$0.hasPrefix("type=\"hidden\"") && !$0.contains("aria-label=\"")
    }
    #expect(labelled.count { $0.contains("<input ") } == inputs.count, "\(name)")
    #expect(page.contains("<script") == hasScript, "\(name)")
    #expect(!page.contains("style=\""), "\(name): the policy allows none")
  }

  @Test("can be read by everyone, on a phone and in the dark", arguments: TranscriptTests.starts)
  func accessible(provider: String, good: String) throws {
    let visitor = try Visitor(provider).open(good)
    isAccessible(visitor.page, "\(provider) login")
    let name = [
      "vk": "email", "azure-ad-b2c": "signInName",
    ][provider, default: "username"]
    let password = provider == "vk" ? "pass" : "password"
    visitor.submit([name: "alice", password: "wrong"])
    isAccessible(visitor.page, "\(provider) wrong password")
    #expect(visitor.page.contains("role=\"alert\""))
    visitor.submit([name: "alice", password: "wonderland"])
    if visitor.status == 200 { isAccessible(visitor.page, "\(provider) consent") }
  }

  @Test("one click signs a person in, in a form of its own")
  func choice() throws {
    let visitor = try Visitor("standard").open(TranscriptTests.standard + "code")
    let forms = visitor.page.components(between: "<form", and: "</form>")
    // Alice and Bob, and four whose sign-in always ends in one way.
    #expect(forms.count == 7)
    #expect(forms.dropFirst().allSatisfy { $0.contains("name=\"understudy_person\"") })
    #expect(forms.first?.contains("understudy_person") == false)
    let consent = visitor.submit(["understudy_person": "bob"])
    #expect(consent.page.contains("Signed in as Bob Builder"))
  }

  @Test(
    "a refused password keeps the name, and focus waits in the first empty field",
    arguments: TranscriptTests.starts)
  func refused(provider: String, good: String) throws {
    let visitor = try Visitor(provider).open(good)
    let field = ["vk": "email", "azure-ad-b2c": "signInName"][provider, default: "username"]
    func input(_ name: String) -> String {
      visitor.page.components(between: "<input ", and: ">").first {
        $0.contains("name=\"\(name)\"")
      } ?? ""
    }
    let password = provider == "vk" ? "pass" : "password"
    #expect(input(field).contains("value=\"\"") && input(field).contains("autofocus"))
    #expect(!input(password).contains("autofocus"))
    visitor.submit([field: "<alice>", password: "wrong"])
    #expect(input(field).contains("value=\"&lt;alice&gt;\""))
    #expect(!input(field).contains("autofocus") && input(password).contains("autofocus"))
    #expect(input(password).contains("aria-describedby=\"message\""))
    #expect(visitor.page.components(between: "id=\"message\"", and: ">").count == 1)
    #expect(visitor.page.contains(" lang=\"ru\">Указан") == (provider == "vk"))
  }

  @Test("what is ticked is granted: without boxes all, with boxes none but those")
  func boxes() throws {
    let start = "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb"
    func consent(_ scope: String, _ more: String = "") throws -> Visitor {
      let visitor = try Visitor("standard").open(
        start + "&response_type=token&scope=\(scope)\(more)")
      return visitor.submit(["understudy_person": "alice"])
    }
    let all = try consent("openid%20email")
    let boxes = all.page.components(between: "<label class=\"choice\">", and: "</label>")
    #expect(boxes.count == 2)
    #expect(
      boxes.allSatisfy { $0.contains("name=\"understudy_scope\"") && $0.contains(" checked>") })
    #expect(boxes[1].contains("see your e-mail address <small>email</small>"))
    #expect(try all.submit(["decision": "allow"]).parameter("scope") == "openid email")
    let some = try consent("openid%20email")
    some.submit(["decision": "allow", "understudy_scope": "openid"])
    #expect(try some.parameter("scope") == "openid")
    // The next request asks for more, and says what is known.
    some.open(start + "&response_type=token&scope=openid%20email")
    #expect(some.page.contains("<small>openid, allowed before</small>"))
    #expect(some.page.contains("<small>email</small>"))
    // Somebody who has taken away every tick says so by the button's own address.
    let none = try consent("openid%20email")
    let action = try #require(
      none.page.components(between: "formaction=\"", and: "\"").first)
    #expect(action == "http://\(Visitor.host)/standard/consent?understudy_chosen=1")
    let ticket = try #require(
      none.page.components(between: "name=\"ticket\" value=\"", and: "\"").first)
    none.open("/standard/consent?understudy_chosen=1", form: "ticket=\(ticket)&decision=allow")
    #expect(!none.location.contains("scope=openid") && none.location.contains("access_token="))
  }

  private func front(_ shown: MockServer.Options) throws -> String {
    var cast = Cast()
    let text = """
      { "schema": 1, "kind": "cast",
        "people": [ { "username": "<i>", "password": "p&p", "name": "<script>" } ],
        "clients": [ { "provider": "standard", "client_id": "a\\"b", "kind": "confidential", "name": "<b>x",
                       "secret": "0123456789abcdef<", "redirect_uris": ["https://a.example/?x='y'&z"] } ] }
      """
    let providers = try Visitor.providers()
    _ = try cast.add(Array(text.utf8), name: "cast", providers: ProviderCatalog(providers))
    var options = Site.Options()
    options.outside = MockServer.outside
    let sandbox = ServerState(site: Site(ProviderCatalog(providers), options: options), cast: cast)
    let house = MockServer(
      Sandboxes(sandbox, now: 0), fixtures: FixtureSet(), options: shown)
    let request = Request(authority: Visitor.host, target: "/")
    return String(decoding: house.answer(to: request, at: 0).body, as: UTF8.self)
  }

  @Test("the front page shows who plays, escaped, with a link for each kind of answer")
  func frontPage() throws {
    let page = try front(MockServer.Options())
    isAccessible(page, "front", hasScript: true)
    #expect(page.ranges(of: "<script").count == 1, "none comes from a cast")
    let escaped = [
      "&lt;script&gt;", "&lt;i&gt;", "p&amp;p", "&lt;b&gt;x", "a&quot;b", "&amp;z",
    ]
    for text in escaped {
      #expect(page.contains(text), "\(text)")
    }
    #expect(page.contains("0123456789abcdef&lt;"))
    for raw in ["<i>", "<b>"] { #expect(!page.contains(raw), "\(raw)") }
    #expect(page.contains("href=\"http://\(Visitor.host)/standard/authorize?client_id=a%22b&amp;"))
    #expect(page.contains("<code>/vk</code>"))
  }

  @Test("beyond loopback the front page shows neither passwords nor secrets")
  func hidden() throws {
    var options = MockServer.Options()
    options.showsPasswords = false
    let page = try front(options)
    #expect(!page.contains("p&amp;p"))
    #expect(!page.contains("0123456789abcdef"))
    #expect(page.contains("(hidden)"))
  }
}
