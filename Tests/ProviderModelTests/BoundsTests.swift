import Basics
import Testing

@testable import ProviderModel

@Suite("Numbers")
struct BoundsTests {
  @Test(
    "of a rule are bounded",
    arguments: [
      (#"{"skip": -1, "then": {"close": true}}"#, "/skip", "-1", "0 to 1000000000"),
      (
        #"{"times": 9223372036854775807, "then": {"close": true}}"#, "/times",
        "9223372036854775807", "0 to 1000000000"
      ),
      (#"{"then": {"truncate": -1}}"#, "/then/truncate", "-1", "0 to 1000000000"),
      (
        #"{"then": {"drip": {"bytes": 1000000001}}}"#, "/then/drip/bytes", "1000000001",
        "1 to 1000000000"
      ),
      (#"{"then": {"answer": {"status": 1000}}}"#, "/then/answer/status", "1000", "200 to 599"),
      (
        #"{"then": {"change": {"tokens": {"id": {"shift": 9223372036854775807}}}}}"#,
        "/then/change/tokens/id/shift", "9223372036854775807", "-3155760000 to 3155760000"
      ),
    ])
  func rules(_ rule: String, _ pointer: String, _ found: String, _ range: String) throws {
    let reader = RuleReader(providers: [])
    let error = try #require(throws: FixtureError.self) { try reader.rules(try json(rule)) }
    #expect(error.findings.map(\.pointer) == [pointer])
    #expect(
      error.findings.map(\.sentence) == ["expected a whole number from \(range), found \(found)"])
  }

  @Test(
    "after a filter are bounded",
    arguments: [
      ("{{a|prefix:-1}}", "-1", 0), ("{{a|prefix:x}}", "x", 0), ("{{a|prefix:}}", "", 0),
      ("{{a|plus:9223372036854775808}}", "9223372036854775808", -3_155_760_000),
    ])
  func filters(_ source: String, _ found: String, _ least: Int) {
    let name = source.contains("plus") ? "plus" : "prefix"
    let sentence =
      "expected a whole number from \(least) to 3155760000 after \(name):, found \"\(found)\""
    #expect(throws: TemplateSyntax.Problem(sentence: sentence)) { try TemplateSyntax(source) }
  }
}
