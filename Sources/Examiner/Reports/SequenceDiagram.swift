import Basics

/// A sequence diagram: three lifelines, an arrow for each request and a dashed arrow for its response. It is a list in
/// HTML, so it makes sense without its style sheet too.
struct SequenceDiagram {
  let steps: [CheckResult.Step]

  var text: String {
    let heads = ["browser", "client", "server"].map { "<span>\($0)</span>" }.joined()
    return """
      <div class="sequence">
      <div class="parties" aria-hidden="true">\(heads)</div>
      <ol>
      \(steps.map { item($0) }.joined(separator: "\n"))
      </ol>
      </div>
      """
  }

  private func item(_ step: CheckResult.Step) -> String {
    let (from, to) = (lane(step.from), lane(step.to))
    let way = from < to ? "right" : "left"
    let place = "--from:\(min(from, to));--span:\(abs(to - from))"
    let mark = step.isMarked ? "<span class=\"tag bad\">here</span> " : ""
    var parts = [
      "<p><span class=\"who\">\(step.from.rawValue) → \(step.to.rawValue)</span> \(mark)<code>\(Markup.text(Visible.line(step.sent)))</code></p>"
    ]
    if !step.came.isEmpty {
      parts.append(
        "<p class=\"came\"><span class=\"unseen\">answer: </span><code>\(Markup.text(Visible.line(step.came)))</code></p>"
      )
    }
    if !step.detail.isEmpty {
      parts.append(
        "<details><summary>Head and body</summary>\(HTMLRow.pre(step.detail, "detail"))</details>")
    }
    return """
      <li\(step.isMarked ? " class=\"marked\"" : "")>
      <div class="lanes" aria-hidden="true" style="\(place)"><i class="sent \(way)"></i><i class="back \(way)"></i></div>
      <div class="said">\(parts.joined(separator: "\n"))</div>
      </li>
      """
  }

  private func lane(_ party: CheckResult.Step.Party) -> Int {
    switch party {
    case .browser: 0
    case .client: 1
    case .server: 2
    }
  }
}
