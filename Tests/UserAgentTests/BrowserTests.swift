import Basics
import HTTPTypes
import Testing

@testable import UserAgent

@Suite("A browser on its way")
struct BrowserTests {
  private static let home = "http://a.test/"

  @Test("opens web addresses only", arguments: ["ftp://a.test/", "javascript:x", "a.test", ""])
  func start(_ url: String) {
    let site = FakeSite("")
    #expect(site.visit(url).why == "expected an address that starts with http://, found \(url)")
    #expect(site.requests.isEmpty)
  }

  @Test("leaves at an address that is not the provider's, and does not open it")
  func leaves() {
    let site = FakeSite([Self.home: .redirect("http://client.test/cb?code=1#x")])
    #expect(site.visit() == .left(["http://client.test/cb?code=1#x"], body: nil))
    #expect(site.requests.count == 1)
  }

  @Test("leaves at an address that is no web address, even of an origin that counts as home")
  func application() {
    let site = FakeSite([Self.home: .redirect("app://done?code=1")])
    var browser = site.browser()
    browser.home = ["app://done?code=1"]
    browser.isHome = { _ in true }
    #expect(browser.visit(Self.home).place == "app://done?code=1")
  }

  @Test("opens the provider's other hosts, by name or by origin", arguments: [true, false])
  func otherHosts(_ isNamed: Bool) {
    let site = FakeSite([
      Self.home: .redirect("http://b.test/"), "http://b.test/": .redirect("http://c.test/"),
    ])
    var browser = site.browser()
    if isNamed {
      browser.home = ["http://b.test"]
    } else {
      browser.isHome = { $0.host == "b.test" }
    }
    #expect(browser.visit(Self.home).place == "http://c.test/")
    #expect(site.requests.map(\.authority) == ["a.test", "b.test"])
  }

  @Test("leaves at the redirect URI of the request, even where it is the provider's own page")
  func ownCallback() {
    let site = FakeSite([Self.home: .redirect("/cb?code=1"), "http://a.test/cb": .page("opened")])
    let end = site.visit("http://a.test/?redirect_uri=http%3A%2F%2Fa.test%2Fcb")
    #expect(end.place == "http://a.test/cb?code=1")
    // Another path or another origin is another page.
    for other in ["http://a.test/other", "http://b.test/cb"] {
      let encoded = QueryStyle().encode(other)
      #expect(site.visit("http://a.test/?redirect_uri=\(encoded)").place == nil)
    }
  }

  @Test(
    "leaves at a fragment with a token or an error",
    arguments: [
      ("access_token=1", true), ("id_token=1", true), ("error=x", true), ("state=1", false),
    ])
  func fragment(_ fragment: String, _ isEnd: Bool) {
    let site = FakeSite([
      Self.home: .redirect("/b#\(fragment)"), "http://a.test/b": .page("opened"),
    ])
    #expect((site.visit().place == "http://a.test/b#\(fragment)") == isEnd)
    #expect(site.requests.count == (isEnd ? 1 : 2))
  }

