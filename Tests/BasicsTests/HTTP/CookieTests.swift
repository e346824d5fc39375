import Basics
import Testing

@Suite("Cookies")
struct CookieTests {
  @Test(
    "a Cookie header reads as these pairs",
    arguments: [
      ("", []),
      ("a=1", [("a", "1")]),
      ("a=1; b=2;c=3", [("a", "1"), ("b", "2"), ("c", "3")]),
      ("a=1; a=2", [("a", "1"), ("a", "2")]),
      ("x-ms-cpim-sso:tenant_0=abc", [("x-ms-cpim-sso:tenant_0", "abc")]),
      ("a=b=c==", [("a", "b=c==")]),
      (" a\t=  b c \t; ", [("a", "b c")]),
      ("a=\"x y\"", [("a", "x y")]),
      ("a=\"\"", [("a", "")]),
      ("a=\"", [("a", "\"")]),
      ("a=\"x", [("a", "\"x")]),
      ("a=", [("a", "")]),
      ("a=%20+", [("a", "%20+")]),
      ("a; b=1", [("b", "1")]),
      ("=1; b=2", [("b", "2")]),
      (";;;", []),
    ] as [(String, [(String, String)])])
  func reads(_ header: String, _ pairs: [(String, String)]) {
    let read = Cookies.read(header)
    #expect(read.map(\.name) == pairs.map(\.0))
    #expect(read.map(\.value) == pairs.map(\.1))
  }

  @Test("a cookie is kept from scripts and from other sites unless it says otherwise")
  func sets() {
    #expect(
      SetCookie(name: "s:1", value: "abc", path: "/").headerValue
        == "s:1=abc; Path=/; HttpOnly; SameSite=Lax")
    #expect(
      SetCookie(name: "s", value: "", path: "/a", domain: "b.test", secure: true, httpOnly: false)
        .headerValue == "s=; Path=/a; Domain=b.test; Secure; SameSite=Lax")
  }

  @Test("a cookie without a value is deleted")
  func deletes() {
    #expect(
      SetCookie(name: "s", value: nil, path: "/").headerValue
        == "s=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
  }
}
