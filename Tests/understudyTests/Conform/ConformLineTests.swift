import Foundation
import TestSupport
import Testing

@Suite("conform writes a line for each check", .timeLimit(.minutes(15)))
struct ConformLineTests {
  @Test("in the order of the catalogue, whichever ends first")
  func order() throws {
    let scratch = try Scratch()
    let file = scratch.path("report.json")
    let ids = ["code-unknown-params", "code-state-mismatch", "code-state-missing", "pkce-s256"]
    // The first two end last.
    let script = """
      case $OAUTH_TEST_ID in code-unknown-params) sleep 2 ;; code-state-mismatch) sleep 1 ;; esac
      exec "$0" reference-client
      """
    let end = try Tool(
      [
        "conform", "run", "--profile", "native-code", "--only", ids.joined(separator: ","),
        "--jobs", "4", "--silence", "5", "--report", "json=\(file)", "--", "/bin/sh", "-c", script,
        try Tool.location(of: "self-test").path,
      ]
    ).finish()
    #expect(end.status == 0, "\(end.output)\(end.errors)")
    let report = Examined.read(try String(contentsOfFile: file, encoding: .utf8))
    let listed = (report["checks"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    #expect(Set(listed) == Set(ids + ["code-happy"]))
    let lines = (end.output + end.errors).split(separator: "\n").map { $0.split(separator: " ") }
    let written = lines.filter { $0.first == "pass" && $0.count > 3 }.map { String($0[1]) }
    #expect(written == listed)
  }
}