  @Test("keeps its fragment where a redirect has none")
  func keepsFragment() {
    let redirect = Answer.redirect("http://client.test/cb")
    #expect(
      FakeSite([Self.home: redirect]).visit("http://a.test/#top").place
        == "http://client.test/cb#top")
    let own = Answer.redirect("http://client.test/cb#own")
    #expect(
      FakeSite([Self.home: own]).visit("http://a.test/#top").place == "http://client.test/cb#own")
  }

  @Test(
    "posts the form again after 307 and 308 alone",
    arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
  func postsAgain(_ code: Int, _ keeps: Bool) {
    let site = FakeSite([Self.home: .redirect("/b", code), "http://a.test/b": .page("", 500)])
    var browser = site.browser()
    _ = browser.visit(Self.home, posting: [(name: "k", value: "v w")])
    #expect(site.requests.map(\.method) == [.post, keeps ? .post : .get])
    #expect(site.requests[0].headers[.contentType] == "application/x-www-form-urlencoded")
    #expect(
      site.requests[1].headers[.contentType]
        == (keeps ? site.requests[0].headers[.contentType] : nil))
    #expect(String(decoding: site.requests[1].body, as: UTF8.self) == (keeps ? "k=v+w" : ""))
  }

  @Test("tells what a form would post where it leaves")
  func leavesWithForm() {
    let site = FakeSite([Self.home: .redirect("http://client.test/cb", 307)])
    var browser = site.browser()
    #expect(
      browser.visit(Self.home, posting: [(name: "k", value: "v")])
        == .left(["http://client.test/cb"], body: "k=v"))
  }

  @Test(
    "follows the redirects of RFC 9110 alone",
    arguments: [(300, false), (301, true), (308, true), (309, false), (200, false), (400, false)])
  func redirects(_ code: Int, _ follows: Bool) {
    let site = FakeSite([Self.home: .redirect("http://client.test/", code)])
    #expect((site.visit().place == "http://client.test/") == follows)
  }

  @Test(
    "stops at an answer that is no success, and tells its words",
    arguments: [(199, true), (200, false), (299, false), (300, true), (400, true)])
  func failure(_ code: Int, _ isFailure: Bool) {
    let site = FakeSite([Self.home: .page("<p>some words", code)])
    let why = site.visit().why ?? ""
    #expect(why.hasPrefix("http://a.test/: \(code): some words") == isFailure)
    #expect(why.contains("nothing to press") == !isFailure)
  }

  @Test("tells an alert rather than the page around it, and 200 characters of a longer text")
  func words() {
    let alert = #"<p>around</p><p role="alert"></p><p role="alert">the alert</p>"#
    #expect(
      FakeSite([Self.home: .page(alert, 400)]).visit().why == "http://a.test/: 400: the alert")
    for (count, shown) in [
      (200, String(repeating: "x", count: 200)), (201, String(repeating: "x", count: 200) + "…"),
    ] {
      let page = Answer.page(String(repeating: "x", count: count), 400)
      #expect(FakeSite([Self.home: page]).visit().why == "http://a.test/: 400: \(shown)")
    }
  }

  @Test("ends after so many steps as it may take")
  func steps() {
    let site = FakeSite([Self.home: .redirect("/")])
    #expect(site.visit { $0.mostSteps = 3 }.why == "http://a.test/: no end after 3 steps")
    #expect(site.requests.count == 3)
    let patient = FakeSite([Self.home: .redirect("/")])
    #expect(patient.visit().why == "http://a.test/: no end after 30 steps")
    #expect(patient.requests.count == 30)
  }

  @Test("tells why it is stuck: no connection, or a redirect that leads nowhere")
  func stuck() {
    #expect(FakeSite([:]).visit().why == "http://a.test/: no connection")
    let site = FakeSite([Self.home: .redirect("//:bad")])
    #expect(site.visit().place == "http://:bad/" || site.visit().why?.contains("nowhere") == true)
  }

  @Test("sends cookies back, and none where there are none")
  func cookies() {
    let site = FakeSite([
      Self.home: .redirect("/b").setting("k=1; Path=/"), "http://a.test/b": .page(""),
    ])
    _ = site.visit()
    #expect(site.requests.map { $0.headers[.cookie] } == [nil, "k=1"])
  }

  @Test("says each step, and asks for a page")
  func says() {
    var said: [String] = []
    let site = FakeSite([Self.home: .page("", 400)])
    var browser = site.browser()
    browser.say = { said.append($0) }
    _ = browser.visit("http://a.test/?k=1")
    #expect(said == ["GET http://a.test/"])
    #expect(site.requests[0].target == "/?k=1" && site.requests[0].authority == "a.test")
    #expect(site.requests[0].headers[.accept] == "text/html,application/xhtml+xml,*/*;q=0.8")
    #expect(site.requests[0].body.isEmpty && site.requests[0].headers[.contentType] == nil)
  }
}
