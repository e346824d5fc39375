import Basics
import Testing

/// What a client meets under each bundled scenario.
@Suite("The scenario")
struct ScenarioTests {
  private func box(_ scenario: JSONValue) throws -> Box {
    try Site().sandbox([
      "answer": ["sign_in": "alice", "consent": "granted"], "rules": [["scenario": scenario]],
    ])
  }

  @Test("person-refuses refuses at every provider, without a page")
  func refuses() throws {
    let box = try box("person-refuses")
    #expect(try box.authorize().parameter("error") == "access_denied")
    let vk = try box.get(
      "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
        + "&response_type=token&v=5.52")
    #expect(vk.parameter("error_reason") == "user_denied")
  }

  @Test("codes-expire and tokens-expire let nothing live")
  func expiry() throws {
    let codes = try box("codes-expire")
    #expect(try codes.tokens()["error"] == "invalid_grant")
    let tokens = try box("tokens-expire")
    let token = try #require(try tokens.tokens()["access_token"]?.stringValue)
    #expect(try tokens.userinfo(token).status == 401)
    #expect(try tokens.refresh("1").json["error"] == "invalid_grant")
  }

  @Test("token-expires-once lets a client go on after one refresh")
  func once() throws {
    let box = try box("token-expires-once")
    let code = try box.authorize(scope: "openid+offline_access").parameter("code")
    let first = try box.redeem(code ?? "").json
    #expect(try box.userinfo(first["access_token"]?.stringValue ?? "").status == 401)
    let second = try box.refresh(first["refresh_token"]?.stringValue ?? "").json
    #expect(try box.userinfo(second["access_token"]?.stringValue ?? "").status == 200)
  }

  @Test("token-endpoint-flaky fails three times, then works")
  func flaky() throws {
    let box = try box("token-endpoint-flaky")
    let code = try box.code()
    let first = try box.redeem(code)
    #expect(first.status == 503 && first.header("Retry-After") == "1")
    let head =
      "POST /_sandbox/\(box.id)/standard/token HTTP/1.1\r\nContent-Length: 0\r\n"
    #expect(try box.site.raw(head).wasReset)
    #expect(try box.site.raw(head).text.hasSuffix("\r\n\r\n{\"error\":\"invalid_re"))
    #expect(try box.redeem(code).status == 200)
  }

  @Test("token-answers-odd gives five odd answers, then proper ones")
  func odd() throws {
    let box = try box("token-answers-odd")
    let answers = try (0..<6).map { _ in try box.tokens() }
    #expect(answers[0]["access_token"] == nil && answers[0]["token_type"] != nil)
    #expect(answers[1]["expires_in"] == "3600")
    #expect(answers[2]["expires_in"] == -1)
    #expect(answers[3]["token_type"] == "mac")
    #expect(answers[4]["error"] == "server_error" && answers[4]["access_token"] != nil)
    #expect(answers[5]["error"] == nil && answers[5]["token_type"] == "Bearer")
  }

  @Test("callbacks-tampered gives five callbacks that must not be trusted, then proper ones")
  func callbacks() throws {
    let box = try box("callbacks-tampered")
    #expect(try box.authorize().parameter("state") == "not-the-one-you-sent")
    #expect(try box.authorize().parameter("state") == nil)
    #expect(try box.authorize().parameter("iss") == "https://attacker.example")
    let both = try box.authorize()
    #expect(both.parameter("error") == "access_denied" && both.parameter("code") != nil)
    #expect(try box.authorize().status == 200)
    let proper = try box.authorize()
    #expect(proper.parameter("state") == "s-1" && proper.header("Understudy-Rule") == nil)
  }

  @Test("id-tokens-forged gives eight forgeries, each another one, then a proper token")
  func forged() throws {
    let box = try box("id-tokens-forged")
    var tokens: Set<String> = []
    for n in 0..<9 {
      let reply = try box.redeem(box.code())
      let token = try #require(reply.json["id_token"]?.stringValue)
      #expect((reply.header("Understudy-Rule") == nil) == (n == 8))
      tokens.insert(token)
    }
    #expect(tokens.count == 9)
  }

  @Test("rate-limited lets five calls pass, and then is each provider's own refusal")
  func limited() throws {
    let box = try box("rate-limited")
    for _ in 0..<5 { #expect(try box.userinfo("1").status == 401) }
    let refused = try box.userinfo("1")
    #expect(refused.status == 429 && refused.header("Retry-After") == "10")
    let instagram = try box.get("/instagram/v1/users/self/?access_token=1")
    #expect(instagram.status == 429 && instagram.text.contains("OAuthRateLimitException"))
    #expect(instagram.header("X-Ratelimit-Limit") == "5")
    #expect(try box.get("/vk/method/users.get?v=5.52").json["error"]?["error_code"] == 6)
    #expect(try box.get("/azure-ad-b2c/api/tasks").status == 429)
    try box.order("POST", "/clock", ["advance": "PT10S"])
    #expect(try box.userinfo("1").status == 401)
  }
}
