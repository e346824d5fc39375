import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// A refusal that a rule orders tells of the request as the provider's own would.
@Suite("An ordered refusal")
struct RuleOrderTests {
  /// `standard`, where errors say what is known of the request.
  private static func provider() -> String {
    let times = "{{err.value}}|{{err.issued_at}}|{{err.expires_at}}|{{err.now}}"
    var text = RuleStage.text("providers/standard.json")
      .replacing("\"id\": \"standard\"", with: "\"id\": \"own\"")
      .replacing("standard.test", with: "own.test")
    for (sentence, new) in [
      ("The code has expired.", times), ("The refresh token has expired.", times),
      ("The access token has expired.", times),
      ("The access token lacks the scope {{err.value}}.", "{{err.value}}"),
      ("The body can't be read.", "{{err.value}}"),
      ("This grant_type is not supported.", "{{err.value}}"),
      ("The client's credentials are wrong.", "{{err.value}}"),
      ("Too many requests: {{err.value}} are allowed.", "{{err.value}}|{{err.count}}"),
      ("The client has to authenticate.", "{{client.name?}}"),
    ] { text = text.replacing("\"text\": \"\(sentence)\"", with: "\"text\": \"\(new)\"") }
    return text
  }

  private let stage: RuleStage
  init() throws {
    stage = try RuleStage(files: [Self.provider()])
    try stage.order(
      .put, "/clients/own/web",
      [
        "name": "Own web app", "secret": .init(stringLiteral: RuleStage.secret),
        "redirect_uris": [.init(stringLiteral: RuleStage.callback)],
      ])
  }

  /// The facts of the refusal; instants as seconds after now.
  private func facts(
    _ condition: String, _ path: String, form: String? = nil,
    _ headers: KeyValuePairs<String, String> = [:], limit: JSONValue? = nil
  ) throws -> [String] {
    let rule: JSONValue = [
      "id": "r", "match": ["provider": "own"],
      "then": ["condition": .init(stringLiteral: condition)],
    ]
    try stage.rules(rule.with("limit", limit))
    let answer = try stage.send(form == nil ? .get : .post, path, form: form, headers)
    #expect(answer.rule == "r", "\(answer.status) \(answer.text)")
    let text = try answer.json()["error_description"]?.stringValue ?? ""
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else { return parts }
    return [parts[0]] + parts.dropFirst().map { String((Int($0) ?? 0) - House.now) }
  }

  private static let client = "client_id=web&client_secret=\(RuleStage.secret)"

