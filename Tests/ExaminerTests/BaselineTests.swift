import Examiner
import ProviderModel
import Testing

@Suite("The baseline")
struct BaselineTests {
  private func baseline(_ text: String) throws -> Baseline {
    try Baseline(Array(text.utf8), file: "known.json")
  }

  private func report(_ verdicts: [(String, Verdict)]) -> RunReport {
    RunReport(
      toolVersion: "0", profile: "p", profileTitle: "P", provider: "standard", client: "c",
      requirements: "2026-1",
      started: 0, seconds: 0,
      results: verdicts.map { CheckResult(SampleRun.check($0.0), $0.1, "why") })
  }

  @Test("keeps known failures from breaking the run")
  func known() throws {
    var report = report([("a", .fail), ("b", .inconclusive), ("c", .warn), ("d", .pass)])
    #expect(!report.isGreen)
    try baseline("[\"a\", {\"id\": \"b\", \"why\": \"issue 1\"}, \"c\"]").mark(
      &report, among: ["a", "b", "c", "d"])
    #expect(report.isGreen && report.stale == [])
    #expect(report.results.map(\.isKnown) == [true, true, true, false])
    #expect(report.results[1].knownBecause == "issue 1")
  }

  @Test("makes the run fail where an entry holds by now, or names nothing")
  func stale() throws {
    var report = report([("a", .pass)])
    try baseline("[\"a\", \"gone\"]").mark(&report, among: ["a", "elsewhere"])
    #expect(report.stale == ["a", "gone"])
    #expect(!report.isGreen)
  }

  @Test("says nothing of checks that were not done")
  func notDone() throws {
    var report = report([("a", .pass), ("b", .skip), ("c", .error)])
    try baseline("[\"elsewhere\", \"b\", \"c\"]").mark(
      &report, among: ["a", "b", "c", "elsewhere"])
    #expect(report.stale == [])
    #expect(report.results.map(\.isKnown) == [false, false, false])
    #expect(!report.isGreen, "an error is no known failure of the client")
  }

  @Test(
    "says where it is wrong",
    arguments: [
      (
        "{}",
        "known.json:1:1: error: expected an array of IDs, or of objects with id and why, found an object"
      ),
      (
        "[1]",
        "known.json:1:2: error: expected an id, or an object with id and why, found a number (at /0)"
      ),
      ("[\"a\",\n \"a\"]", "known.json:2:2: error: \"a\" appears twice (at /1)"),
      ("[{\"why\": \"x\"}]", "known.json:1:2: error: expected a member \"id\", found none (at /0)"),
      ("[", "known.json:1:2: error: "),
    ])
  func wrong(_ text: String, _ message: String) {
    do {
      _ = try baseline(text)
      Issue.record("no error")
    } catch {
      #expect("\(error)".hasPrefix(message), "\(error)")
    }
  }

  @Test("says where a member has another name")
  func unknownMember() {
    #expect(throws: FixtureError.self) { try baseline("[{\"id\": \"a\", \"reason\": \"x\"}]") }
  }
}
