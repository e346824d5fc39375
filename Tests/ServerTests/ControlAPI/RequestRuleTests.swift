import Basics
import Engine
import Foundation
import JOSE
import ProviderModel
import Testing

@testable import Server

@Suite("A rule about a request that is pushed or signed")
struct RequestRuleTests {
  private let stage: RuleStage
  init() throws { stage = try RuleStage() }

  private static let beside = "client_id=web&client_secret=\(RuleStage.secret)"

  private func push(_ scope: String = "openid") throws -> String {
    let answer = try stage.send(
      .post, "/standard/par",
      form: Self.beside + "&response_type=code&scope=\(scope)&state=s-1&redirect_uri="
        + RuleStage.callback)
    return try #require(try answer.json()["request_uri"]?.stringValue, "\(answer.text)")
  }

  private func use(_ uri: String, _ more: String = "") throws -> Answer {
    try stage.send("/standard/authorize?client_id=web&request_uri=\(uri)\(more)")
  }

  /// A request object of `web`, signed with its secret.
  private func object(_ scope: String = "openid") -> String {
    let claims: JSONValue = [
      "client_id": "web", "response_type": "code", "redirect_uri": "http://127.0.0.1:7999/cb",
      "scope": .init(stringLiteral: scope), "state": "s-1",
    ]
    let input = JWS.signingInput(header: JSONObject([.init("alg", "HS256")]), payload: claims)
    let code = HMAC.sha256(key: Array(RuleStage.secret.utf8), message: Array(input.utf8))
    return "\(input).\(Base64URL.encode(code))"
  }

  private func order(_ condition: String, at endpoint: String, _ more: JSONValue = [:]) throws {
    let rule: JSONValue = [
      "id": "r", "match": ["endpoint": .init(stringLiteral: endpoint)],
      "then": ["condition": .init(stringLiteral: condition)],
    ]
    try stage.rules(more.merged(into: rule))
  }

  // MARK: Conditions

  @Test("orders each condition where requests are pushed, and its text has no empty place")
  func pushed() throws {
    let details = #"[{"type":"account_information","actions":[]}]"#
    let form = Self.beside + "&request=\(object())&authorization_details=" + details
    let conditions = Condition.requestObjects.union(Condition.ofDetails).map(\.name).sorted()
    var seen = 0
    for condition in conditions + ["request_uri_pushed"] {
      let rule: JSONValue = [
        "id": "r", "match": ["endpoint": "par"],
        "then": ["condition": .init(stringLiteral: condition)],
      ]
      guard try stage.control(.put, "/rules", [rule]).status == 200 else { continue }
      seen += 1
      let refused = try stage.send(.post, "/standard/par", form: form)
      #expect(refused.status.code == 400 && refused.rule == "r", "\(condition)")
      let text = try #require(refused.json()["error_description"]?.stringValue)
      #expect(!text.contains("be .") && !text.contains(" .") && !text.contains("  "), "\(text)")
      #expect(!text.contains("claim request ") && !text.contains("member authorization_details"))
    }
    #expect(seen >= 20, "\(conditions)")
  }

  @Test(
    "orders each condition of a request_uri",
    arguments: [
      "request_uri_unknown", "request_uri_used", "request_uri_expired", "request_uri_other_client",
      "push_missing", "request_uri_unfetched",
    ])
  func references(_ condition: String) throws {
    let uri = try push()
    try order(condition, at: "authorize")
    #expect(try use(uri).rule == "r")
    #expect(try stage.entry()["condition"]?.stringValue == condition)
  }

  @Test("does not use a request_uri up by a refusal")
  func unused() throws {
    let uri = try push()
    try order("temporarily_unavailable", at: "authorize", ["times": 1])
    #expect(try use(uri).parameter("error") == "temporarily_unavailable")
    #expect(try use(uri).parameter("code") != nil)
    _ = try use(uri)
    #expect(try stage.entry()["condition"] == "request_uri_used")
  }

  // MARK: Parameters

