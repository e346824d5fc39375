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

  @Test("reads what it wrote")
  func json() throws {
    var jar = CookieJar()
    jar.take("k=1; Path=/; Domain=a.test", from: try #require(WebAddress("http://a.test/")))
    let again = try #require(CookieJar(json: jar.json))
    #expect(again.json == jar.json && again.cookies.count == 1)
    #expect(CookieJar(json: ["no": "jar"]) == nil)
  }
}
