import Basics
import Testing

@Suite("A rule")
struct RuleTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  @Test("ends a request with a condition, in the provider's own bytes")
  func conditions() throws {
    try box.rule(["match": ["provider": "vk"], "then": ["condition": "user_denied"]])
    let vk = try box.get(
      "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
        + "&response_type=token&v=5.52")
    #expect(
      vk.location
        == "https://oauth.vk.com/blank.html#error=access_denied&error_reason=user_denied"
        + "&error_description=User%20denied%20your%20request")
    try box.rule([
      "match": ["provider": "instagram", "endpoint": "resource"],
      "then": ["condition": "token_expired"],
    ])
    let instagram = try box.get("/instagram/v1/users/self/?access_token=1")
    #expect(instagram.status == 400)
    #expect(instagram.text.contains("OAuthAccessTokenException"))
  }

  @Test("tells of the request that it ends, as the provider would")
  func facts() throws {
    try box.rule([
      ["match": ["provider": "standard"], "then": ["condition": "grant_missing"]],
      ["match": ["provider": "oclc"], "then": ["condition": "client_unknown"]],
      ["match": ["provider": "azure-ad-b2c"], "then": ["condition": "code_expired"]],
    ])
    let standard = try box.redeem("1").json
    #expect(
      standard["error_description"]?.stringValue?.contains("parameter grant_type is") == true)
    let oclc = try box.get("/oclc/oauth2/authorizeCode?client_id=my-key&response_type=code")
    #expect(oclc.text.contains("my-key"), "\(oclc.text)")
    let b2c = try box.post(
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/token",
      "grant_type=authorization_code&code=1")
    #expect(b2c.text.contains("Current time: 1600000000"), "\(b2c.text)")
  }

  @Test("with a condition leaves alone what can't come to it")
  func elsewhere() throws {
    try box.rule(["id": "r", "then": ["condition": "code_expired"]])
    #expect(try box.authorize().parameter("code") != nil)
    #expect(try box.get("/standard/jwks").header("Understudy-Rule") == nil)
    #expect(try box.redeem("1").header("Understudy-Rule") == "r")
  }

  /// Whatever name of its catalogue is ordered, every provider has an answer of its own for it.
  @Test("may order every condition of every endpoint", .timeLimit(.minutes(15)))
  func everyCondition() throws {
    var count = 0
    for provider in try box.order("GET", "/providers").arrayValue ?? [] {
      let id = try #require(provider["id"]?.stringValue)
      let client = try #require(
        try box.order("GET", "/clients").arrayValue?.first { $0["provider"]?.stringValue == id })
      let callback = client["redirect_uris"]?.arrayValue?.first?.stringValue ?? ""
      for endpoint in provider["endpoints"]?.arrayValue ?? [] {
        let name = try #require(endpoint["name"]?.stringValue)
        guard let address = Self.addresses["\(id) \(name)"] else { continue }
        let method = endpoint["methods"]?.arrayValue?.first?.stringValue ?? "GET"
        for condition in endpoint["conditions"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
          try box.order(
            "PUT", "/rules",
            [
              "id": "r", "match": ["provider": .init(stringLiteral: id)],
              "then": ["condition": .init(stringLiteral: condition)],
            ])
          try box.order("DELETE", "/journal")
          let target =
            "/_sandbox/\(box.id)\(address)?client_id=\(client["client_id"]?.stringValue ?? "")"
            + "&redirect_uri=\(callback)&response_type=token&state=1"
          let reply = try site.send(method, target)
          #expect(
            reply.header("Understudy-Rule") == "r" && (200..<500).contains(reply.status),
            "\(id) \(name) \(condition): \(reply.status) \(reply.text)")
          let entry = try box.order("GET", "/journal?kind=exchange").arrayValue?.last
          #expect(entry?["condition"]?.stringValue == condition)
          count += 1
        }
      }
    }
    #expect(count > 300)
  }

  private static let addresses = [
    "standard authorize": "/standard/authorize", "standard token": "/standard/token",
    "standard userinfo": "/standard/userinfo", "standard introspect": "/standard/introspect",
    "standard revoke": "/standard/revoke",
    "instagram authorize": "/instagram/oauth/authorize/",
    "instagram token": "/instagram/oauth/access_token",
    "instagram self": "/instagram/v1/users/self/",
    "vk authorize": "/vk/authorize", "vk token": "/vk/access_token",
    "vk users.get": "/vk/method/users.get",
    "azure-ad-b2c authorize":
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/authorize",
    "azure-ad-b2c token":
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/token",
    "azure-ad-b2c tasks": "/azure-ad-b2c/api/tasks",
    "oclc authorize": "/oclc/oauth2/authorizeCode",
    "oclc token": "/oclc/oauth2/accessToken",
  ]

  @Test("answers in the provider's place")
  func answers() throws {
    try box.rule([
      [
        "times": 1,
        "then": [
          "answer": ["status": 503, "headers": ["Retry-After": "7"], "body": "down"]
        ],
      ],
      ["then": ["answer": ["json": ["error": "temporarily_unavailable"]]]],
    ])
    let first = try box.redeem("1")
    #expect(first.status == 503 && first.text == "down" && first.header("Retry-After") == "7")
    let second = try box.redeem("1")
    #expect(second.status == 200 && second.json["error"] == "temporarily_unavailable")
    #expect(second.header("Content-Type") == "application/json")
  }

  @Test("answers in the provider's place for one person")
  func answersPerson() throws {
    try box.rule([
      "match": ["endpoint": "authorize", "person": "alice"],
      "then": ["answer": ["status": 418]],
    ])
    #expect(try box.authorize().status == 418)
    try box.order("PUT", "/answer", ["sign_in": "bob", "consent": "granted"])
    #expect(try box.authorize().parameter("code") != nil)
  }

  @Test(
    "lets the connection fail",
    arguments: [
      (["reset": true], "", true), (["close": true], "", false),
      (["truncate": 5], "\r\n\r\n{\"acc", false),
    ] as [(JSONValue, String, Bool)])
  func failing(_ then: JSONValue, _ end: String, _ isReset: Bool) throws {
    let code = try box.code()
    try box.rule(["match": ["endpoint": "token"], "times": 1, "then": then])
    let form =
      "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Box.secret)"
      + "&redirect_uri=\(Box.callback)"
    let raw = try site.raw(
      "POST /_sandbox/\(box.id)/standard/token HTTP/1.1\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n", form)
    #expect(raw.wasReset == isReset)
    #expect(end.isEmpty ? raw.text.isEmpty : raw.text.hasSuffix(end), "\(raw.text)")
    // A truncated answer was decided on all the same: the code is spent. The others never arrived.
    #expect(try box.redeem(code).status == (end.isEmpty ? 200 : 400))
  }

  @Test("lets an answer be late, or come bit by bit, and whole")
  func late() throws {
    let code = try box.code()
    try box.rule([
      "match": ["endpoint": "token"],
      "then": ["delay": 20, "drip": ["bytes": 100, "every": 1]],
    ])
    let reply = try box.redeem(code)
    #expect(reply.status == 200 && reply.json["access_token"] != nil)
    #expect(reply.header("Understudy-Rule") == "rule-1")
  }

  @Test(
    "changes the callback",
    arguments: [
      (["set": ["state": "wrong"]], ["code", "state=wrong", "iss"]),
      (["drop": ["iss", "state"]], ["code"]),
      (["rename": ["code": "kode"]], ["kode", "state=s-1", "iss"]),
      (["order": ["iss", "state"]], ["iss", "state=s-1", "code"]),
      (["set": ["error": "access_denied"]], ["code", "state=s-1", "iss", "error=access_denied"]),
      (
        ["set": ["iss": "https://attacker.example"], "drop": ["state"]],
        ["code", "iss=https://attacker.example"]
      ),
    ] as [(JSONValue, [String])])
  func callbacks(_ change: JSONValue, _ expected: [String]) throws {
    try box.rule(["match": ["endpoint": "authorize"], "then": ["change": change]])
    let reply = try box.authorize()
    #expect(reply.header("Understudy-Rule") == "rule-1")
    let found = reply.parameters
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      let halves = expected.split(separator: "=", maxSplits: 1).map(String.init)
      #expect(found.name == halves.first)
      if halves.count == 2 { #expect(found.value == halves.last) }
    }
  }

  @Test("delivers a callback twice")
  func twice() throws {
    try box.rule(["match": ["endpoint": "authorize"], "then": ["change": ["twice": true]]])
    let page = try box.authorize()
    #expect(page.status == 200 && page.location.isEmpty)
    let parts = page.text.components(separatedBy: "\(Box.callback)?code=")
    #expect(parts.count >= 3, "\(page.text)")
  }

  @Test("that slows an answer down lets another one change it")
  func both() throws {
    try box.rule([
      ["id": "late", "then": ["delay": 5]],
      ["id": "odd", "match": ["endpoint": "authorize"], "then": ["change": ["drop": ["state"]]]],
    ])
    let reply = try box.authorize()
    #expect(reply.header("Understudy-Rule") == "late, odd" && reply.parameter("state") == nil)
    let har = try box.order("GET", "/journal?format=har")["log"]?["entries"]?.arrayValue
    #expect(har?.last?["time"] == 5)
  }

  @Test("with a condition is the only one")
  func alone() throws {
    try box.rule([
      ["id": "ends", "match": ["endpoint": "authorize"], "then": ["condition": "user_denied"]],
      ["id": "odd", "match": ["endpoint": "authorize"], "then": ["change": ["drop": ["state"]]]],
    ])
    let reply = try box.authorize()
    #expect(reply.header("Understudy-Rule") == "ends" && reply.parameter("state") == "s-1")
    #expect(try box.order("GET", "/rules/odd")["fired"] == 0)
  }

  @Test("for a person ends their refusal, too")
  func refusing() throws {
    try box.order("PUT", "/answer", ["sign_in": "bob", "consent": "denied"])
    try box.rule([
      "match": ["endpoint": "authorize", "person": "bob"],
      "then": ["condition": "scope_not_allowed"],
    ])
    #expect(try box.authorize().parameter("error") == "invalid_scope")
  }

  @Test("without an id takes nobody's place")
  func automatic() throws {
    try box.rule(["id": "rule-1", "then": ["reset": true]])
    try box.rule(["then": ["close": true]])
    let ids = try box.order("GET", "/rules").arrayValue?.compactMap { $0["id"]?.stringValue }
    #expect(ids == ["rule-1", "rule-2"])
  }

  @Test("changes the members of a token answer")
  func members() throws {
    let code = try box.code()
    try box.rule([
      "match": ["endpoint": "token"],
      "then": [
        "change": [
          "rename": ["scope": "scopes"], "set": ["expires_in": "3600", "token_type": "mac"],
          "drop": ["id_token"], "order": ["token_type"],
        ]
      ],
    ])
    let answer = try box.redeem(code).json
    #expect(answer.objectValue?.names.first == "token_type")
    #expect(answer["token_type"] == "mac" && answer["expires_in"] == "3600")
    #expect(answer["id_token"] == nil && answer["scope"] == nil && answer["scopes"] != nil)
  }

  @Test("grants fewer scopes")
  func scopes() throws {
    try box.rule([
      "match": ["endpoint": "authorize"], "then": ["change": ["scopes": ["openid"]]],
    ])
    let answer = try box.tokens()
    #expect(answer["scope"] == "openid")
    let person = try box.userinfo(answer["access_token"]?.stringValue ?? "").json
    #expect(person["sub"] != nil && person["email"] == nil)
  }
}
