import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

@Suite("A rule about a JWT of another issuer")
struct IssuerRuleTests {
  @Test("orders each condition, and its text has no empty place and never the JWT")
  func each() throws {
    let stage = try RuleStage()
    let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    for condition in Condition.trusts {
      try stage.rules([
        "id": "r", "match": ["provider": "standard", "endpoint": "token"],
        "then": ["condition": .init(stringLiteral: condition.name)],
      ])
      var request = Basics.Request(
        method: .post, authority: "localhost", target: "/standard/token",
        headers: [.contentType: "application/x-www-form-urlencoded"])
      request.body = Array(
        "grant_type=\(grant)&client_id=native&assertion=secret.of.issuer".utf8)
      guard case .answer(let refused) = stage.house.playhouse.respond(to: request, at: House.now)
      else { throw House.Late() }
      #expect(refused.status.code == 400 && refused.rule == "r", "\(condition)")
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(!text.contains("be .") && !text.contains(" .") && !text.contains("  "), "\(text)")
      #expect(!text.contains("secret.of"), "\(text)")
    }
  }

  @Test("or a token exchange orders each condition, and never has the token in its text")
  func exchanges() throws {
    let stage = try RuleStage()
    let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
    for condition in Condition.exchanges {
      try stage.rules([
        "id": "r", "match": ["provider": "standard", "endpoint": "token"],
        "then": ["condition": .init(stringLiteral: condition.name)],
      ])
      var request = Basics.Request(
        method: .post, authority: "localhost", target: "/standard/token",
        headers: [.contentType: "application/x-www-form-urlencoded"])
      request.body = Array(
        "grant_type=\(grant)&client_id=native&subject_token=the-secret-token".utf8)
      guard case .answer(let refused) = stage.house.playhouse.respond(to: request, at: House.now)
      else { throw House.Late() }
      #expect(refused.status.code == 400 && refused.rule == "r", "\(condition)")
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(!text.contains("be .") && !text.contains(" .") && !text.contains("  "), "\(text)")
      #expect(!text.contains("the-secret"), "\(text)")
    }
  }
}
