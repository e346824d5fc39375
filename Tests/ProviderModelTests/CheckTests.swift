import Basics
import Testing

@testable import ProviderModel

@Suite("Checking fixtures")
struct CheckTests {
  private func check(_ text: String) throws -> [String] {
    var set = FixtureSet()
    try set.add(Array(text.utf8), name: "p.json")
    return set.check("p").map(\.description)
  }

  @Test("every problem is told at once, with its place and what was meant")
  func problems() throws {
    let found = try check(
      """
      {
        "schema": 2, "id": "p", "title": "P", "titel": "x",
        "hosts": { "h": "p.test" }, "hosts": { "h": "p.test" },
        "endpoints": { "a": { "kind": "authorise", "at": "x:/a" } },
        "errors": { "authorize": {} },
        "people": { "id": "{{persn.id}}" }
      }
      """)
    #expect(found.contains("p.json:2:13: error: expected schema 1, found 2 (at /schema)"))
    #expect(
      found.contains(
        "p.json:2:41: error: unknown member \"titel\"; did you mean \"title\"?\(known(.provider)) (at /titel)"
      ))
    #expect(
      found.contains(
        "p.json:3:31: error: the member \"hosts\" appears twice; first at line 3 (at /hosts)"))
    #expect(
      found.contains(
        "p.json:4:33: error: unknown kind \"authorise\"; did you mean \"authorize\"? "
          + "(at /endpoints/a/kind)"))
    #expect(
      found.contains(
        "p.json:6:21: error: the placeholder {{persn.id}} can't be resolved here; "
          + "did you mean \"person\"? (at /people/id)"))
  }

  @Test("a fixture that has only begun is told what it needs next")
  func beginning() throws {
    let text = """
      {
        "id": "p", "title": "P", "hosts": { "h": "p.test" },
        "endpoints": {
          "token": { "kind": "token", "at": "h:/token", "methods": ["POST"] },
          "me": { "kind": "resource", "at": "h:/me", "token": { "header": ["Bearer"], "scopes": ["read"] }, "answer": "me" }
        },
        "shapes": { "me": { "json": { "id": "{{person.username}}" } }, "no": { "json": { "error": "{{err.code}}" }, "status": 400 } },
        "errors": { "token": { "*": { "shape": "no", "text": "No." } }, "resource": { "*": { "shape": "no" } } }
      }
      """
    let found = try check(text)
    #expect(
      found == [
        "p.json:4:14: error: the token endpoint reads no grant_type, so every request to it is "
          + "refused as grant_missing; add \"grant_type\": {} to token.parameters "
          + "(at /endpoints/token)",
        "p.json:5:92: error: unknown scope \"read\"; add it to scope.known "
          + "(at /endpoints/me/token/scopes/0)",
        "p.json:7:93: error: {{err.code}} is always empty: no entry of errors that leads here has "
          + "\"code\"; add it to them, or write {{err.code?}} (at /shapes/no/json/error)",
      ])
  }

  @Test("text that is not JSON is refused at its place")
  func syntax() {
    var set = FixtureSet()
    #expect(throws: FixtureError.self) {
      try set.add(Array("{\"id\": \"p\",}".utf8), name: "p.json")
    }
  }

  @Test("a patch deletes with null, keeps order, and replaces values whole")
  func merging() throws {
    let base: JSONValue = ["a": ["x": 1, "y": 2], "b": 3]
    let merged = Merge.apply(["a": ["x": .null, "z": 4]], to: base)
    #expect(merged.text() == "{\"a\":{\"y\":2,\"z\":4},\"b\":3}")
    let value = Merge.apply(["a": ["$if": true]], to: base)
    #expect(value.text() == "{\"a\":{\"$if\":true},\"b\":3}")
  }

  @Test("a scope that only an inherited text names is nobody's slip; one of its own is")
  func inheritedScopes() throws {
    let own = """
      { "schema": 1, "id": "small", "title": "Small", "extends": "standard", "hosts": { "main": "small.test" },
        "endpoints": { "token": { "kind": "token", "at": "main:/t", "methods": ["POST"], "read": { "form": true } } },
        "scope": { "known": { "openid": null, "profile": null, "email": null, "basic": "read" },
                   "default": ["basik"] } }
      """
    var set = try Shipped.set()
    try set.add(Array(own.utf8), name: "small.json")
    let scopes = set.check("small").map(\.description).filter { $0.contains("scope \"") }
    #expect(scopes.count == 1)
    #expect(scopes.first?.contains("unknown scope \"basik\"; did you mean \"basic\"?") == true)
  }
}
