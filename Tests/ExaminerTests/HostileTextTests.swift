import Basics
import Testing

@testable import Examiner

@Suite("A report of hostile texts")
struct HostileTextTests {
  private static let hostile =
    "x\u{1B}[31m\u{7}\u{9B}\u{202E}\r\n::error::obeyed\n##[error]obeyed ##vso[a]b\u{2028}</script><!-- <script>"

  private var run: RunReport {
    var result = SampleRun.result("code-state", .fail, Self.hostile)
    result.curl = "curl \(Self.hostile)"
    result.output = Self.hostile
    result.evidence = [.init(.journal, Self.hostile)]
    result.knownBecause = Self.hostile
    for index in result.steps.indices { result.steps[index].detail = Self.hostile }
    var run = RunReport(
      toolVersion: "0", profile: "web", profileTitle: Self.hostile, provider: Self.hostile,
      client: Self.hostile, requirements: "2026-1", started: 0, seconds: 1, results: [result])
    run.stale = [Self.hostile]
    return run
  }

  private func isInert(_ text: String, besides commands: [String] = []) -> Bool {
    text.unicodeScalars.allSatisfy { Visible.isPlain($0) || $0 == "\n" || $0 == "\t" }
      && text.split(separator: "\n").allSatisfy { line in
        let begun = line.drop { $0.isWhitespace }
        let isOurs = commands.contains { begun.hasPrefix($0) }
        return (isOurs || begun.prefixMatch(of: #/::[A-Za-z]/#) == nil)
          && line.firstMatch(of: #/##[a-z]*\[/#) == nil
      }
  }

  @Test(
    "commands neither a terminal nor a CI server",
    arguments: [ReportFormat.junit, .html, .tap, .md])
  func formats(_ format: ReportFormat) {
    let text = Reports([run], hiding: .none).text(format)
    #expect(text.contains("obeyed") && isInert(text), "\(text)")
  }

  @Test("is harmless in JSON as it is printed")
  func json() {
    #expect(isInert(Visible.json(Reports([run], hiding: .none).text(.json))))
  }

  @Test("is data in the page, and nothing in it ends the block or begins a comment")
  func page() throws {
    let text = Reports([run], hiding: .none).text(.html)
    #expect(text.matches(of: #/<script/#).count == 2 && text.matches(of: #/<\/script/#).count == 2)
    #expect(!text.contains("<!-- ") && !text.contains("\u{2028}"))
    let block = try #require(text.firstMatch(of: #/id="data">([^<]*)<\/script>/#)?.1)
    let runs = try JSONReader().read(Array(block.utf8), file: "data").root
    let client = try #require(runs.arrayValue?.first?["client"]?.stringValue)
    #expect(client == Visible.lines(Self.hostile) && client.contains("</script><!-- <script>"))
  }

  @Test("is harmless for people")
  func people() {
    let reports = Reports([run], hiding: .none)
    for text in [reports.forPeople(.init()), reports.conclusion(.init())] {
      #expect(text.contains("obeyed") && isInert(text), "\(text)")
    }
  }

  @Test("has the commands of its own that were asked for, and no others")
  func annotations() {
    let text = Reports([run], hiding: .none).text(.github)
    let lines = text.split(separator: "\n")
    #expect(isInert(text, besides: ["::error title=", "::warning title="]))
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("::error title=") })
  }
}
