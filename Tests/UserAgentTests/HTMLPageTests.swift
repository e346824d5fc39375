import Testing

@testable import UserAgent

@Suite("A page")
struct HTMLPageTests {
  @Test("gives its forms, buttons, links and alerts, however it is written")
  func read() throws {
    let page = HTMLPage(
      """
      <!DOCTYPE html><!-- <form action="no"> --><style>a > b { }</style><script>"<form>"</script>
      <div role="alert">Wrong <b>password</b>.</div>
      <FORM method=POST action='/login?a=1&amp;b=2'>
      <input type=hidden name="t" value="&quot;x&quot;"><INPUT name=user autocomplete="username">
      <input type="password" name="pass"><button name="go" value="1">Sign&nbsp;in</button></FORM>
      <a id="cancel" href="/no?x=%20">No, <i>thanks</i></a> and more
      """)
    let form = try #require(page.forms.first)
    #expect(page.forms.count == 1 && form.isPost && form.action == "/login?a=1&b=2")
    #expect(form.fields.map(\.name) == ["t", "user", "pass", "go"])
    #expect(form.fields.first?.value == "\"x\"")
    #expect(form.buttons.first?.text == "Sign in")
    #expect(page.alerts == ["Wrong password."])
    #expect(page.links.first?.href == "/no?x=%20")
    #expect(page.links.first?.text == "No, thanks")
  }

  @Test(
    "that breaks off is read as far as it goes",
    arguments: [
      "<form action=x><input name=a", "<", "<a href='", "<!-- ", "&#xZZ; &unknown; &#99999999;", "",
    ])
  func broken(_ html: String) {
    let page = HTMLPage(html)
    #expect(page.links.isEmpty)
  }
}

@Suite("An address")
struct WebAddressTests {
  @Test(
    "resolves references as RFC 3986 §5.4 has them",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("", "http://a/b/c/d;p?q"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g#s/../x", "http://a/b/c/g#s/../x"),
      ("urn:ietf:x", "urn:ietf:x"), ("app://done#token=1", "app://done#token=1"),
    ])
  func resolve(_ reference: String, _ expected: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(reference)?.description == expected)
  }

  @Test(
    "knows host and port",
    arguments: [
      ("http://127.0.0.1:8400/x", "127.0.0.1", 8400), ("http://[::1]:81", "[::1]", 81),
      ("https://Example.test", "example.test", 443),
    ])
  func parts(_ text: String, _ host: String, _ port: Int) throws {
    let address = try #require(WebAddress(text))
    #expect(address.host == host && Int(address.port) == port)
  }
}

@Suite("A cookie jar")
struct CookieJarTests {
  private func line(_ set: [String], from: String, to: String) throws -> String? {
    var jar = CookieJar()
    let origin = try #require(WebAddress(from))
    for line in set { jar.take(line, from: origin) }
    return jar.line(for: try #require(WebAddress(to)))
  }

  @Test("sends cookies back where they belong")
  func scope() throws {
    let a = "http://a.test/x/y"
    #expect(try line(["k=1; Path=/"], from: a, to: "http://a.test/z") == "k=1")
    #expect(try line(["k=1"], from: a, to: "http://a.test/x/z") == "k=1")
    #expect(try line(["k=1"], from: a, to: "http://a.test/z") == nil)
    #expect(try line(["k=1; Path=/vk"], from: a, to: "http://a.test/vkontakte") == nil)
    #expect(try line(["k=1; Path=/"], from: a, to: "http://b.a.test/") == nil)
    #expect(try line(["k=1; Path=/; Domain=.a.test"], from: a, to: "http://b.a.test/") == "k=1")
    #expect(try line(["k=1; Path=/; Domain=other.test"], from: a, to: "http://other.test/") == nil)
    #expect(try line(["k=1; Path=/", "k=2; Path=/"], from: a, to: "http://a.test/") == "k=2")
    #expect(
      try line(["k=1; Path=/", "k=; Path=/; Max-Age=0"], from: a, to: "http://a.test/") == nil)
    #expect(try line(["a:b=c=d; Path=/"], from: a, to: "http://a.test/") == "a:b=c=d")
    // The accent stands behind the semicolon, and not on it.
    #expect(try line(["k=1;\u{301}=2; Path=/"], from: a, to: "http://a.test/") == "k=1")
  }

  @Test("reads what it wrote")
  func json() throws {
    var jar = CookieJar()
    jar.take("k=1; Path=/; Domain=a.test", from: try #require(WebAddress("http://a.test/")))
    let again = try #require(CookieJar(json: jar.json))
    #expect(again.json == jar.json && again.cookies.count == 1)
    #expect(CookieJar(json: ["no": "jar"]) == nil)
  }
}
