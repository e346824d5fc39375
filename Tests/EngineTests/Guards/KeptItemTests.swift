import ProviderModel
import Testing

@testable import Engine

/// What else a resource does with a call: it checks, counts, keeps items, and asks for scopes and an audience.
@Suite("A protected resource")
struct KeptItemTests {
  private static let patch = """
    { "endpoints": {
        "list": { "kind": "resource", "at": "main:/list", "read": { "query": true },
          "token": { "header": ["Bearer"] }, "answer": "items",
          "collection": { "name": "notes", "of": "{{person.sub}}", "do": "list" } },
        "add": { "kind": "resource", "at": "main:/add", "methods": ["POST"],
          "read": { "form": true }, "token": { "header": ["Bearer"] }, "answer": "item",
          "checks": { "has-text": {
            "when": { "not": { "has": "body.text" } }, "fail": "parameter_missing" } },
          "collection": { "name": "notes", "of": "{{person.sub}}", "do": "add", "most": 2,
            "item": { "id": "{{body.id}}", "text": "{{body.text}}" } } },
        "remove": { "kind": "resource", "at": "main:/remove", "methods": ["POST"],
          "read": { "form": true }, "token": { "header": ["Bearer"] }, "answer": "item",
          "collection": { "name": "notes", "of": "{{person.sub}}", "do": "remove",
            "id": "{{body.id}}" } },
        "counted": { "kind": "resource", "at": "main:/counted", "token": { "header": ["Bearer"] },
          "answer": "rate", "rate": { "most": 2, "seconds": 60 } },
        "narrow": { "kind": "resource", "at": "main:/narrow", "answer": "items",
          "token": { "header": ["Bearer"], "scopes": ["openid", "email"] } },
        "aimed": { "kind": "resource", "at": "main:/aimed", "answer": "items",
          "token": { "header": ["Bearer"], "audience": "urn:example:a" } } },
      "shapes": {
        "items": { "json": { "items": { "$each": "{{items}}", "value": "{{item.text}}" } } },
        "item": { "json": { "item": "{{item}}" } },
        "rate": { "json": { "left": "{{rate.left}}" } } } }
    """

  private let visitor: Visitor
  init() throws { visitor = try Visitor(patching: Self.patch) }

  private func bearer(_ token: String) -> [(String, String)] {
    [("Authorization", "Bearer \(token)")]
  }

  private func get(_ path: String, _ token: String) throws -> Condition? {
    try visitor.call(.get, "/standard/" + path, bearer(token))
    return visitor.condition
  }

  private func texts(_ token: String) throws -> String {
    #expect(try get("list", token) == nil)
    return try visitor.member("items")
  }

  @Test("keeps items: the last ones, each person's apart, and removes one by its id")
  func collection() throws {
    let alice = try visitor.aliceToken()
    let bob = try visitor.aliceToken("openid", ["username": "bob", "password": "builder"])
    #expect(try texts(alice) == "[]")
    for number in 1...3 {
      try visitor.post(
        "/standard/add", raw: "id=\(number)&text=t\(number)", bearer(alice))
      #expect(try visitor.member("item") == #"{"id":"\#(number)","text":"t\#(number)"}"#)
    }
    #expect(try texts(alice) == #"["t2","t3"]"#)
    #expect(try texts(bob) == "[]")
    for id in ["1", "", "t2"] {
      try visitor.post("/standard/remove", raw: "id=\(id)", bearer(alice))
      #expect(visitor.condition == .itemMissing && visitor.status == 404)
      #expect(visitor.told.why == "there is no item \(id)")
    }
    try visitor.post("/standard/remove", raw: "id=2", bearer(bob))
    #expect(visitor.condition == .itemMissing)
    try visitor.post("/standard/remove", raw: "id=3", bearer(alice))
    #expect(try visitor.member("item") == #"{"id":"3","text":"t3"}"#)
    #expect(try texts(alice) == #"["t2"]"#)
  }

  @Test("keeps nothing of a call that a check refuses")
  func check() throws {
    let alice = try visitor.aliceToken()
    try visitor.post("/standard/add", raw: "id=1", bearer(alice))
    #expect(visitor.condition == .parameterMissing && visitor.status == 400)
    #expect(try texts(alice) == "[]")
  }

  @Test("says how many calls are left, refuses more, and forgets a window that is over")
  func rate() throws {
    let alice = try visitor.aliceToken("openid", ["username": "alice"])
    for left in ["1", "0"] {
      #expect(try get("counted", alice) == nil)
      #expect(try visitor.member("left") == left)
    }
    visitor.now += 59
    #expect(try get("counted", alice) == .rateLimited)
    #expect(visitor.status == 429)
    #expect(visitor.told.why == "the token called 3 times in 60 s")
    visitor.now += 1
    #expect(try get("counted", alice) == nil)
    #expect(visitor.sandbox.state.rates.count == 1)
    // Two minutes on, what ended in a minute that has passed is freed.
    visitor.now += 120
    #expect(try get("list", alice) == nil)
    #expect(visitor.sandbox.state.rates.isEmpty)
  }

  @Test("wants all of its scopes, and names the first that is missing")
  func scopes() throws {
    for (scope, missing) in [
      ("openid email", nil), ("email", "openid"), ("openid profile", "email"),
      ("profile", "openid"),
    ] {
      let token = try visitor.aliceToken(scope)
      let condition: Condition? = missing == nil ? nil : .scopeInsufficient
      #expect(try get("narrow", token) == condition)
      if let missing { #expect(visitor.told.why == "the token lacks the scope \(missing)") }
    }
  }

  @Test("takes a token for its audience, and one for none")
  func audience() throws {
    let mine = try visitor.aliceToken("openid", ["resource": "urn:example:a"])
    #expect(try get("aimed", mine) == nil)
    #expect(try get("aimed", visitor.aliceToken("openid")) == nil)
    let other = try visitor.aliceToken("openid", ["resource": "urn:example:b"])
    #expect(try get("aimed", other) == .tokenOtherAudience)
    #expect(visitor.told.why == "the token is for urn:example:b, not for urn:example:a")
    try visitor.post(
      "/standard/token",
      raw: "grant_type=password&username=alice&password=wonderland&scope=openid&client_id=web"
        + "&client_secret=\(StandardVisitor.secret)&resource=urn:example:b&resource=urn:example:a")
    #expect(try get("aimed", visitor.member("access_token")) == nil)
    try visitor.post(
      "/standard/token",
      raw: "grant_type=password&username=alice&password=wonderland&scope=openid&client_id=web"
        + "&client_secret=\(StandardVisitor.secret)&resource=urn:example:b&resource=urn:example:c")
    #expect(try get("aimed", visitor.member("access_token")) == .tokenOtherAudience)
    #expect(
      visitor.told.why == "the token is for urn:example:b, urn:example:c, not for urn:example:a")
  }
}
