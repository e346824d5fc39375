import Basics
import Testing

/// Tokens that the control API issues without a sign-in.
@Suite("Minted tokens")
struct MintingTests {
  private static let shared = Result { try Site() }
  private let box: Box

  init() throws { box = try Self.shared.get().sandbox() }

  private static let web = "11111111-2222-4333-8444-555555555555"
  /// The thumbprint of a key.
  private static let jkt = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"
  private static let key = "WebClientKey" + String(repeating: "0", count: 68)

  private func mint(_ wish: JSONValue) throws -> JSONValue {
    try box.order("POST", "/tokens", wish)
  }

  private func scopes(_ made: JSONValue) -> [String]? {
    made["tokens"]?.arrayValue?.first?["scopes"]?.arrayValue?.compactMap(\.stringValue)
  }

  @Test("have a client's own scopes, or else the default ones")
  func defaultScopes() throws {
    #expect(try scopes(mint(["provider": "standard", "client": "web"])) == [])
    #expect(
      try scopes(mint(["provider": "instagram", "client": "f68621ad1bd44bbf90818fe6851644cb"]))
        == ["basic"])
    for provider in ["vk", "oclc"] {
      try box.order(
        "PUT", "/clients/\(provider)/777",
        ["redirect_uris": ["https://a.test/cb"], "scopes": ["email", "SCIM"]])
      let made = try mint(["provider": .init(stringLiteral: provider), "client": "777"])
      #expect(scopes(made) == ["email", "SCIM"])
    }
  }

  @Test("have every scope where a request has to name some: the client's id is one at Azure")
  func requiredScopes() throws {
    let known = ["openid", "offline_access", "profile", "email"]
    let azure = try mint([
      "provider": "azure-ad-b2c", "client": .init(stringLiteral: Self.web), "person": "bob",
    ])
    #expect(scopes(azure) == known + [Self.web])
    let oclc = try mint([
      "provider": "oclc", "client": .init(stringLiteral: Self.key), "person": "bob",
    ])
    let all = try #require(scopes(oclc))
    #expect(all.contains("WMS_NCIP") && all.contains("SCIM") && !all.contains(Self.key))
  }

  @Test("may have a scope that only their client knows")
  func ownScope() throws {
    try box.order(
      "PUT", "/clients/vk/777",
      ["redirect_uris": ["https://a.test/cb"], "scopes": ["special"]])
    let wish: JSONValue = ["provider": "vk", "client": "777", "scopes": ["special"]]
    #expect(try scopes(mint(wish)) == ["special"])
    let other: JSONValue = ["provider": "vk", "client": "753197", "scopes": ["special"]]
    #expect(try box.control("POST", "/tokens", other).json["pointer"] == "/scopes/0")
  }

  @Test(
    "are refused with one sentence for each mistake",
    arguments: [
      (["provider": "vkk", "client": "web"], ["/provider"]),
      (["client": "web"], [""]),
      (["provider": "standard", "client": "wbe"], ["/client"]),
      (["provider": "standard", "client": "web", "person": "nobody"], ["/person"]),
      (
        ["provider": "standard", "client": "web", "scopes": ["a b", "emial"]],
        [
          "/scopes/0", "/scopes/1",
        ]
      ),
      (["provider": "vk", "client": "753197", "audiences": ["https://a.test"]], ["/audiences"]),
      (["provider": "standard", "client": "web", "issues": ["id"]], ["/person"]),
      (["provider": "standard", "client": "web", "jkt": "short"], ["/jkt"]),
      (["provider": "vk", "client": "753197", "jkt": .init(stringLiteral: jkt)], ["/jkt"]),
      (
        [
          "provider": "standard", "client": "web", "issues": ["refresh"],
          "jkt": .init(stringLiteral: jkt),
        ], ["/jkt"]
      ),
      (
        [
          "provider": "standard", "client": "native", "person": "alice", "issues": ["id"],
          "jkt": .init(stringLiteral: jkt),
        ], ["/jkt"]
      ),
      (["client": "web", "provider": "standard", "x": 1], ["/x"]),
      (["client": "web", "provider": "standard", "gives": ["code"]], ["/gives"]),
    ] as [(JSONValue, [String])])
  func mistakes(_ wish: JSONValue, _ pointers: [String]) throws {
    let reply = try box.control("POST", "/tokens", wish)
    #expect(reply.status == 422)
    let errors = reply.json["errors"]?.arrayValue ?? []
    let found = errors.compactMap { $0["pointer"]?.stringValue }
    #expect(found == pointers, "\(reply.text)")
  }

  @Test("are bound to the key whose thumbprint is ordered, and listed with it")
  func bound() throws {
    let made = try mint([
      "provider": "standard", "client": "native", "person": "alice", "scopes": ["openid"],
      "issues": ["access", "refresh"], "jkt": .init(stringLiteral: Self.jkt),
    ])
    #expect(made["tokens"]?.arrayValue?.map { $0["jkt"]?.stringValue } == [Self.jkt, Self.jkt])
    let token = try #require(made["access_token"]?.stringValue)
    let refused = try box.userinfo(token)
    #expect(refused.status == 401 && refused.text.contains("bound to a key"))
  }

  @Test("are bound to a certificate, where the provider binds any")
  func certificate() throws {
    let wish: JSONValue = [
      "provider": "standard", "client": "native", "person": "alice",
      "issues": ["access", "refresh"], "x5t#S256": .init(stringLiteral: Self.jkt),
    ]
    let made = try mint(wish)
    #expect(
      made["tokens"]?.arrayValue?.map { $0["x5t#S256"]?.stringValue } == [Self.jkt, Self.jkt])
    for (changes, words) in [
      (["x5t#S256": "short"], "thumbprint"),
      (["provider": "vk", "client": "753197", "person": nil], "certificates"),
      (["client": "web", "issues": ["refresh"]], "can be bound to a certificate"),
    ] as [([String: JSONValue?], String)] {
      var other = try #require(wish.objectValue)
      for (name, value) in changes { other[name] = value }
      let answer = try box.control("POST", "/tokens", JSONValue(.object(other))).json
      #expect(answer["pointer"] == "/x5t#S256", "\(answer.text())")
      #expect(answer["detail"]?.stringValue?.contains(words) == true, "\(answer.text())")
    }
  }

  @Test("include a code that is bound to the key, as dpop_jkt binds one")
  func boundCode() throws {
    for gives in [["code"], ["refresh"]] as [JSONValue] {
      let made = try mint([
        "provider": "standard", "client": "native", "person": "alice", "scopes": ["openid"],
        "issues": gives, "jkt": .init(stringLiteral: Self.jkt),
      ])
      #expect(made["tokens"]?.arrayValue?.map { $0["jkt"]?.stringValue } == [Self.jkt])
      guard let code = made["code"]?.stringValue else { continue }
      let refused = try box.post(
        "/standard/token", "grant_type=authorization_code&client_id=native&code=\(code)")
      #expect(refused.status == 400 && refused.text.contains("invalid_dpop_proof"))
    }
  }

  @Test("have to be bound for a client that gets no others")
  func boundClient() throws {
    try box.order(
      "PUT", "/clients/standard/strict",
      ["redirect_uris": ["https://a.test/cb"], "dpop_bound_access_tokens": true])
    let wish: JSONValue = ["provider": "standard", "client": "strict"]
    #expect(try box.control("POST", "/tokens", wish).json["pointer"] == "/jkt")
    #expect(
      try mint(["provider": "standard", "client": "strict", "issues": ["code"]])["code"] != nil)
  }

  @Test("include an ID token only about a person")
  func idToken() throws {
    let wish: JSONValue = ["provider": "standard", "client": "web", "issues": ["id"]]
    let refused = try box.control("POST", "/tokens", wish).json
    #expect(refused["detail"] == "an ID token is about a person: name one (at \"/person\")")
    let made = try mint([
      "provider": "standard", "client": "web", "person": "alice", "issues": ["id"],
    ])
    #expect(made["id_token"] != nil && made["access_token"] == nil && made["tokens"] == [])
    let nobody = try mint(["provider": "standard", "client": "web", "issues": ["access"]])
    #expect(nobody["access_token"] != nil && nobody["id_token"] == nil)
  }

  @Test("say when the access token expires, and nothing if it never does")
  func lifetime() throws {
    func expiry(_ scope: String, _ issues: JSONValue) throws -> Int? {
      try mint([
        "provider": "vk", "client": "753197", "person": "alice",
        "scopes": [.init(stringLiteral: scope)], "issues": issues,
      ])["expires_in"]?.integerValue
    }
    #expect(try expiry("friends", ["access"]) == 86_400)
    #expect(try expiry("offline", ["access"]) == nil)
    #expect(
      try expiry("offline", ["access", "code"]) == nil, "the code expires, the token does not")
    #expect(try expiry("friends", ["code"]) == nil)
  }

  @Test("are listed with their person and audience, where they have them")
  func listed() throws {
    let nobody = try mint([
      "provider": "standard", "client": "web", "scopes": ["openid"], "issues": ["access"],
    ])
    #expect(
      nobody["tokens"]?.arrayValue?.first?.objectValue?.names == [
        "id", "kind", "provider", "client", "scopes", "issued", "expires", "status",
      ])
    let full = try mint([
      "provider": "standard", "client": "web", "person": "alice", "scopes": ["openid"],
      "issues": ["access"], "audiences": ["https://api.test"],
    ])
    let token = try #require(full["tokens"]?.arrayValue?.first)
    #expect(token["person"] == "alice" && token["audience"] == ["https://api.test"])
  }
}
