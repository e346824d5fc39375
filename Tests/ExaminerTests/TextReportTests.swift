import Testing

@testable import Examiner

@Suite("Text for people")
struct TextReportTests {
  private let reports = ReportGoldenTests.reports

  @Test("has no colour unless it goes to a terminal that wants it")
  func colour() {
    #expect(TextStyle.of(columns: nil, environment: [:]) == TextStyle())
    #expect(TextStyle.of(columns: 90, environment: ["NO_COLOR": "1"]) == TextStyle(width: 90))
    #expect(
      TextStyle.of(columns: 90, environment: ["NO_COLOR": ""])
        == TextStyle(isColoured: true, width: 90))
    #expect(TextStyle.of(columns: 90, environment: ["TERM": "dumb"]) == TextStyle(width: 90))
    #expect(!reports.forPeople(TextStyle()).contains("\u{1B}"))
    #expect(reports.forPeople(TextStyle(isColoured: true)).contains("\u{1B}[32mpass\u{1B}[0m"))
  }

  @Test(
    "has a line for each check with verdict, id, clause and evidence, that fits",
    arguments: [80, 120])
  func lines(_ width: Int) {
    let text = reports.forPeople(TextStyle(width: width))
    for result in SampleRun.report.results {
      let line = text.split(separator: "\n").first {
        $0.hasPrefix(result.verdict.rawValue) && $0.contains(" \(result.check.id) ")
      }
      #expect(line != nil, "\(result.check.id)")
      #expect(line?.contains(result.check.clause) == true)
      #expect((line?.count ?? 999) <= width, "\(line ?? "")")
    }
    #expect(text.contains("journal+outcome"))
  }

  @Test("can be written as it comes, line by line, with what is wrong at the end")
  func streamed() {
    let redactor = ReportRedactor(secrets: SampleRun.secrets)
    let line = Reports.line(SampleRun.report.results[1], hiding: redactor, TextStyle())
    #expect(
      line.hasPrefix(
        "fail          code-state-mismatch  RFC 9700 §2.1  journal+outcome  It redeemed"))
    let end = reports.conclusion(TextStyle())
    #expect(end.contains("code-state-mismatch") && !end.contains("\npass  "))
    #expect(
      end.hasSuffix("4 checks break the run, and 2 entries of the baseline are stale.\n"),
      "\(end.suffix(90))")
  }

  @Test("progress is one line that fits, whatever runs", arguments: [40, 60, 80, 200])
  func progress(_ width: Int) {
    let ids = (0..<9).map { "code-state-mismatch-\($0)" }
    let text = Examination.Progress(done: 12, total: 60, broken: 1, working: ids).line(
      TextStyle(width: width))
    #expect(text.count < min(width, 160))
    #expect(text.hasPrefix("━━━━────────────────"))
    #expect(text.contains("12/60  1 broken"))
    #expect(text.contains(" +"))
    #expect(!text.contains("\n"))
    #expect(Examination.Progress(done: 0, total: 0).line(TextStyle()).contains("0/0"))
    #expect(Examination.Progress(done: 9, total: 3).line(TextStyle()).contains("9/3"))
  }
}
