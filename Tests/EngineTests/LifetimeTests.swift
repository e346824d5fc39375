import Basics
import ProviderModel
import Testing

@testable import Engine

@Suite("Lifetimes")
struct LifetimeTests {
  /// `check` sees a fixture's own numbers; what a template makes of a request is known only then.
  @Test(
    "that a request makes longer than a century are one",
    arguments: [("9223372036854775807", 3_155_760_000), ("600", 600)])
  func bounded(_ sent: String, _ lifetime: Int) throws {
    let text = Engine.text("providers/standard.json").replacingAll(
      "{{rand:[A-Za-z0-9_-]{43}}}\", \"lifetime\": 3600,",
      with: "{{rand:[A-Za-z0-9_-]{43}}}\", \"lifetime\": \"{{req.x|number}}\","
    ).replacingAll("\"grant_type\": {", with: "\"x\": { \"number\": true }, \"grant_type\": {")
    #expect(text.contains("{{req.x|number}}") && text.contains("\"x\": {"))
    let sandbox = try Visitor.stage("standard", text: text)
    let visitor = Visitor(try Transport.call.open(sandbox))
    try visitor.post(
      "/standard/token", ["grant_type": "client_credentials", "x": sent],
      TokenTranscriptTests.basic)
    #expect(visitor.status == 200, "\(visitor.page)")
    #expect(try visitor.member("expires_in") == String(lifetime))
  }
}
