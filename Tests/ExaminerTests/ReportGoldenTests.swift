import Basics
import Examiner
import Foundation
import Testing

/// Each form of report of one run, whose texts are as nasty as they get, as it stands in `Recorded/`.
///
/// `UNDERSTUDY_RECORD=1 swift test --filter ReportGoldenTests` writes them anew: read the difference.
@Suite("Each form of report")
struct ReportGoldenTests {
  static let reports = Reports(
    [SampleRun.report], hiding: ReportRedactor(secrets: SampleRun.secrets))
  static let both = Reports(
    [SampleRun.report, SampleRun.other], hiding: ReportRedactor(secrets: SampleRun.secrets))

  static let forms: [(name: String, text: @Sendable () -> String)] = [
    ("report.junit.xml", { reports.text(.junit) }),
    ("report.tap", { reports.text(.tap) }),
    ("report.json", { reports.text(.json) }),
    ("report.md", { reports.text(.md) }),
    ("report.sarif", { reports.text(.sarif) }),
    ("report.github.txt", { reports.text(.github) }),
    ("report.html", { reports.text(.html) }),
    ("report.txt", { reports.forPeople(TextStyle()) }),
    ("terminal.txt", { reports.forPeople(TextStyle(isColoured: true, width: 100)) }),
    ("both.html", { both.text(.html) }),
    ("both.json", { both.text(.json) }),
    ("both.junit.xml", { both.text(.junit) }),
    ("both.tap", { both.text(.tap) }),
  ]

  @Test("is what it was", arguments: forms.map(\.name))
  func golden(_ name: String) throws {
    let form = try #require(Self.forms.first { $0.name == name })
    let text = form.text()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Recorded/\(name)")
    if ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
      return
    }
    let old = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let lines = zip(lines(text), lines(old)).enumerated()
    for (number, (line, known)) in lines where !line.elementsEqual(known) {
      Issue.record("line \(number + 1) of \(name): \(line), and was: \(known)")
      break
    }
    #expect(text.utf8.elementsEqual(old.utf8))
  }

  private func lines(_ text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("holds no secret, in whatever encoding", arguments: forms.map(\.name))
  func secrets(_ name: String) throws {
    let text = try #require(Self.forms.first { $0.name == name }).text()
    for secret in SampleRun.secrets + [
      "top-secret-of-client", "Y29uZm9ybWFuY2U6dG9wLXNlY3JldC1vZi1jbGllbnQ", "abcdef123456",
      "c0de-Zx81_secret~of%2Fthe%2Brun", "secret~of",
    ] {
      let isThere = text.contains(secret)
      #expect(!isThere, "\(secret)")
    }
    let isMarked = name.hasPrefix("both") || text.contains("c0de…(27)")
    #expect(isMarked)
  }

  @Test("shows them when it is told to")
  func shown() {
    let text = Reports([SampleRun.report], hiding: .none).text(.json)
    #expect(text.contains(SampleRun.token) && text.contains("top-secret-of-client"))
  }

  @Test(
    "holds no control character but line breaks, and nothing that turns a line",
    arguments: forms.map(\.name))
  func controls(_ name: String) throws {
    // JSON spells what it must, and a terminal has its colours.
    let text = try #require(Self.forms.first { $0.name == name }).text()
    let allowed: Set<Unicode.Scalar> = name == "terminal.txt" ? ["\n", "\u{1B}"] : ["\n"]
    let isJSON = name.hasSuffix(".json")
    for scalar in text.unicodeScalars
    where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) && !isJSON {
      #expect(allowed.contains(scalar), "\(scalar.value)")
    }
    let isTurned = !isJSON && text.unicodeScalars.contains("\u{202E}")
    #expect(!isTurned)
    let isForeign = text.contains("\u{1B}[31m")
    #expect(!isForeign, "the client's own colours")
  }

  @Test(
    "is well-formed XML, and nothing of the client's is markup",
    arguments: ["report.junit.xml", "both.junit.xml"])
  func xml(_ name: String) throws {
    let text = try #require(Self.forms.first { $0.name == name }).text()
    let isMarkup = text.contains("<script>") || text.contains("]]>")
    #expect(!isMarkup)
    try WellFormed.check(text)
  }

  @Test(
    "says of each failing check clause, evidence, fix and a line for curl",
    arguments: forms.map(\.name))
  func whole(_ name: String) throws {
    let text = try #require(Self.forms.first { $0.name == name }).text()
    let results = SampleRun.report.results.filter { $0.verdict == .fail }
    #expect(!results.isEmpty)
    let check = try #require(results.first?.check)
    // Lines are broken in running text.
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in results.map(\.check.id) + [check.clause, check.fix, "journal"] {
      let isThere = flat.contains(part)
      #expect(isThere, "\(part)")
    }
    let curl = text.contains("curl -si")
    #expect(curl, "curl")
  }
}
