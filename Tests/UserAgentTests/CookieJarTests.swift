import Basics
import Testing

@testable import UserAgent

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

  @Test(
    "sends a domain's cookie to the domain and to the hosts below it, and to no lookalike",
    arguments: [
      ("example.com", true), ("www.example.com", true), ("a.b.example.com", true),
      ("EXAMPLE.com", true), ("badexample.com", false), ("example.com.evil.test", false),
      ("xample.com", false), ("com", false), ("example.com.", false), ("example.co", false),
    ])
  func lookalikes(_ host: String, _ isSent: Bool) throws {
    let sent = try line(
      ["k=1; Path=/; Domain=example.com"], from: "http://www.example.com/", to: "http://\(host)/")
    #expect((sent == "k=1") == isSent && (sent == nil) == !isSent)
  }

  @Test(
    "takes a domain's cookie from the domain and from the hosts below it, and from no lookalike",
    arguments: [
      ("example.com", true), ("www.example.com", true), ("badexample.com", false),
      ("example.com.evil.test", false), ("com", false),
    ])
  func takenFrom(_ host: String, _ isTaken: Bool) throws {
    let sent = try line(
      ["k=1; Path=/; Domain=example.com"], from: "http://\(host)/", to: "http://example.com/")
    #expect((sent == "k=1") == isTaken)
  }

  @Test("sends a cookie without a domain to its own host alone, whatever the port")
  func hostOnly() throws {
    let cookie = ["k=1; Path=/"]
    for (host, isSent) in [
      ("example.com", true), ("example.com:8443", true), ("www.example.com", false),
      ("badexample.com", false), ("com", false),
    ] {
      let sent = try line(cookie, from: "http://example.com/", to: "http://\(host)/")
      #expect((sent == "k=1") == isSent, "\(host)")
    }
  }

  @Test("takes no part of an IP address for a domain (RFC 6265 §5.1.3)")
  func addresses() throws {
    for domain in ["0.0.1", "1", ".0.1"] {
      #expect(
        try line(
          ["k=1; Path=/; Domain=\(domain)"], from: "http://127.0.0.1/", to: "http://127.0.0.1/")
          == nil, "\(domain)")
    }
    let own = ["k=1; Path=/; Domain=127.0.0.1"]
    #expect(try line(own, from: "http://127.0.0.1/", to: "http://127.0.0.1/") == "k=1")
  }

  @Test(
    "sends a cookie to its path and what is below it, and to no lookalike",
    arguments: [
      ("/vk", "/vk", true), ("/vk", "/vk/", true), ("/vk", "/vk/a", true), ("/vk", "/vkx", false),
      ("/vk", "/vkx/a", false), ("/vk", "/VK", false), ("/vk", "/", false), ("/vk", "/a/vk", false),
      ("/vk/", "/vk", false), ("/vk/", "/vk/a", true), ("/vk", "/vk?a=/x", true),
    ])
  func paths(_ path: String, _ target: String, _ isSent: Bool) throws {
    let sent = try line(
      ["k=1; Path=\(path)"], from: "http://a.test/", to: "http://a.test\(target)")
    #expect((sent == "k=1") == isSent)
  }

  @Test(
    "sends a Secure cookie over https, and over plain http to the loopback alone",
    arguments: [
      ("https://a.test/", "https://a.test/", true), ("https://a.test/", "http://a.test/", false),
      ("http://a.test/", "https://a.test/", false),
      ("http://127.0.0.1:8400/", "http://127.0.0.1:8400/", true),
      ("https://localhost/", "http://localhost/", true), ("http://[::1]/", "http://[::1]/", true),
      ("http://vk.localhost/", "http://vk.localhost/", true),
      ("http://127.0.0.1.evil.test/", "https://127.0.0.1.evil.test/", false),
      ("http://evillocalhost/", "https://evillocalhost/", false),
    ])
  func secure(_ from: String, _ to: String, _ isSent: Bool) throws {
    #expect((try line(["k=1; Path=/; secure"], from: from, to: to) == "k=1") == isSent)
    #expect(try line(["k=1; Path=/; Secured"], from: from, to: from) == "k=1")
  }

  @Test("reads what it wrote")
  func json() throws {
    var jar = CookieJar()
    jar.take(
      "k=1; Path=/; Domain=a.test; Secure", from: try #require(WebAddress("https://a.test/")))
    let again = try #require(CookieJar(json: jar.json))
    #expect(again.json == jar.json && again.cookies.count == 1)
    #expect(again.line(for: try #require(WebAddress("http://b.a.test/"))) == nil)
    #expect(again.line(for: try #require(WebAddress("https://b.a.test/"))) == "k=1")
    // A jar of an older version says nothing of it.
    let older: JSONValue = [["host": "a.test", "path": "/", "name": "k", "value": "1"]]
    #expect(
      CookieJar(json: older)?.line(for: try #require(WebAddress("http://a.test/"))) == "k=1")
    #expect(CookieJar(json: ["no": "jar"]) == nil)
  }
}
