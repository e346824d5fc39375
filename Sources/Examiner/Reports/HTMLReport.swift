import Basics

/// One page for people that stands alone: no script, no network, no other file. Several runs stand side by side, a column
/// for each client.
///
/// Its policy forbids scripts and requests, so that nothing that a client has sent can do anything, whatever it is.
struct HTMLReport {
  let runs: [RunReport]

  private static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  var text: String {
    let title = runs.count == 1 ? (runs.first?.profileTitle ?? "") : "\(runs.count) clients"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>Examination: \(Markup.text(title))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <header>
      <h1>\(Markup.text(title))</h1>
      <p class="quiet">What a client did when it met normal, odd and hostile answers, one at a time.</p>
      </header>
      <main>
      \(runs.indices.map { card($0) }.joined(separator: "\n"))
      \(stale)
      \(checks)
      </main>
      <footer class="quiet">\(footer)</footer>
      </body>
      </html>

      """
  }

  /// `A`, `B`, …: what a client is called in the columns.
  static func letter(_ index: Int) -> String {
    Unicode.Scalar(UInt32(65 + index % 26)).map { String($0) } ?? "?"
  }

  private func card(_ index: Int) -> String {
    let run = runs[index]
    let letter = runs.count > 1 ? "<span class=\"letter\">\(Self.letter(index))</span> " : ""
    let tally = Verdict.allCases.compactMap { verdict -> String? in
      let count = run.count(verdict)
      guard count > 0 else { return nil }
      return "<li class=\"\(verdict.rawValue)\"><b>\(count)</b> \(verdict.rawValue)</li>"
    }.joined()
    let bar = Verdict.allCases.map { verdict -> String in
      let count = run.count(verdict)
      return count > 0
        ? "<span class=\"\(verdict.rawValue)\" style=\"flex-grow:\(count)\"></span>" : ""
    }.joined()
    let strict = run.isStrict ? ", strict" : ""
    return """
      <section class="card \(run.isGreen ? "green" : "red")" aria-labelledby="run-\(index)">
      <h2 id="run-\(index)">\(letter)\(Markup.text(run.conclusion))</h2>
      <p class="client"><code>\(Markup.text(Visible.line(run.client)))</code></p>
      <div class="bar" aria-hidden="true">\(bar)</div>
      <ul class="tally">\(tally)</ul>
      <p class="quiet">\(Markup.text(run.profile)) at \(Markup.text(run.provider)), requirements \
      \(Markup.text(run.requirements))\(strict); <time datetime="\(run.startedText)">\
      \(run.startedText.replacingT)</time>, \(Seconds.short(run.seconds))</p>
      </section>
      """
  }

  private var stale: String {
    let items = runs.flatMap(\.staleSentences).map {
      "<li><code>\(Markup.text(Visible.line($0.id)))</code>: \(Markup.text($0.text))</li>"
    }
    guard !items.isEmpty else { return "" }
    return
      "<section class=\"card red\"><h2>Stale entries of the baseline</h2><ul>\(items.joined())</ul></section>"
  }

  /// One row for each check, in the order of the first run that has it.
  private var checks: String {
    var order: [String] = []
    var rows: [String: [CheckResult?]] = [:]
    for (column, run) in runs.enumerated() {
      for result in run.results {
        let id = result.check.id
        if rows[id] == nil {
          order.append(id)
          rows[id] = Array(repeating: nil, count: runs.count)
        }
        rows[id]?[column] = result
      }
    }
    let list = order.compactMap { id in
      rows[id].map { HTMLRow(id: id, results: $0, clients: runs.map(\.client)).text }
    }
    return """
      <section aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      \(filter)
      \(columns)
      <div class="rows" style="--clients:\(max(runs.count, 1))">
      \(list.joined(separator: "\n"))
      </div>
      </section>
      """
  }

  /// Radio buttons, which the style reads: no script is needed.
  private var filter: String {
    var items = [
      "<label><input type=\"radio\" name=\"verdict\" id=\"show-all\" checked><span>all</span></label>"
    ]
    for verdict in Verdict.allCases where runs.contains(where: { $0.count(verdict) > 0 }) {
      items.append(
        "<label><input type=\"radio\" name=\"verdict\" id=\"show-\(verdict.rawValue)\"><span>\(verdict.rawValue)</span></label>"
      )
    }
    return "<fieldset class=\"filter\"><legend>Show</legend>\(items.joined())</fieldset>"
  }

  private var columns: String {
    guard runs.count > 1 else { return "" }
    let letters = runs.indices.map { "<span>\(Self.letter($0))</span>" }.joined()
    return
      "<div class=\"columns\" aria-hidden=\"true\" style=\"--clients:\(runs.count)\">\(letters)</div>"
  }

  private var footer: String {
    let versions = Set(runs.map(\.toolVersion)).sorted().joined(separator: ", ")
    return
      "Understudy \(Markup.text(versions)). Evidence: journal, the client sent it; silence, it sent nothing though it "
      + "was told; outcome, what became of it; canary, a secret where none may be. Secrets are shown by their first characters."
  }
}

extension String {
  /// An instant as people read it.
  fileprivate var replacingT: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "T" || $0 == "Z" ? " " : $0 }))
      + "UTC"
  }
}
