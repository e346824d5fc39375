import Foundation
import Testing

@Suite("A page that refuses a browser")
struct RefusalNoteTests {
  private static let wrong =
    "/standard/authorize?client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7998/other"

  private static func page(_ options: [String], accept: String? = "text/html") throws -> String {
    let served = try Served(options)
    defer { _ = served.stop() }
    return try served.send("GET", wrong, accept.map { ["Accept": $0] } ?? [:]).body
  }

  @Test("links the journal's entry, and shows what was sent and what is registered")
  func note() throws {
    let page = try Self.page([])
    #expect(page.contains("<a href=\"/_understudy/#/default/journal/1\">"), "\(page)")
    for uri in ["http://127.0.0.1:7998/other", "http://127.0.0.1:7999/cb"] {
      #expect(page.contains(uri), "\(uri) in \(page)")
    }
  }

  @Test(
    "has no note for programs, with --plain, and where the journal needs a token",
    arguments: [
      ([], nil), (["--plain"], "text/html"),
      (["--control-token", "0123456789abcdef"], "text/html"),
      (["--allow-host", "mock.example"], "text/html"),
    ] as [([String], String?)])
  func none(_ options: [String], _ accept: String?) throws {
    let page = try Self.page(options, accept: accept)
    #expect(page.contains("</main>") && !page.contains("_understudy/#"), "\(page)")
  }

  @Test(
    "is shown to browsers where no endpoint answers, and only to them",
    arguments: [
      ([], "text/html,*/*", true), ([], nil, false), ([], "application/json", false),
      (["--plain"], "text/html", false),
      (["--control-token", "0123456789abcdef"], "text/html", false),
    ] as [([String], String?, Bool)])
  func nowhere(_ options: [String], _ accept: String?, _ isPage: Bool) throws {
    let served = try Served(options)
    defer { _ = served.stop() }
    let answer = try served.send(
      "GET", "/standrad/a<b", accept.map { ["Accept": $0] } ?? [:])
    #expect(answer.status == 404)
    let meant = isPage ? "<a href=\"/#standard\">/standard/…</a>" : "/standard/…"
    #expect(answer.body.contains("Did you mean \(meant)?"), "\(answer.body)")
    #expect(answer.all("content-type") == ["text/\(isPage ? "html" : "plain"); charset=utf-8"])
    #expect(answer.body.contains("<a href=\"/\">All providers</a>") == isPage, "\(answer.body)")
    #expect(answer.body.contains("/_understudy/#/default/journal/1") == isPage)
    #expect(!isPage || answer.body.contains("a&lt;b"))
  }

  @Test(
    "links the provider that is meant, on the page that has it", arguments: ["", "/_sandbox/s"])
  func providers(_ prefix: String) throws {
    let served = try Served()
    defer { _ = served.stop() }
    _ = try served.send("POST", "/_understudy/sandboxes", body: #"{"id": "s"}"#)
    let html = ["Accept": "text/html"]
    let page = try served.send("GET", prefix + "/google/nothing/here", html).body
    #expect(page.contains("<a href=\"\(prefix)/#google\">google</a>"), "\(page)")
    let list = try served.send("GET", prefix + "/authorize", html).body
    #expect(list.contains("<a href=\"\(prefix)/#github\">/github/…</a>"), "\(list)")
    #expect(try served.get(prefix + "/").body.contains("<h2 id=\"github\">"))
  }

  @Test(
    "offers the account that is signed in, and another one",
    arguments: [
      ("/standard/authorize", "/standard/login", "web"),
      (
        "/kakao/oauth/authorize", "/kakao/oauth/authorize/login", "a0000000000000000000000000000001"
      ),
    ])
  func accounts(_ authorize: String, _ signIn: String, _ client: String) throws {
    let served = try Served()
    defer { _ = served.stop() }
    let asked =
      authorize
      + "?client_id=\(client)&response_type=code&redirect_uri=http://127.0.0.1:7999/cb&prompt="
    let login = try served.get(asked + "login")
    #expect(!login.body.contains("Use another account"))
    let ticket = try #require(
      login.body.firstMatch(of: /name="ticket" value="([^"]+)"/).map { String($0.1) })
    let cookies = login.all("set-cookie").map { String($0.prefix { $0 != ";" }) }
    let signedIn = try served.send(
      "POST", signIn,
      [
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": cookies.joined(separator: "; "),
      ], body: "ticket=\(ticket)&understudy_person=bob")
    let session = signedIn.all("set-cookie").map { String($0.prefix { $0 != ";" }) }
    let cookie = ["Cookie": (cookies + session).joined(separator: "; ")]
    let again = try served.send("GET", asked + "select_account", cookie).body
    #expect(again.contains("You are signed in as <b>Bob"), "\(again)")
    #expect(again.contains(">Continue as Bob") && again.contains("Use another account"))
    let forced = try served.send("GET", asked + "login", cookie).body
    #expect(!forced.contains("Use another account"))
  }
}
