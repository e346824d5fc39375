import Basics
import Testing

@testable import UserAgent

@Suite("A browser on a page")
struct BrowserPageTests {
  static let signIn =
    #"<form method="post" action="http://client.test/in"><input type="hidden" name="t" value="1">"#
    + #"<input name="u" autocomplete="username"><input type="password" name="p">"#
    + #"<button name="go" value="yes">Sign in</button></form>"#

  static func form(_ inside: String, action: String = "http://client.test/f") -> String {
    #"<form method="post" action="\#(action)">\#(inside)</form>"#
  }

  // MARK: Pages that lead on

  @Test("follows the link that continues, if the page has no form")
  func onward() {
    let link =
      #"<a id="other" href="http://other.test/">x</a><a id="continue" href="http://client.test/">x</a>"#
    #expect(FakeSite(link).visit().place == "http://client.test/")
    let withForm = link + Self.form(Self.field + #"<button name="k" value="v">x</button>"#)
    #expect(FakeSite(withForm).visit().place == "http://client.test/f")
    #expect(FakeSite(#"<a id="other" href="http://other.test/">x</a>"#).visit().place == nil)
  }

  @Test("resolves links and forms on the page's base")
  func base() {
    let base = #"<base href="http://client.test/x/">"#
    #expect(
      FakeSite(base + #"<a id="continue" href="y">x</a>"#).visit().place == "http://client.test/x/y"
    )
    let form = base + Self.form("<button>x</button>", action: "y")
    #expect(FakeSite(form).visit().place == "http://client.test/x/y")
  }

  @Test("takes a page that opens the callback in a frame as left, with both addresses")
  func frame() {
    let frame = #"<iframe src="http://client.test/frame"></iframe>"#
    let link = #"<a id="callback" href="http://client.test/cb">x</a>"#
    #expect(
      FakeSite(frame + link).visit()
        == .left(["http://client.test/frame", "http://client.test/cb"], body: nil))
    #expect(FakeSite(#"<iframe src="/own"></iframe>"# + link).visit().place == nil)
    #expect(FakeSite(link).visit().place == nil)
    #expect(
      FakeSite(frame + #"<a id="other" href="http://client.test/cb">x</a>"#).visit().place == nil)
  }

  @Test("stays at a page that says how something went, if it has no form")
  func status() {
    let page = #"<p role="status">Your device is connected.</p>"#
    #expect(FakeSite(page).visit().place == "http://a.test/")
    #expect(
      FakeSite(page + Self.form("<button>x</button>")).visit().place == "http://client.test/f")
    #expect(FakeSite("<p>Your device is connected.</p>").visit().place == nil)
  }

  private static let hidden = #"<input type="hidden" name="code" value="1">"#

