import Testing
import UserAgent

@Suite("A page")
struct HTMLPageTests {
  @Test("tells what a browser would run, and nothing that is only text")
  func scripts() {
    let page = HTMLPage(
      """
      <title><script>a()</script></title>
      <p title="<script>b()</script>" title='x' onclick = "c()">&lt;script&gt;d()&lt;/script&gt; " onfocus="e()"</p>
      <textarea><script>f()</script></TEXTAREA>
      <script type=module> g() </SCRIPT><!-- <script>h()</script> -->
      <a href=" java
      script:i()">x</a><a href="https://a.example/?javascript:j()">y</a><p class="javascript:k()">
      <img src=x ONERROR='l()'><img src="javascript:m()"><a href="java script:n()">z</a>
      1 < 2 <!--> <script>o()</script><!-- x --!><b onclick="p()"> <!-- <i onclick="q()"> -->
      """)
    #expect(
      page.scripts.map { "\($0.place) \($0.text)" } == [
        "<p onclick> c()", "<script> g()", "<a href> i()", "<img onerror> l()",
        "<script> o()", "<b onclick> p()",
      ])
    #expect(page.text.hasPrefix("<script>a()</script>"))
    #expect(page.text.contains("<script>f()</script>"))
  }

  @Test("is read by scalars, as browsers do: an accent behind a bracket or a quote changes nothing")
  func accents() {
    let accent = "\u{301}"
    let page = HTMLPage(
      "<script>\(accent)a()</script><form action=\"\(accent)b\"><input name='\(accent)c'></form>&lt;\(accent)"
    )
    #expect(page.scripts.map(\.text) == ["\(accent)a()"])
    #expect(page.forms.map(\.action) == ["\(accent)b"])
    #expect(page.forms.flatMap(\.fields).map(\.name) == ["\(accent)c"])
    #expect(page.text == "<\(accent)")
  }

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
