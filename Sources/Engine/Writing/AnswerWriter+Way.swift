import Basics
import ProviderModel

/// Where a browser is sent on by a page, as some do who can't redirect (RFC 6749 §4.2.2, §1.7).
extension AnswerWriter {
  func page(leadingTo url: String, by way: Rule.Way) -> Answer {
    let nonce = nonce()
    let shown = Markup.escape(url)
    let head =
      way == .refresh ? "<meta http-equiv=\"refresh\" content=\"0; url=\(shown)\">" : ""
    let script =
      way == .script
      ? "<script nonce=\"\(nonce)\">location.href = document.getElementById(\"continue\").href</script>"
      : ""
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment</title>\(head)</head><body>
      <p><a id="continue" href="\(shown)">Continue</a></p>\(script)</body></html>
      """
    var answer = Self.body("text/html; charset=utf-8", 200, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'nonce-\(nonce)'; base-uri 'none'"
    return answer
  }
}
