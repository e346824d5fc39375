import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

@Suite("A rule about a client's JWT")
struct AssertionRuleTests {
  @Test("orders each condition, and its text has no empty place and never the JWT")
  func each() throws {
    let stage = try RuleStage()
    let form = "client_id=web&client_assertion=secret.of.client"
    for condition in Condition.assertions {
      try stage.rules([
        "id": "r", "match": ["provider": "standard", "endpoint": "token"],
        "then": ["condition": .init(stringLiteral: condition.name)],
      ])
      var request = Basics.Request(
        method: .post, authority: "localhost", target: "/standard/token",
        headers: [.contentType: "application/x-www-form-urlencoded"])
      request.body = Array("grant_type=client_credentials&\(form)".utf8)
      guard case .answer(let refused) = stage.house.playhouse.respond(to: request, at: House.now)
      else { throw House.Late() }
      #expect(refused.status.code == 401 && refused.rule == "r", "\(condition)")
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(!text.contains("be .") && !text.contains(" .") && !text.contains("  "), "\(text)")
      #expect(!text.contains("client_assertion of") && !text.contains("secret.of"), "\(text)")
    }
  }
}
