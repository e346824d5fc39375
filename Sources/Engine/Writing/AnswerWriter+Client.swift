import Basics
import HTTPTypes
import ProviderModel

/// Answers that go back to the client, through the browser.
extension AnswerWriter {
  func granted(_ request: AuthorizationRequest) -> Answer {
    guard let answer = provider?.answer(to: request.responseType), let target = request.target
    else {
      return Self.body("text/plain", 500, "no answer\n")
    }
    return deliver(
      facts?.parameters(answer.parameters) ?? [], to: target, request.mode, style: nil,
      suffix: answer.suffix)
  }

  func deliver(
    _ parameters: [(name: String, value: String)], to target: RedirectTarget, _ mode: String,
    style: QueryStyle?, suffix: String = ""
  ) -> Answer {
    if let name = provider?.redirect.outOfBand, target.uri == RedirectRule.outOfBandURI {
      return page(name, message: nil)
    }
    guard let parameters = enveloped(parameters, changed(parameters), mode) else {
      return Self.body(
        "text/plain; charset=utf-8", 500,
        "No key signs the response. Remove authorization_signed_response_alg from the client, or add a key to \"signing\" of the provider.\n"
      )
    }
    let transport = ResponseMode.transport(of: mode)
    guard let change = decision.rule?.effect.change else {
      if transport == "form_post" { return formPost(parameters, target) }
      return redirect(to: location(parameters, target, transport, style) + suffix)
    }
    // In another place than the provider's own, its own way of writing has no say.
    let isElsewhere = change.mode.map { $0.rawValue != transport } ?? false
    let mode = change.mode?.rawValue ?? transport
    if mode == "form_post" { return formPost(parameters, target) }
    let url =
      location(parameters, target, mode, isElsewhere ? nil : style) + (isElsewhere ? "" : suffix)
    if change.twice { return twice(url) }
    return change.way.map { page(leadingTo: url, by: $0) } ?? redirect(to: url)
  }

  func location(
    _ parameters: [(name: String, value: String)], _ target: RedirectTarget, _ mode: String,
    _ style: QueryStyle?
  ) -> String {
    let style = style ?? provider?.style(mode) ?? .rfc3986
    // Bytes: a mark with a combining accent behind it is a mark to browsers.
    let mark = UInt8(ascii: "?")
    var url: [UInt8] = []
    url.reserveCapacity(target.uri.utf8.count + 256)
    var uri = target.uri
    uri.withUTF8 { bytes in
      url.append(contentsOf: bytes[..<(bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count)])
    }
    if mode == "fragment" {
      url.append(UInt8(ascii: "#"))
    } else if !url.contains(mark) {
      url.append(mark)
    } else if url.last != mark {
      url.append(UInt8(ascii: "&"))
    }
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { url.append(UInt8(ascii: "&")) }
      style.append(parameter.name, to: &url)
      url.append(UInt8(ascii: "="))
      style.append(parameter.value, to: &url)
    }
    return String(decoding: url, as: UTF8.self)
  }

  private static let noncePattern = try? Pattern("[A-Za-z0-9]{22}")

  func nonce() -> String {
    guard let pattern = Self.noncePattern, let facts else { return "n" }
    return pattern.draw(using: &facts.random)
  }

  /// OAuth 2.0 Form Post Response Mode. It may run in a frame: silent renewal does.
  private func formPost(
    _ parameters: [(name: String, value: String)], _ target: RedirectTarget
  ) -> Answer {
    let nonce = nonce()
    let fields = parameters.map {
      "<input type=\"hidden\" name=\"\(Markup.escape($0.name))\" value=\"\(Markup.escape($0.value))\">"
    }
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>One moment</title></head><body>
      <form method="post" action="\(Markup.escape(target.uri))">\(fields.joined())
      <noscript><button>Continue</button></noscript></form>
      <script nonce="\(nonce)">document.forms[0].submit()</script></body></html>
      """
    var answer = Self.body("text/html; charset=utf-8", 200, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; script-src 'nonce-\(nonce)'; base-uri 'none'"
    return answer
  }

  /// The callback twice, as impatient browsers do it: once in a frame, then for good.
  private func twice(_ url: String) -> Answer {
    let nonce = nonce()
    let shown = Markup.escape(url)
    let html = """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Twice</title></head><body>
      <iframe id="first" src="\(shown)" title="the callback, for the first time"></iframe>
      <p><a id="callback" href="\(shown)">Go on</a></p>
      <script nonce="\(nonce)">document.getElementById("first").onload = () => {
      location.href = document.getElementById("callback").href }</script></body></html>
      """
    var answer = Self.body("text/html; charset=utf-8", 200, html)
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; frame-src *; script-src 'nonce-\(nonce)'; base-uri 'none'"
    return answer
  }
}
