import JSON
import ProviderModel
import Testing

@testable import AuthorizationServer

@Suite("Lifetimes")
struct LifetimeTests {
  /// `check` sees a fixture's own numbers; what a template makes of a request is known only then.
  @Test(
    "that a request makes longer than a century are one",
    arguments: [
      ("9223372036854775807", 3_155_760_000), ("-9223372036854775808", -3_155_760_000),
      ("9223372036854775808", 0), ("600", 600),
    ])
  func bounded(_ sent: String, _ lifetime: Int) throws {
    var sandbox = try Visitor.stage("standard")
    for place in sandbox.providers.indices where sandbox.providers[place].id == "standard" {
      sandbox.providers[place].credentials["access"]?.lifetime = .text(
        try Template("{{query.x}}"))
    }
    let visitor = Visitor(try Transport.call.open(sandbox))
    try visitor.post(
      "/standard/token?x=\(sent)", ["grant_type": "client_credentials"],
      TokenTranscriptTests.basic)
    #expect(visitor.status == 200, "\(visitor.page)")
    #expect(try visitor.member("expires_in") == String(lifetime))
  }
}
