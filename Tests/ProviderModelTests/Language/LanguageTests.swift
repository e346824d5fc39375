import Basics
import Foundation
import Testing

@testable import ProviderModel

/// The declarations of the fixture language, compared with the members that their fields ask for.
///
/// If one of these fails: a field must read the property that it declares, as the type of the property says.
@Suite("The language of fixtures")
struct LanguageTests {
  /// Everything that ships, and a text that has what nothing that ships needs.
  private static let audit = Result { () throws -> LanguageAudit in
    let audit = LanguageAudit()
    try LanguageAudit.$current.withValue(audit) {
      let set = try Shipped.set()
      // The one place where every shipped fixture is checked, in every state of its quirks: it takes long.
      for id in Shipped.ids { #expect(set.check(id).map(\.description) == []) }
      for file in try set.files.map({ try FixtureSet.read($0.tree.encoded(), name: $0.name) }) {
        #expect(Shipped.ids.contains(file.id))
      }
      let providers = try Shipped.ids.map { try set.resolve($0) }
      var cast = Cast()
      _ = try cast.add(
        Array(Shipped.file("casts/default.json").utf8), name: "default.json", providers: providers)
      _ = try cast.add(Array(Self.cast.utf8), name: "rare.json", providers: providers)
      let scenarios = try Shipped.scenarios()
      for (name, text) in scenarios {
        _ = try RuleReader(providers: providers).scenario(Array(text.utf8), name: name)
      }
      let named = [Scenario(id: "flaky", file: try json(scenarios[0].text))]
      _ = try RuleReader(providers: providers, scenarios: named).rules(json(rules))
      var own = set
      try own.add(Array(provider.utf8), name: "rare.json")
      // It is an API without an authorization server.
      #expect(own.check("rare").map(\.pointer) == ["/endpoints"])
    }
    return audit
  }

  /// What the cast that ships has not.
  private static let cast = """
    { "kind": "cast",
      "people": [{ "username": "sourced", "password": "x", "claim_sources": {
        "bank": { "claims": { "credit_score": 650 }, "issuer": "https://bank.test" },
        "shop": { "names": ["shipping_address"], "endpoint": "http://127.0.0.1:7999/claims", "access_token": "t" } } }],
      "claims": { "roles": { "in": ["id_token"], "scope": "openid" } },
      "resources": [{ "provider": "standard", "path": "a", "name": "A", "scopes": ["a"], "tools": { "b": [] } }] }
    """

  /// What no scenario that ships does.
  private static let rules = """
    [{ "scenario": "flaky" },
     { "id": "a", "match": { "parameters": { "scope": { "matches": ".*" } } }, "then": { "drip": { "bytes": 2 } } },
     { "id": "b", "then": { "change": { "tokens": { "id": { "shift": 5 } } } } },
     { "id": "j", "match": { "endpoint": "userinfo" }, "then": { "change": { "jwt": {} } } },
     { "id": "c", "match": { "when": { "has": "client.name" } }, "limit": { "requests": 5, "per": "PT1S" },
       "then": { "answer": { "status": 503 } } }]
    """

  /// What no provider that ships has.
  private static let provider = """
    { "id": "rare", "title": "Rare", "hosts": { "main": "rare.test" },
      "unanswered": { "not_found": "no", "method_not_allowed": "no" },
      "endpoints": { "me": { "kind": "resource", "at": "main:/me", "answer": "me",
        "rate": { "most": 3, "seconds": 60 }, "token": { "query": "access_token" } } },
      "shapes": { "me": { "json": {
        "list": { "$join": [[1], [2]] }, "all": { "$merge": [{ "a": 1 }, { "b": 2 }] },
        "nothing": { "$null": true }, "coded": { "$base64url": { "a": 1 } },
        "used": { "$use": "part" } } }, "part": { "json": { "c": 3 } }, "no": { "empty": true, "status": 404 } },
      "errors": { "resource": { "*": { "shape": "no" } } } }
    """

  @Test("has every member that a reader asks for, as it asks for it")
  func declared() throws {
    for each in try Self.audit.get().contradictions { Issue.record("\(each)") }
  }

  @Test("has no member that no reader asks for")
  func read() throws {
    let asked = Set(try Self.audit.get().asked.map { "\($0.form).\($0.member)" })
    for form in ObjectSchema.all {
      for member in form.members where !asked.contains("\(form.name).\(member.name)") {
        Issue.record(
          "no reader asks for \"\(member.name)\" of the form \"\(form.name)\": take it out of its declaration, or read it"
        )
      }
    }
  }

  @Test("says of every member what it means, and gives an example")
  func meanings() {
    for form in ObjectSchema.all {
      #expect(form.meaning.hasSuffix("."), "\(form.name)")
      #expect(Set(form.members.map(\.name)).count == form.members.count, "\(form.name)")
      for member in form.members {
        #expect(member.meaning.hasSuffix("."), "\(form.name).\(member.name)")
        #expect((try? json(member.example)) != nil, "\(form.name).\(member.name)")
      }
    }
    #expect(Set(ObjectSchema.all.map(\.name)).count == ObjectSchema.all.count)
  }

  @Test("a member that only some objects of a form have is told to say nothing elsewhere")
  func only() throws {
    let text = try Shipped.text("standard").replacing(
      "\"at\": \"main:/login\",", with: "\"at\": \"main:/login\", \"answer\": \"userinfo\",")
    let found = try Shipped.set("standard", text).check("standard").map(\.sentence)
    #expect(
      found == [
        "\"answer\" says nothing here: it belongs to endpoints that programs call, of other kinds than token"
      ])
  }

  @Test(
    "$schema is for editors: it changes nothing", arguments: ["", "\"extends\": \"standard\","])
  func schema(_ extends: String) throws {
    let text = "{ \"$schema\": \"../provider.schema.json\", \(extends) \"id\": \"p\" }"
    let file = try FixtureSet.read(Array(text.utf8), name: "p.json")
    #expect(file.tree["$schema"] == nil)
    #expect(file.findings.isEmpty)
    let wrong = try FixtureSet.read(Array("{ \"$schema\": 1, \"id\": \"p\" }".utf8), name: "p.json")
    #expect(
      wrong.findings.map(\.sentence) == ["expected the address of a JSON Schema, found a number"])
  }
}