  @Test("takes a page that posts to the client as left, with the hidden fields")
  func formPost() {
    let page = Self.form(Self.hidden + #"<input type="submit" name="s" value="2">"#)
    #expect(FakeSite(page).visit() == .left(["http://client.test/f"], body: "code=1"))
  }

  @Test(
    "does not take another form as the post to the client: its button is pressed",
    arguments: [
      // With something to fill in; of two forms; to a page of its own.
      form(#"<input name="x" value="3"><button name="k" value="v">x</button>"#),
      form(hidden + #"<button name="k" value="v">x</button>"#) + form(hidden),
    ])
  func noFormPost(_ page: String) {
    #expect(FakeSite(page).visit().body?.hasSuffix("k=v") == true)
  }

  @Test("does not take a form by GET, or to the provider itself, as the post to the client")
  func noPost() {
    let get =
      #"<form action="http://client.test/f">\#(Self.hidden)<button name="k" value="v">x</button></form>"#
    #expect(FakeSite(get).visit() == .left(["http://client.test/f?code=1&k=v"], body: nil))
    let own = FakeSite([
      "http://a.test/": .page(Self.form(Self.hidden + "<button>x</button>", action: "/b"))
    ])
    #expect(own.visit().why == "http://a.test/b: no connection")
    #expect(own.posted == "code=1")
  }

  // MARK: Signing in

  @Test("types name and password where the page asks for them")
  func typed() {
    let end = FakeSite(Self.signIn).visit { wish in
      wish.person = "ann"
      wish.password = "secret"
    }
    // The form goes to another origin, which a password must not follow.
    #expect(
      end.why
        == "http://a.test/: the sign-in goes to http://client.test, which is not reached: say --resolve"
    )
    let own = Self.signIn.replacing("http://client.test/in", with: "/in")
    let site = FakeSite(["http://a.test/": .page(own)])
    _ = site.visit { wish in
      wish.person = "ann"
      wish.password = "secret"
    }
    #expect(site.posted == "t=1&u=ann&p=secret&go=yes")
  }

  @Test(
    "types the name where the page says username, then into the first field of text",
    arguments: ["text", "email", "tel"])
  func nameField(_ kind: String) {
    func posted(_ fields: String) -> String? {
      let page = Self.form(fields + #"<input type="password" name="p">"#, action: "/in")
      let site = FakeSite(["http://a.test/": .page(page)])
      _ = site.visit { wish in
        wish.person = "ann"
        wish.password = "pw"
      }
      return site.posted
    }
    #expect(posted(#"<input type="\#(kind)" name="u">"#) == "u=ann&p=pw")
    #expect(
      posted(#"<input type="\#(kind)" name="x"><input name="u" autocomplete="username">"#)
        == "x=&u=ann&p=pw")
    #expect(
      posted(#"<input type="search" name="x"><input type="\#(kind)" name="u">"#) == "x=&u=ann&p=pw")
  }

  @Test("gives a password to another origin if that is the provider's too")
  func passwordElsewhere() {
    let site = FakeSite([
      "http://a.test/": .page(Self.signIn), "http://client.test/in": .page("", 500),
    ])
    var browser = site.browser { wish in
      wish.person = "ann"
      wish.password = "pw"
    }
    browser.home = ["http://client.test"]
    #expect(browser.visit("http://a.test/").why?.hasPrefix("http://client.test/in: 500") == true)
  }

  @Test("is refused where the sign-in comes again")
  func refused() {
    let page =
      Self.signIn.replacing("http://client.test/in", with: "/") + #"<p role="alert">no</p>"#
    let site = FakeSite(page)
    let end = site.visit { wish in
      wish.person = "ann"
      wish.password = "pw"
    }
    #expect(end.why == "http://a.test/: the sign-in was refused: no")
    #expect(site.requests.count == 2)
  }

  @Test("needs a name to sign in")
  func nameless() {
    #expect(
      FakeSite(Self.signIn).visit().why
        == "http://a.test/: this page asks who signs in: say --as NAME")
  }

  @Test("presses the button of a person where there is no password")
  func personButton() {
    func person(_ name: String, _ value: String) -> String {
      Self.form(#"<button name="\#(name)" value="\#(value)">x</button>"#)
    }
    let page =
      Self.signIn + person("other", "ann") + person("understudy_person", "bob")
      + person("understudy_person", "ann")
    #expect(FakeSite(page).visit { $0.person = "ann" }.body == "understudy_person=ann")
    #expect(
      FakeSite(page).visit { $0.person = "eve" }.why
        == "http://a.test/: there is no button for eve here; known here: ann, bob; to type a password, say --password"
    )
  }

  // MARK: Choosing

  /// A field to fill in, or else the form would be the provider's post to the client.
  private static let field = #"<input name="x">"#
  private static let choice = form(
    field
      + #"<button name="c" value="one">First</button><button name="c" value="two">Second</button>"#)

  @Test("takes the first button, or the one that is chosen by value or by text")
  func chosen() {
    #expect(FakeSite(Self.choice).visit().body == "x=&c=one")
    #expect(FakeSite(Self.choice).visit { $0.choice = "two" }.body == "x=&c=two")
    #expect(FakeSite(Self.choice).visit { $0.choice = "Second" }.body == "x=&c=two")
    #expect(
      FakeSite(Self.choice).visit { $0.choice = "three" }.why
        == "http://a.test/: --choose: there is no such choice here; there are: one, two")
  }

  @Test("takes the only button, whatever is chosen elsewhere")
  func onlyButton() {
    let page = Self.form(Self.field + #"<button name="c" value="one">First</button>"#)
    #expect(FakeSite(page).visit { $0.choice = "three" }.body == "x=&c=one")
  }

  @Test(
    "refuses by the button that says so, and takes another one otherwise",
    arguments: ["deny", "Cancel"])
  func denies(_ word: String) {
    for attributes in [#"name="\#(word)" value="1""#, #"name="k" value="\#(word)""#] {
      let buttons = #"<button \#(attributes)>x</button><button name="ok" value="1">x</button>"#
      let page = Self.form(Self.field + buttons)
      #expect(FakeSite(page).visit().body == "x=&ok=1")
      #expect(FakeSite(page).visit { $0.denies = true }.body?.contains("ok") == false)
    }
  }

  @Test("refuses by a link, by its id or its text, if it is to refuse")
  func deniesByLink() {
    for link in [
      #"<a id="deny" href="http://no.test/">x</a>"#, #"<a href="http://no.test/">Cancel</a>"#,
    ] {
      let page = link + Self.form(Self.field + #"<button name="ok" value="1">x</button>"#)
      #expect(FakeSite(page).visit { $0.denies = true }.place == "http://no.test/")
      #expect(FakeSite(page).visit().place == "http://client.test/f")
    }
    let other =
      #"<a id="x" href="http://no.test/">x</a>"#
      + Self.form(#"<button name="ok" value="1">x</button>"#)
    #expect(FakeSite(other).visit { $0.denies = true }.place == "http://client.test/f")
  }

  @Test("presses nothing where there is nothing to press")
  func nothing() {
    let page = "<p>words</p>" + Self.form(#"<input name="x">"#)
    #expect(
      FakeSite(page).visit().why == "http://a.test/: there is nothing to press on this page: words")
  }

  // MARK: Forms

  @Test("sends what a browser would send of a form")
  func pairs() {
    let page = Self.form(
      #"<input name="" value="0"><input name="a" value="1"><input type="reset" name="r" value="2">"#
        + #"<input type="button" name="b" value="2"><input type="image" name="i" value="2">"#
        + #"<input type="submit" name="s" value="3"><input type="submit" name="other" value="3">"#
        + #"<input type="checkbox" name="c" value="4" checked><input type="checkbox" name="d" value="5">"#
        + #"<input type="radio" name="e" checked><input type="radio" name="f">"#)
    #expect(FakeSite(page).visit { $0.choice = "3" }.body == "a=1&c=4&e=on&s=3")
  }

  @Test("sends a button without a name as nothing, and to where the button says")
  func button() {
    let page = Self.form(
      #"<input name="a" value="1"><button formaction="http://b.test/">x</button>"#)
    #expect(FakeSite(page).visit() == .left(["http://b.test/"], body: "a=1"))
  }

  @Test("replaces the query of a form's address by what a form by GET sends")
  func query() {
    let page =
      #"<form action="http://c.test/f?old=1"><input name="a" value="1 2"><button>x</button></form>"#
    #expect(FakeSite(page).visit() == .left(["http://c.test/f?a=1+2"], body: nil))
  }
}