  @Test("about a code or a token has its text, and when it was made and ends")
  func credentials() throws {
    let code = try stage.mint("code", provider: "own")
    let access = try stage.mint(provider: "own")
    let refresh = try stage.mint("refresh", provider: "own")
    #expect(
      try facts("code_expired", "/own/token", form: "\(Self.client)&code=\(code)")
        == [code, "0", "60", "0"])
    #expect(
      try facts("refresh_expired", "/own/token", form: "code=\(code)&refresh_token=\(refresh)")
        == [refresh, "0", "1209600", "0"])
    #expect(
      try facts("code_expired", "/own/token", form: "code=\(code)&refresh_token=\(refresh)")
        == [code, "0", "60", "0"])
    #expect(
      try facts("token_expired", "/own/userinfo", ["Authorization": "Bearer \(access)"])
        == [access, "0", "3600", "0"])
  }

  @Test("about a code or a token that nobody knows has times that fit")
  func strange() throws {
    #expect(
      try facts("code_expired", "/own/token", form: "code=x&refresh_token=y")
        == ["x", "-60", "-30", "0"])
    #expect(try facts("code_expired", "/own/token", form: "a=b") == ["", "-60", "-30", "0"])
    // A parameter of another name does not count.
    #expect(try facts("code_expired", "/own/token", form: "code_token=x").first == "")
    #expect(try facts("token_expired", "/own/userinfo?code=x").first == "")
    #expect(
      try facts(
        "token_expired", "/own/userinfo", form: "access_token=t", ["Authorization": "Bearer"])
        == ["t", "-60", "-30", "0"])
  }

  @Test("about a parameter has its value; about a scope, the scopes that are missed")
  func parameters() throws {
    #expect(try facts("grant_unsupported", "/own/token", form: "a=b&grant_type=g") == ["g"])
    #expect(try facts("grant_unsupported", "/own/token", form: "a=b") == [""])
    #expect(try facts("scope_insufficient", "/own/userinfo") == ["openid"])
    #expect(try facts("scope_insufficient", "/own/userinfo?scope=s") == ["s"])
    #expect(
      try facts("grant_missing", "/own/token", form: "a=b")
        == ["The parameter grant_type is missing."])
  }

  @Test("about the whole request has its first parameter that the provider knows")
  func request() throws {
    #expect(
      try facts("body_unreadable", "/own/token", form: "odd=1&code=2&grant_type=3") == ["2"])
    #expect(try facts("body_unreadable", "/own/token", form: "state=1&odd=2") == ["1"])
    #expect(try facts("body_unreadable", "/own/userinfo?code=1&state=2") == ["2"])
    #expect(try facts("body_unreadable", "/own/userinfo") == [""])
  }

  @Test("about a limit has what is allowed, and which request this is")
  func limits() throws {
    #expect(try facts("rate_limited", "/own/userinfo") == ["1", "2"])
    let limit: JSONValue = ["requests": 0, "per": "PT30S"]
    #expect(try facts("rate_limited", "/own/userinfo", limit: limit) == ["0", "1"])
  }

  @Test("knows the client that the request names, or whose code or token it brings")
  func clients() throws {
    func name(_ form: String) throws -> String? {
      try stage.rules(
        ["id": "r", "match": ["provider": "own"], "then": ["condition": "secret_missing"]])
      let answer = try stage.send(.post, "/own/token", form: form)
      #expect(answer.rule == "r")
      return try answer.json()["error_description"]?.stringValue
    }
    #expect(try name("client_id=web") == "Own web app")
    #expect(try name("client_id=nobody") == nil)
    #expect(try name("") == nil)
    let code = try stage.mint("code", provider: "own")
    #expect(try name("code=\(code)") == "Own web app")
    #expect(try stage.entry()["client"] == "web")
  }

  @Test("says by which rule it came, and how to be rid of it; a limit says what it allows")
  func words() throws {
    try stage.rules(
      ["id": "r", "match": ["endpoint": "token"], "then": ["condition": "code_expired"]])
    try stage.redeem("x")
    var entry = try stage.entry()
    #expect(
      entry["why"] == "the rule r sets the condition code_expired" && entry["clause"] == "rule r")
    #expect(entry["remedy"] == "remove the rule" && entry["condition"] == "code_expired")
    for then: JSONValue? in [nil, ["answer": ["status": 503]]] {
      let rule: JSONValue = [
        "id": "r", "match": ["endpoint": "userinfo"], "limit": ["requests": 1, "per": "PT90S"],
      ]
      try stage.rules(rule.with("then", then))
      let passed = try stage.send("/standard/userinfo")
      #expect(passed.rule == nil && passed.status == 401 && !passed.headers.contains(.retryAfter))
      let answer = try stage.send("/standard/userinfo")
      #expect(answer.status == (then == nil ? 429 : 503) && answer.headers[.retryAfter] == "90")
      entry = try stage.entry()
      #expect(
        entry["why"] == "the rule r lets 1 requests pass in PT1M30S, and this is number 2")
      #expect(entry["remedy"] == "wait 90 s, as Retry-After says, or advance the sandbox's clock")
      #expect(entry["clause"] == "RFC 6585 §4")
    }
  }

  @Test(
    "or another answer beyond a limit says when to come again, unless it is no error",
    arguments: [(399, nil), (400, "30"), (599, "30"), (200, nil)] as [(Int, String?)])
  func again(_ status: Int, _ wait: String?) throws {
    try stage.rules([
      "match": ["endpoint": "userinfo"], "limit": ["requests": 0, "per": "PT30S"],
      "then": ["answer": ["status": .init(integerLiteral: status)]],
    ])
    #expect(try stage.send("/standard/userinfo").headers[.retryAfter] == wait)
  }

  @Test("a limit that lets a request pass has no say in what another rule answers")
  func others() throws {
    try stage.rules(
      ["id": "l", "match": ["endpoint": "userinfo"], "limit": ["requests": 5, "per": "PT30S"]],
      ["id": "r", "match": ["endpoint": "userinfo"], "then": ["answer": ["status": 503]]])
    let answer = try stage.send("/standard/userinfo")
    #expect(answer.rule == "r" && !answer.headers.contains(.retryAfter))
    #expect(try stage.entry()["why"] == "the rule r answers")
  }

  @Test("a provider's own fields of a limit are those of the rule, else those of the endpoint")
  func fields() throws {
    let target = "/instagram/v1/users/self/?access_token="
    func limit(_ answer: Answer) -> [String?] {
      ["X-Ratelimit-Limit", "X-Ratelimit-Remaining"].map { name in
        answer.headers.first { $0.name == name }?.value
      }
    }
    try stage.rules(["match": ["endpoint": "self"], "then": ["condition": "rate_limited"]])
    #expect(try limit(stage.send(target + "x")) == ["5000", "0"])
    let token = try stage.mint(
      provider: "instagram", client: "c0ffee00c0ffee00c0ffee00c0ffee00", scopes: ["basic"])
    try stage.rules(["match": ["endpoint": "self"], "limit": ["requests": 3, "per": "PT30S"]])
    #expect(try limit(stage.send(target + token)) == ["3", "2"])
    #expect(try limit(stage.send(target + token)) == ["3", "1"])
    try stage.rules(["match": ["endpoint": "jwks"], "then": ["delay": 1]])
    #expect(try limit(stage.send(target + token)) == ["5000", "4997"])
  }
}
