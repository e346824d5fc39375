import Basics
import Testing

@testable import UserAgent

@Suite("A cookie's rule")
struct CookieRuleTests {
  private func line(_ set: [(line: String, from: String)], to: String) throws -> String? {
    var jar = CookieJar()
    for (line, from) in set { jar.take(line, from: try #require(WebAddress(from))) }
    return jar.line(for: try #require(WebAddress(to)))
  }

  private func line(_ set: String..., to: String) throws -> String? {
    try line(set.map { ($0, "http://a.test/x/y") }, to: to)
  }

  @Test("an empty domain is no domain", arguments: ["Domain=", "Domain=.", "Domain"])
  func noDomain(_ attribute: String) throws {
    #expect(try line("k=1; Path=/; \(attribute)", to: "http://a.test/") == "k=1")
    #expect(try line("k=1; Path=/; \(attribute)", to: "http://b.a.test/") == nil)
  }

  @Test("a path that does not begin with a slash is the folder of the page")
  func defaultPath() throws {
    for attribute in ["", "; Path=", "; Path=z", "; Path"] {
      #expect(try line("k=1\(attribute)", to: "http://a.test/x/z") == "k=1")
      #expect(try line("k=1\(attribute)", to: "http://a.test/z") == nil)
    }
    let top = [(line: "k=1", from: "http://a.test/x")]
    #expect(try line(top, to: "http://a.test/z") == "k=1")
    // The folder of a page at the top is / itself: such a cookie is replaced by one for /.
    let both = top + [(line: "k=2; Path=/", from: "http://a.test/x")]
    #expect(try line(both, to: "http://a.test/z") == "k=2")
  }

  @Test(
    "a cookie that is over is removed",
    arguments: [
      ("Max-Age=0", true), ("Max-Age=-1", true), ("Max-Age=1", false), ("Max-Age=x", false),
      ("Expires=Thu, 01 Jan 1970 00:00:00 GMT", true),
      ("Expires=Thu, 01 Jan 2070 00:00:00 GMT", false), ("Expires=x; Max-Age=0", true),
      ("Max-Age=0; Expires=x", true), ("Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=9", true),
    ])
  func over(_ attribute: String, _ isOver: Bool) throws {
    let sent = try line("k=1; Path=/", "k=2; Path=/; \(attribute)", to: "http://a.test/")
    #expect(sent == (isOver ? nil : "k=2"))
  }

  @Test("a cookie replaces another of the same name, host and path only")
  func replaced() throws {
    #expect(try line("k=1; Path=/x", "k=2; Path=/x", to: "http://a.test/x") == "k=2")
    #expect(try line("k=1; Path=/x", "k=2; Path=/", to: "http://a.test/x") == "k=1; k=2")
    #expect(try line("k=1; Path=/", "k=2; Path=/x", to: "http://a.test/x") == "k=2; k=1")
    #expect(try line("k=1; Path=/", "l=2; Path=/", to: "http://a.test/x") == "k=1; l=2")
    #expect(
      try line("k=1; Path=/", "k=2; Path=/; Domain=.test", to: "http://a.test/") == "k=1; k=2")
  }

  @Test("white space around a name does not count, and a line without a name is nothing")
  func whiteSpace() throws {
    #expect(try line(" \tk=1;\t Path= \t/", to: "http://a.test/") == "k=1")
    #expect(try line("k; Path=/", to: "http://a.test/") == nil)
    #expect(try line("", to: "http://a.test/") == nil)
    #expect(try line("k=1; Path=/; Max-Age=0=1", to: "http://a.test/") == "k=1")
  }

  @Test("a jar is empty until it takes a cookie")
  func empty() throws {
    var jar = CookieJar()
    #expect(jar.isEmpty)
    jar.take("k=1", from: try #require(WebAddress("http://a.test/")))
    #expect(!jar.isEmpty)
  }

  @Test("a file keeps which cookies are for a whole domain")
  func file() throws {
    var jar = CookieJar()
    jar.take("k=1; Path=/; Domain=a.test", from: try #require(WebAddress("http://a.test/")))
    jar.take("l=2; Path=/", from: try #require(WebAddress("http://a.test/")))
    let again = try #require(CookieJar(json: jar.json))
    #expect(again.line(for: try #require(WebAddress("http://b.a.test/"))) == "k=1")
    // A file of before there were domains.
    let old: JSONValue = [["host": "a.test", "path": "/", "name": "k", "value": "1"]]
    let host = try #require(CookieJar(json: old))
    #expect(host.line(for: try #require(WebAddress("http://a.test/"))) == "k=1")
    #expect(host.line(for: try #require(WebAddress("http://b.a.test/"))) == nil)
  }

  @Test(
    "a file with a cookie that lacks a member is no jar",
    arguments: ["host", "path", "name", "value"])
  func incomplete(_ name: String) throws {
    var cookie = JSONObject()
    for each in ["host", "path", "name", "value"] where each != name { cookie[each] = "x" }
    #expect(CookieJar(json: JSONValue(.array([JSONValue(.object(cookie))]))) == nil)
  }
}
