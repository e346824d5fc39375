import Basics
import Testing

@testable import UserAgent

@Suite("A browser that consents to scopes")
struct BrowserScopeTests {
  private static let boxes = BrowserPageTests.form(
    #"<input type="checkbox" name="s" value="a" checked><input type="checkbox" name="s" value="b">"#
      + #"<button name="ok" value="1">x</button>"#)

  @Test("ticks the boxes of the scopes to consent to, and no other")
  func scopes() {
    #expect(FakeSite(Self.boxes).visit { $0.scopes = ["b"] }.body == "s=b&ok=1")
    #expect(FakeSite(Self.boxes).visit { $0.scopes = [] }.body == "ok=1")
    #expect(FakeSite(Self.boxes).visit().body == "s=a&ok=1")
  }

  @Test("a radio button stays as it is, whatever scopes there are to consent to")
  func radio() {
    let page = Self.boxes.replacing(
      "<button", with: #"<input type="radio" name="r" value="x" checked><button"#)
    #expect(FakeSite(page).visit { $0.scopes = ["b"] }.body == "s=b&r=x&ok=1")
  }

  @Test("a scope without a box is an error, unless it was asked for")
  func scopeWithoutBox() {
    let site = FakeSite(Self.boxes)
    #expect(
      site.visit { $0.scopes = ["a", "c", "d"] }.why
        == "http://a.test/: --scopes: there is no box for c, d here; there are: a, b")
    #expect(
      site.visit("http://a.test/?scope=c,e+d") { $0.scopes = ["a", "c", "d"] }.body == "s=a&ok=1")
  }

  @Test("a page without boxes leaves no choice of scopes, unless it is for signing in")
  func noBoxes() {
    let page = BrowserPageTests.form(#"<input name="x"><button name="ok" value="1">x</button>"#)
    #expect(
      FakeSite(page).visit { $0.scopes = ["a"] }.why
        == "http://a.test/: this page leaves no choice of scopes")
    let person = BrowserPageTests.form(
      #"<input name="x"><button name="understudy_person" value="ann">x</button>"#)
    #expect(
      FakeSite(person).visit { $0.scopes = ["a"] }.body?.hasSuffix("understudy_person=ann") == true)
    let own = FakeSite([
      "http://a.test/": .page(
        BrowserPageTests.signIn.replacing("http://client.test/in", with: "/in"))
    ])
    _ = own.visit { wish in
      wish.person = "ann"
      wish.password = "pw"
      wish.scopes = ["a"]
    }
    #expect(own.posted?.contains("p=pw") == true)
  }
}
