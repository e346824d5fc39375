import Basics
import HTTPTypes
import JOSE
import Testing

/// ID tokens of CI jobs and service accounts, which the control API issues and the token endpoint exchanges.
@Suite("The ID token of a workload")
struct WorkloadTests {
  private static let github = "https://token.actions.githubusercontent.com"
  private let house: House

  init() throws {
    house = try House()
    let cast: JSONValue = [
      "clients": [["provider": "standard", "client_id": "deploy", "kind": "public"]],
      "trust": [
        [
          "provider": "standard", "name": "ci", "issuer": .init(stringLiteral: Self.github),
          "audiences": ["https://github.com/octo-org"], "client": "deploy",
          "subjects": ["repo:octo-org/[a-z-]+:ref:refs/heads/main"], "scopes": ["mcp:read"],
        ]
      ],
    ]
    let made = try house.send(.post, "/_understudy/sandboxes", ["id": "box", "cast": cast])
    #expect(made.status == .created, "\(made.text)")
  }

  @Test("is made older with all that was issued")
  func aged() throws {
    let text = try token("github-actions")
    #expect(try exchange(text, by: "token-exchange")["access_token"] != nil)
    _ = try house.send(.post, "/_understudy/sandboxes/box/clock", ["age": "PT2H"])
    for grant in ["token-exchange", "jwt-bearer"] {
      #expect(try exchange(text, by: grant)["error"] != nil, "\(grant)")
    }
  }

  private func mint(_ order: JSONValue) throws -> Answer {
    try house.send(.post, "/_understudy/sandboxes/box/workloads", order)
  }

  private func token(_ workload: String, _ more: JSONObject = JSONObject()) throws -> String {
    var order = JSONObject([
      .init("provider", "standard"), .init("workload", .init(stringLiteral: workload)),
    ])
    for member in more { order[member.name] = member.value }
    let answer = try mint(JSONValue(.object(order)))
    return try #require(answer.json()["id_token"]?.stringValue, "\(answer.text)")
  }

  /// Exchanges it, by both grants that take it.
  private func exchange(_ text: String, by grant: String) throws -> JSONValue {
    let own: [(name: String, value: String)] =
      grant == "jwt-bearer"
      ? [("assertion", text)]
      : [
        ("subject_token", text),
        ("subject_token_type", "urn:ietf:params:oauth:token-type:jwt"),
      ]
    let form =
      own + [
        ("grant_type", "urn:ietf:params:oauth:grant-type:\(grant)"), ("scope", "mcp:read"),
      ]
    let request = Request(
      method: .post, authority: "localhost", target: "/_sandbox/box/standard/token",
      headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Array(QueryStyle().encode(form).utf8))
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    return try answer.json()
  }

  @Test("has the issuer, the subject, the audience and the claims of the real one")
  func claims() throws {
    let job = try JWS.parse(
      token("github-actions", JSONObject([.init("values", ["ref": "refs/heads/next"])])))
    #expect(job.header["typ"]?.stringValue == "JWT")
    #expect(job.payload["iss"]?.stringValue == Self.github)
    #expect(job.payload["sub"]?.stringValue == "repo:octo-org/octo-repo:ref:refs/heads/next")
    #expect(job.payload["aud"]?.stringValue == "https://github.com/octo-org")
    #expect(job.payload["ref"]?.stringValue == "refs/heads/next")
    #expect(job.payload["repository"]?.stringValue == "octo-org/octo-repo")
    #expect(job.payload["exp"]?.integerValue == House.now + 300)
    let pipeline = try JWS.parse(token("gitlab-ci"))
    #expect(
      pipeline.payload["sub"]?.stringValue
        == "project_path:my-group/my-project:ref_type:branch:ref:main")
    let account = try JWS.parse(token("kubernetes"))
    #expect(account.header["typ"] == nil)
    #expect(account.payload["sub"]?.stringValue == "system:serviceaccount:default:app")
    #expect(account.payload["aud"]?.arrayValue?.count == 1)
    #expect(account.payload["kubernetes.io"]?["namespace"]?.stringValue == "default")
    #expect(job.payload["jti"] != pipeline.payload["jti"])
  }

  @Test("can have another issuer, subject, audience, lifetime, and other claims")
  func changes() throws {
    let made = try JWS.parse(
      token(
        "github-actions",
        JSONObject([
          .init("issuer", "https://ci.test"), .init("subject", "x"),
          .init("audiences", ["a", "b"]),
          .init("lifetime", "PT1M"), .init("claims", ["environment": "production", "sha": .null]),
        ])))
    #expect(made.payload["iss"]?.stringValue == "https://ci.test")
    #expect(made.payload["sub"]?.stringValue == "x")
    #expect(made.payload["aud"] == ["a", "b"])
    #expect(made.payload["exp"]?.integerValue == House.now + 60)
    #expect(made.payload["environment"]?.stringValue == "production")
    #expect(made.payload["sha"] == nil)
  }

  @Test("is exchanged for an access token of the client that the cast trusts it for")
  func exchanged() throws {
    for grant in ["token-exchange", "jwt-bearer"] {
      let answer = try exchange(token("github-actions"), by: grant)
      #expect(answer["scope"]?.stringValue == "mcp:read", "\(answer.text())")
      #expect(answer["access_token"]?.stringValue != nil)
    }
    let other = JSONObject([.init("values", ["ref": "refs/heads/other"])])
    #expect(
      try exchange(token("github-actions", other), by: "jwt-bearer")["error"]?.stringValue
        == "invalid_grant")
    let unknown = try exchange(token("gitlab-ci"), by: "token-exchange")
    #expect(unknown["error"]?.stringValue == "invalid_request")
    #expect(
      unknown["error_description"]?.stringValue == "The issuer of the JWT is not trusted here.")
  }

  @Test("comes from its client for rules, too, though the request names none")
  func rules() throws {
    let rule: JSONValue = [
      "id": "r", "match": ["client": "deploy", "endpoint": "token"],
      "then": ["condition": "jwt_expired"],
    ]
    let put = try house.send(.put, "/_understudy/sandboxes/box/rules", [rule])
    #expect(put.status.code == 200, "\(put.text)")
    for (grant, error) in [("jwt-bearer", "invalid_grant"), ("token-exchange", "invalid_request")] {
      #expect(try exchange(token("github-actions"), by: grant)["error"]?.stringValue == error)
      #expect(try exchange(token("gitlab-ci"), by: grant)["error"]?.stringValue != nil)
    }
    let fired = try house.send(.get, "/_understudy/sandboxes/box/rules/r").json()["fired"]
    #expect(fired == 2)
  }

  @Test(
    "is refused with one sentence for each mistake",
    arguments: [
      (["provider": "standart", "workload": "kubernetes"], "/provider"),
      (["provider": "standard", "workload": "github"], "/workload"),
      (["provider": "vk", "workload": "kubernetes"], "/workload"),
      (["provider": "standard", "workload": "kubernetes", "values": ["pod": 1]], "/values/pod"),
      (["provider": "standard", "workload": "kubernetes", "lifetime": 0], "/lifetime"),
      (["provider": "standard", "workload": "kubernetes", "lifetime": 31_536_001], "/lifetime"),
      (["provider": "standard"], ""),
    ] as [(JSONValue, String)])
  func mistakes(_ order: JSONValue, _ pointer: String) throws {
    let answer = try mint(order)
    #expect(answer.status.code == 422, "\(answer.text)")
    #expect(try answer.json()["pointer"]?.stringValue == pointer, "\(answer.text)")
  }
}
