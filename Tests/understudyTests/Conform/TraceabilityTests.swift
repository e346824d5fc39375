import Foundation
import Testing

@Suite("What proves each requirement", .serialized, .timeLimit(.minutes(15)))
struct TraceabilityTests {
  /// `UNDERSTUDY_RECORD=1 swift test --filter TraceabilityTests` writes the file anew: read the difference.
  /// That every check has a mutant is what `make self-test` asks for.
  @Test("stands in fixtures/checks/traceability.json")
  func committed() throws {
    let file = fixtures().deletingLastPathComponent()
      .appendingPathComponent("fixtures/checks/traceability.json")
    let scratch = try Scratch()
    _ = try Tool(
      ["--trace", scratch.path("now.json")], program: Tool.location(of: "self-test").path
    ).finish()
    let now = try Data(contentsOf: URL(fileURLWithPath: scratch.path("now.json")))
    if ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" {
      try now.write(to: file)
      return
    }
    // The whole of both is too much to read.
    #expect((try? Data(contentsOf: file)) == now, "write it anew, and read the difference")
  }

  @Test("and one mutant is killed by its own check")
  func mutant() throws {
    let result = try Tool(
      ["--profile", "resource", "--mutants", "revokes-nothing", "--verbose"],
      program: Tool.location(of: "self-test").path
    ).finish()
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("1 of 1 mutants killed"), "\(result.output)")
    #expect(result.output.contains("all as it should be"))
  }

  @Test("a mutant that does not exist is refused")
  func unknown() throws {
    let result = try Tool(
      ["--mutants", "no-such-mutant"], program: Tool.location(of: "self-test").path
    ).finish()
    #expect(result.status == 2)
    #expect(result.errors.contains("no mutant \"no-such-mutant\""), "\(result.errors)")
    #expect(result.output == "")
  }
}
