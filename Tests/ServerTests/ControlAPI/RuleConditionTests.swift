import Basics
import Testing

@Suite("What a rule's when asks")
struct RuleConditionTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox([
      "answer": ["sign_in": "alice", "consent": "granted"],
      "cast": [
        "people": [
          ["username": "mallory", "password": "m", "role": "suspended", "email_verified": false]
        ]
      ],
    ])
  }

  private func token(_ person: JSONValue, _ scopes: JSONValue = ["openid"]) throws -> String {
    let made = try box.order(
      "POST", "/tokens",
      ["provider": "standard", "client": "web", "person": person, "scopes": scopes])
    return try #require(made["access_token"]?.stringValue)
  }

  @Test(
    "is answered by what a call brings along",
    arguments: [
      (["eq": ["{{client.kind}}", "confidential"]], true),
      (["eq": ["{{client.kind}}", "public"]], false),
      (["eq": ["{{person.role}}", "suspended"]], true),
      (["has": "person.role"], true), (["not": ["has": "person.email"]], true),
      (["in": ["email", ["{{grant.scope}}"]]], true),
      (["in": ["phone", ["{{grant.scope}}"]]], false),
      (["eq": ["{{query.a}}", "1"]], true), (["eq": ["{{req.method}}", "GET"]], true),
      (["has": "req.authorization"], true),
      (["all": [["has": "person.role"], ["eq": ["{{provider.id}}", "standard"]]]], true),
      (
        ["some": ["{{people}}", ["eq": ["{{item.username}}", "mallory"]]]], true
      ),
      (true, true), (false, false),
    ] as [(JSONValue, Bool)])
  func calls(_ when: JSONValue, _ holds: Bool) throws {
    let token = try token("mallory", ["openid", "email"])
    try box.rule([
      "id": "r", "match": ["endpoint": "userinfo", "when": when],
      "then": ["condition": "token_revoked"],
    ])
    let reply = try box.get("/standard/userinfo?a=1", Box.bearer(token))
    #expect(reply.status == (holds ? 401 : 200), "\(reply.text)")
    #expect(try box.order("GET", "/rules/r")["fired"] == (holds ? 1 : 0))
    // What was only asked for is no part of the answer.
    if !holds { #expect(reply.json["sub"] != nil) }
  }

  @Test("is about a sign-in's end, where it asks who signs in")
  func person() throws {
    try box.rule([
      "match": [
        "provider": "standard", "endpoint": "authorize",
        "when": ["eq": ["{{person.role?}}", "suspended"]],
      ],
      "then": ["condition": "temporarily_unavailable"],
    ])
    #expect(try box.authorize().parameter("code") != nil)
    try box.order("PUT", "/answer", ["sign_in": "mallory", "consent": "granted"])
    let refused = try box.authorize()
    #expect(refused.parameter("error") == "temporarily_unavailable")
    #expect(refused.parameter("state") == "s-1" && refused.parameter("code") == nil)
  }

  @Test("knows an authorization request's parameters, and a token request's, by their names")
  func parameters() throws {
    try box.rule([
      [
        "match": ["endpoint": "authorize", "when": ["eq": ["{{req.nonce?}}", "n-1"]]],
        "then": ["condition": "server_error"], "times": 1,
      ],
      [
        "match": ["endpoint": "token", "when": ["eq": ["{{req.grant_type}}", "refresh_token"]]],
        "then": ["condition": "refresh_revoked"],
      ],
    ])
    #expect(try box.authorize().parameter("error") == "server_error")
    let code = try box.authorize(scope: "openid+offline_access").parameter("code")
    let tokens = try box.redeem(code ?? "").json
    #expect(tokens["access_token"] != nil, "\(tokens)")
    let refused = try box.refresh(tokens["refresh_token"]?.stringValue ?? "")
    #expect(refused.status == 400 && refused.json["error"] == "invalid_grant")
  }

  @Test("holds nowhere but at the providers that have its facts")
  func providers() throws {
    try box.rule([
      "match": ["endpoint": "authorize", "when": ["eq": ["{{req.v}}", "5.52"]]],
      "then": ["condition": "user_denied"],
    ])
    let vk = try box.get(
      "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
        + "&response_type=token&v=5.52")
    #expect(vk.location.contains("access_denied"))
    #expect(try box.authorize("&v=5.52").parameter("code") != nil)
  }

  @Test("still holds after quirks were switched, which moves what it names")
  func quirks() throws {
    try box.rule([
      "id": "r",
      "match": ["provider": "standard", "when": ["eq": ["{{req.state}}", "s-1"]]],
      "then": ["condition": "server_error"],
    ])
    let provider = try box.order("GET", "/providers/standard")
    let quirks = try #require(provider["quirks"]?.arrayValue)
    #expect(quirks.count > 3)
    for quirk in quirks {
      let id = try #require(quirk["id"])
      let wish: JSONValue = quirk["on"] == true ? ["without": [id]] : ["with": [id]]
      try box.order("PUT", "/providers/standard/quirks", wish)
      #expect(try box.authorize().header("Understudy-Rule") == "r", "\(id)")
    }
  }

  @Test("stands in the journal where nothing else was missing")
  func near() throws {
    try box.rule([
      "id": "r",
      "match": ["endpoint": "userinfo", "when": ["eq": ["{{client.client_id}}", "native"]]],
      "then": ["reset": true],
    ])
    _ = try box.userinfo(token("mallory"))
    let near = try box.order("GET", "/journal").arrayValue?.last?["near"]
    #expect(near == ["rule r would have matched, but its \"when\" does not hold"])
  }

  @Test(
    "is refused where no provider has what it names",
    arguments: [
      (["eq": ["{{clent.kind}}", "public"]], "/match/when/eq/0", "did you mean \"client\"?"),
      (["eq": ["{{client.knd}}", "public"]], "/match/when/eq/0", "did you mean \"kind\"?"),
      (["eq": ["{{person.rol}}", "a"]], "/match/when/eq/0", "did you mean \"role\"?"),
      (["eq": ["{{err.code}}", "a"]], "/match/when/eq/0", "can't be resolved here"),
      (["has": "tok.access"], "/match/when/has", "can't be resolved here"),
      (["equals": ["{{client.kind}}", "a"]], "/match/when/equals", "unknown condition \"equals\""),
      ("client", "/match/when", "expected one of has, eq"),
    ] as [(JSONValue, String, String)])
  func mistakes(_ when: JSONValue, _ pointer: String, _ hint: String) throws {
    let reply = try box.control(
      "POST", "/rules", ["match": ["when": when], "then": ["reset": true]])
    #expect(reply.status == 422 && reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
    #expect(reply.json["detail"]?.stringValue?.contains(hint) == true, "\(reply.text)")
  }
}
