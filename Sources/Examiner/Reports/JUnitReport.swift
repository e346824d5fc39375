import Basics

/// JUnit XML as Jenkins and its kin read it: a test suite is a run, a test case is a check.
///
/// Only a check that makes the run fail is a failure or an error. A known failure, or one that isn't required, is skipped
/// with its reason; a warning passes and is the first line of its system-out.
struct JUnitReport {
  let runs: [RunReport]

  private struct Case {
    var name: String
    var seconds = 0.0
    /// `failure`, `error`, `skipped`; `nil` where it passed.
    var element: String?
    var type = ""
    var message = ""
    var body = ""
    var output = ""
  }

  var text: String {
    let suites = runs.map { ($0, cases(of: $0)) }
    let all = suites.flatMap(\.1)
    let seconds = Seconds.decimal(runs.reduce(0) { $0 + $1.seconds })
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append(
      "<testsuites name=\"understudy conform\" tests=\"\(all.count)\" failures=\"\(count(all, "failure"))\" "
        + "errors=\"\(count(all, "error"))\" time=\"\(seconds)\">")
    for (number, (run, cases)) in suites.enumerated() {
      lines.append(
        "  <testsuite name=\"\(Markup.attribute(run.profile))\" id=\"\(number)\" "
          + "package=\"understudy.conform\" hostname=\"localhost\" timestamp=\"\(UTC(seconds: run.started).text())\" "
          + "tests=\"\(cases.count)\" failures=\"\(count(cases, "failure"))\" errors=\"\(count(cases, "error"))\" "
          + "skipped=\"\(count(cases, "skipped"))\" time=\"\(Seconds.decimal(run.seconds))\">")
      lines.append("    <properties>")
      for (name, value) in properties(of: run) {
        lines.append(
          "      <property name=\"\(name)\" value=\"\(Markup.attribute(value))\"/>")
      }
      lines.append("    </properties>")
      lines += cases.map { element($0, run.profile) }
      lines.append("  </testsuite>")
    }
    return (lines + ["</testsuites>", ""]).joined(separator: "\n")
  }

  private func count(_ cases: [Case], _ element: String) -> Int {
    cases.count { $0.element == element }
  }

  private func properties(of run: RunReport) -> [(String, String)] {
    [
      ("tool", "understudy \(run.toolVersion)"), ("profile", run.profileTitle),
      ("provider", run.provider), ("client", run.client), ("requirements", run.requirements),
      ("verdicts", run.counts),
    ]
  }

  private func cases(of run: RunReport) -> [Case] {
    var cases = run.results.map { self.case(of: $0) }
    for (id, text) in run.staleSentences {
      cases.append(
        Case(name: "baseline: \(id)", element: "failure", type: "BASELINE", message: text))
    }
    if run.isInterrupted {
      cases.append(
        Case(name: "interrupted", element: "error", type: "INTERRUPTED", message: run.conclusion))
    }
    return cases
  }

  private func `case`(of result: CheckResult) -> Case {
    var test = Case(name: result.check.id, seconds: result.seconds)
    let plain = TextDetails(result: result, style: TextStyle()).text
    switch result.verdict {
    case .fail where result.breaks:
      test.element = "failure"
      test.type = result.check.severity.keyword
    case .inconclusive where result.breaks, .error where result.breaks:
      test.element = "error"
      test.type = result.verdict.rawValue
    case .skip: test.element = "skipped"
    case .pass, .warn: break
    case .fail, .inconclusive, .error: test.element = "skipped"
    }
    test.message = "\(result.reason) (\(result.check.clause))"
    if test.element == "skipped" { test.message = result.pardon ?? result.reason }
    test.body = plain
    let head =
      "\(result.verdict.rawValue): \(result.statement)\nEvidence: \(result.evidenceNames)\n"
    var parts = [head] + result.transcript(isWhole: true)
    if test.element == "skipped" || result.verdict == .warn { parts.insert(plain, at: 1) }
    let output = result.output.lines
    if !output.isEmpty { parts += ["", "The client wrote:"] + output }
    test.output = parts.joined(separator: "\n")
    return test
  }

  private func element(_ test: Case, _ profile: String) -> String {
    var text =
      "    <testcase name=\"\(Markup.attribute(test.name))\" classname=\"understudy.conform.\(Markup.attribute(profile))\" "
      + "time=\"\(Seconds.decimal(test.seconds))\">\n"
    if let element = test.element {
      text += "      <\(element)"
      if element != "skipped" { text += " type=\"\(Markup.attribute(test.type))\"" }
      text += " message=\"\(Markup.attribute(test.message))\""
      text += element == "skipped" ? "/>\n" : ">\(Markup.text(test.body))</\(element)>\n"
    }
    if !test.output.isEmpty {
      text += "      <system-out>\(Markup.text(test.output))</system-out>\n"
    }
    return text + "    </testcase>"
  }
}
