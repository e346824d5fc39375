import Basics
import Engine
import HTTPTypes
import ProviderModel

/// The page for a browser at an address that nothing answers: the text for programs, and links to the page of all
/// providers and to the console.
struct NowherePage {
  var title = "No endpoint has this address"
  /// The number of the journal's entry, and its sandbox; `nil` where there is no such sandbox.
  let entry: (number: Int, sandbox: SandboxHost)?

  /// Replaces the plain text of an answer. Programs keep the text: a browser says that it accepts HTML.
  /// - Parameter request: as it came, with the prefix of a sandbox.
  func replace(_ answer: inout Answer, for request: Request) {
    guard RefusalNote.isWanted(by: request), answer.headers.mediaType == "text/plain"
    else { return }
    answer.headers[.contentType] = "text/html; charset=utf-8"
    answer.headers[.contentSecurityPolicy] =
      "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"
    let prefix = entry?.sandbox.prefix ?? ""
    let isBelow = request.target.hasPrefix(prefix + "/")
    let text = String(decoding: answer.body, as: UTF8.self)
    let own = isBelow ? String(request.target.dropFirst(prefix.count)) : request.target
    let first = RequestTarget(own).path.split(separator: "/").first.map(String.init) ?? ""
    answer.body = Array(
      html(text, under: isBelow ? prefix : "", of: isProvider(first) ? first : nil).utf8)
  }

  private func isProvider(_ id: String) -> Bool {
    entry?.sandbox.contents.withLock { $0.sandbox.site.providers.ids.contains(id) } ?? false
  }

  private var home: String { (entry?.sandbox.prefix ?? "") + "/" }

  /// `/ID/…` as a link to the provider's card on the page of all providers.
  private func card(_ address: some StringProtocol) -> String? {
    guard address.hasPrefix("/"), address.hasSuffix("/…") else { return nil }
    let id = String(address.dropFirst().dropLast(2))
    guard isProvider(id) else { return nil }
    return "<a href=\"\(Markup.escape("\(home)#\(id)"))\">\(Markup.escape(String(address)))</a>"
  }

  /// The text's lines as paragraphs, and its list of addresses as a list.
  private func marked(_ text: String, under prefix: String) -> String {
    var html = ""
    var items: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("  ") {
        let text = line.dropFirst(2)
        let address = card(text) ?? Markup.escape(String(text))
        items.append("<li>\(line.hasPrefix("  /") ? "<code>\(address)</code>" : address)</li>")
      } else {
        html += "<p>\(linked(line, under: prefix))</p>\n"
      }
    }
    return html + (items.isEmpty ? "" : "<ul>\(items.joined())</ul>\n")
  }

  /// An address that was probably meant can be opened. The beginning of one leads to the provider's card.
  private func linked(_ line: Substring, under prefix: String) -> String {
    let question = "Did you mean "
    guard line.hasPrefix(question + "/"), line.hasSuffix("?") else {
      return Markup.escape(String(line))
    }
    let address = String(line.dropFirst(question.count).dropLast())
    if let card = card(address) { return question + card + "?" }
    guard !address.hasSuffix("…"), !address.contains("{") else {
      return Markup.escape(String(line))
    }
    let target = Markup.escape(prefix + address)
    return question + "<a href=\"\(target)\">\(Markup.escape(address))</a>?"
  }

  /// - Parameter id: the provider below whose address nothing answers.
  private func html(_ text: String, under prefix: String, of id: String?) -> String {
    let home = Markup.escape(home)
    let provider = id.map { Markup.escape($0) }.map { "<a href=\"\(home)#\($0)\">\($0)</a> " } ?? ""
    let console = Markup.escape(
      Control.prefix + (entry.map { "#/\($0.sandbox.id)/journal" } ?? ""))
    let exchange = entry.map {
      "<p><a href=\"\(console)/\($0.number)\">Exchange \($0.number) in Understudy's console</a></p>"
    }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title) - Understudy</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="/_understudy/assets/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="/_understudy/assets/own.css">
      <link rel="stylesheet" href="/_understudy/assets/landing/landing.css">
      </head><body><main>
      <nav aria-label="Understudy"><strong>Understudy</strong> <a href="\(home)">All providers</a> \(provider)\
      <a href="\(console)">\(entry == nil ? "Console" : "Journal")</a></nav>
      <h1>\(title)</h1>
      <div role="alert">
      \(marked(text, under: prefix))</div>\(exchange ?? "")
      </main></body></html>
      """
  }
}
