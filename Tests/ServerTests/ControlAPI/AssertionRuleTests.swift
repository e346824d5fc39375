import Basics
import Engine
import ProviderModel
import Testing

@testable import Server

@Suite("A rule about a client's JWT, or about the client of a request")
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
      let refused = try stage.send(
        .post, "/standard/token", form: "grant_type=client_credentials&\(form)")
      #expect(refused.status.code == 401 && refused.rule == "r", "\(condition)")
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(!text.contains("be .") && !text.contains(" .") && !text.contains("  "), "\(text)")
      #expect(!text.contains("client_assertion of") && !text.contains("secret.of"), "\(text)")
    }
  }

  @Test("matches the client that it names, also beside an empty client_id")
  func named() throws {
    let stage = try RuleStage()
    try stage.rules([
      "id": "r", "match": ["endpoint": "token", "client": "web"],
      "then": ["condition": "client_unknown"],
    ])
    let parts = [#"{"alg":"HS256"}"#, #"{"sub":"web"}"#, "x"]
    let jwt = parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
    for id in ["", "client_id=&", "client_id=native&"] {
      let form = "\(id)grant_type=client_credentials&client_assertion=\(jwt)"
      let isNative = id.contains("native")
      #expect(
        try stage.send(.post, "/standard/token", form: form).rule == (isNative ? nil : "r"), "\(id)"
      )
    }
  }

  @Test("matches the client of a form before that of its address")
  func posted() throws {
    let stage = try RuleStage()
    try stage.rules([
      "id": "r", "match": ["endpoint": "authorize", "client": "web"],
      "then": ["condition": "client_unknown"],
    ])
    for (query, form, rule) in [("native", "web", "r"), ("web", "native", nil)] {
      let answer = try stage.send(
        .post, "/standard/authorize?client_id=\(query)", form: "client_id=\(form)")
      #expect(answer.rule == rule)
    }
  }
}