  @Test(
    "matches the parameters that count, and none beside them",
    arguments: ["parameters", "when"])
  func parameters(_ kind: String) throws {
    let plain: JSONValue =
      kind == "when"
      ? ["when": ["eq": ["{{req.scope}}", "email"]]] : ["parameters": ["scope": "email"]]
    try stage.rules([
      "id": "r", "match": plain.merged(into: ["endpoint": "authorize"]),
      "then": ["condition": "temporarily_unavailable"],
    ])
    let fires = { (more: String) throws in
      try stage.send("/standard/authorize?client_id=web&" + more).rule == "r"
    }
    #expect(try fires("request=\(object("email"))"))
    #expect(try !fires("request=\(object())&scope=email"))
    #expect(try fires("request_uri=\(push("email"))"))
    #expect(try !fires("request_uri=\(push())&scope=email"))
  }

  @Test("matches the parameters of a pushed request object")
  func pushedObject() throws {
    try stage.rules([
      "id": "r", "match": ["endpoint": "par", "parameters": ["scope": "email"]],
      "then": ["condition": "scope_unknown"],
    ])
    let form = Self.beside + "&request="
    #expect(try stage.send(.post, "/standard/par", form: form + object("email")).rule == "r")
    let other = try stage.send(.post, "/standard/par", form: form + object() + "&scope=email")
    #expect(other.rule == nil && other.status == 201)
  }

  // MARK: Signed responses

  private func claims(_ change: JSONValue) throws -> JSONObject {
    try stage.rules([
      "id": "r", "match": ["endpoint": "authorize"], "then": ["change": change],
    ])
    let answer = try stage.authorize("&response_mode=jwt")
    let token = try JWS.parse(try #require(answer.parameter("response"), "\(answer.location)"))
    return try #require(token.payload.objectValue)
  }

  @Test("changes, removes and adds the claims of a signed response")
  func signed() throws {
    #expect(try claims(["set": ["iss": "https://evil.test"]])["iss"] == "https://evil.test")
    #expect(try claims(["drop": ["iss"]])["iss"] == nil)
    let renamed = try claims(["rename": ["iss": "issuer"]])
    #expect(renamed["iss"] == nil && renamed["issuer"] != nil)
    let other = try claims(["set": ["aud": "other", "exp": "1", "x": "y"]])
    #expect(other["aud"] == "other" && other["exp"]?.integerValue == 1 && other["x"] == "y")
    let plain = try claims(["set": ["state": "z"]])
    #expect(plain["aud"] == "web" && plain["state"] == "z" && plain["code"] != nil)
  }

  @Test("orders a refusal that arrives signed")
  func refused() throws {
    try order("temporarily_unavailable", at: "authorize")
    let answer = try stage.authorize("&response_mode=jwt")
    let token = try JWS.parse(try #require(answer.parameter("response"), "\(answer.location)"))
    #expect(token.payload["error"] == "temporarily_unavailable")
    #expect(token.payload["state"] == "s-1")
  }

  // MARK: The landing page

  @Test("of the provider about all clients leaves the client of the landing page alone")
  func tried() throws {
    for quirk in ["pushed-requests-required", "signed-requests-required"] {
      try stage.order(
        .put, "/providers/standard/quirks", ["with": [.init(stringLiteral: quirk)]])
      let page = try stage.send("/_understudy/landing?try=standard&type=code")
      let data = try #require(page.text.components(separatedBy: " id=\"data\">").last)
      let text = try #require(data.components(separatedBy: "</script>").first)
      let plan = try JSONReader().read(Array(text.utf8), file: "data").root["try"]
      let id = try #require(plan?["client_id"]?.stringValue, "\(text)")
      let uri = try #require(plan?["redirect_uri"]?.stringValue)
      let answer = try stage.send(
        "/standard/authorize?response_type=code&client_id=\(id)&redirect_uri=\(uri)&scope=openid")
      #expect(answer.parameter("code") != nil, "\(answer.location) \(answer.text)")
      #expect(try stage.authorize().parameter("error") == "invalid_request")
    }
  }
}
