import Basics

/// A check of the page: a line with the verdict on each client, and below it, folded, all that there is to know.
struct HTMLRow {
  let id: String
  /// One for each client; `nil` where it was not done.
  let results: [CheckResult?]
  let clients: [String]

  private var found: [CheckResult] { results.compactMap { $0 } }

  var text: String {
    guard let check = found.first?.check else { return "" }
    let verdicts = Set(found.map(\.verdict.rawValue)).sorted().joined(separator: " ")
    return """
      <details class="row" id="\(Markup.attribute(id))" data-v="\(verdicts)">
      <summary>
      <span class="verdicts">\(results.indices.map { badge($0) }.joined())</span>
      <h3>\(Markup.text(id)) <span class="title">\(Markup.text(check.title))</span></h3>
      <span class="clause quiet">\(Markup.text(check.clause)) <span class="level">\(check.severity.keyword)</span></span>
      </summary>
      <div class="body">
      \(about(check))
      \(results.indices.map { client($0) }.joined(separator: "\n"))
      </div>
      </details>
      """
  }

  private func badge(_ index: Int) -> String {
    let name =
      clients.count > 1 ? "<span class=\"unseen\">\(HTMLReport.letter(index)): </span>" : ""
    guard let result = results[index] else {
      return "<span class=\"badge none\">\(name)not run</span>"
    }
    let known = result.pardon == nil ? "" : " pardoned"
    return
      "<span class=\"badge \(result.verdict.rawValue)\(known)\">\(name)\(result.verdict.rawValue)</span>"
  }

  private func about(_ check: Check) -> String {
    var items = [
      ("Requirement", Markup.text(check.requirement)), ("Why", Markup.text(check.why)),
      ("How to mend", Markup.text(check.fix)), ("Clause", clause(of: check)),
    ]
    if let control = check.control {
      items.append(
        ("Control", "<a href=\"#\(Markup.attribute(control))\">\(Markup.text(control))</a>"))
    }
    for twin in check.twins {
      let names = twin.names.map { "<code>\(Markup.text($0))</code>" }.joined(separator: ", ")
      items.append(("Twin, \(Markup.text(twin.suite))", names))
    }
    let list = items.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined(separator: "\n")
    let curl = found.first { !$0.curl.isEmpty }?.curl ?? ""
    let line = curl.isEmpty ? "" : "<h4>Try it</h4>\n\(Self.pre(curl, "command"))"
    return "<dl class=\"about\">\n\(list)\n</dl>\n\(line)"
  }

  private func clause(of check: Check) -> String {
    // Anything but the web would be a surprise.
    guard let link = check.link, link.hasPrefix("https://") else {
      return Markup.text(check.clause)
    }
    return
      "<a href=\"\(Markup.attribute(link))\" rel=\"noreferrer\">\(Markup.text(check.clause))</a>"
  }

  private func client(_ index: Int) -> String {
    guard let result = results[index] else { return "" }
    let name =
      clients.count > 1
      ? "\(HTMLReport.letter(index)) <code>\(Markup.text(Visible.line(clients[index])))</code>"
      : "Verdict"
    var parts = [
      "<section class=\"client-part\">", "<h4>\(name)</h4>",
      "<p class=\"verdict\">\(badgeOnly(result)) \(Markup.text(result.statement))</p>",
    ]
    if let pardon = result.pardon {
      parts.append("<p class=\"quiet\">Breaks nothing: \(Markup.text(pardon)).</p>")
    }
    if !result.repeats.isEmpty {
      parts.append("<p class=\"quiet\">Repeats: \(Markup.text(result.repeatsText)).</p>")
    }
    if !result.evidence.isEmpty {
      let items = result.evidence.map {
        "<li><span class=\"tag\">\($0.kind.rawValue)</span> \(Markup.text($0.text))</li>"
      }
      parts.append("<h5>Evidence</h5>\n<ul class=\"evidence\">\(items.joined())</ul>")
    }
    if !result.steps.isEmpty {
      parts.append(
        "<h5>What was sent, what came</h5>\n" + SequenceDiagram(steps: result.steps).text)
    }
    if !result.output.isEmpty {
      parts.append("<h5>What the client wrote</h5>\n" + Self.pre(result.output, "output"))
    }
    return (parts + ["</section>"]).joined(separator: "\n")
  }

  private func badgeOnly(_ result: CheckResult) -> String {
    "<span class=\"badge \(result.verdict.rawValue)\">\(result.verdict.rawValue)</span>"
  }

  /// The first line break of a `pre` is dropped by browsers; what begins with one keeps it so.
  static func pre(_ text: String, _ kind: String) -> String {
    "<pre class=\"\(kind)\">\n\(Markup.text(text))</pre>"
  }
}
