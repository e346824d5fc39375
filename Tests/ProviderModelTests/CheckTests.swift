import JSON
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
        "p.json:2:41: error: unknown member \"titel\"; did you mean \"title\"? (at /titel)"))
    #expect(
      found.contains(
        "p.json:3:31: error: the member \"hosts\" stands twice; first at line 3 (at /hosts)"))
    #expect(
      found.contains(
        "p.json:4:33: error: unknown kind \"authorise\"; did you mean \"authorize\"? "
          + "(at /endpoints/a/kind)"))
    #expect(
      found.contains(
        "p.json:6:21: error: the placeholder {{persn.id}} can't be resolved here; "
          + "did you mean \"person\"? (at /people/id)"))
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
}
