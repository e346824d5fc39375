import Testing

@testable import ProviderModel

/// Mistakes that concern the whole file, and the positions of findings.
extension UseMistakeTests {
  @Test("one mistake at the root is told alone")
  func slip() throws {
    let found = try check(Self.shop.replacing("\"extends\"", with: "\"extend\""))
    #expect(found.map(\.sentence) == ["unknown member \"extend\"; did you mean \"extends\"?"])
    #expect(found.first?.origin != nil)
  }

  @Test("a provider can't extend itself")
  func itself() throws {
    let found = try check(
      Self.shop.replacing("\"extends\": \"standard\"", with: "\"extends\": \"shop\""))
    #expect(found.map(\.pointer) == ["/extends"])
    #expect(found.first?.sentence.hasPrefix("a provider can't extend itself") == true)
  }

  @Test("a file that is no object", arguments: [("[]", "an array"), ("null", "null")])
  func noObject(_ text: String, _ found: String) {
    #expect {
      try FixtureSet.read(Array(text.utf8), name: "shop.json")
    } throws: { error in
      (error as? FixtureError)?.findings.map(\.sentence) == ["expected an object, found \(found)"]
    }
  }

  @Test("what the provider's own check names has a position, although the errors are inherited")
  func position() throws {
    let checks =
      #""checks": { "request": { "x": { "when": { "has": "req.state" }, "fail": "odd_state" } } }"#
    let found = try check(Self.shop.replacing("\"hosts\"", with: checks + ", \"hosts\""))
    #expect(found.map(\.pointer) == ["/errors/authorize"])
    #expect(found.first?.origin?.file == "shop.json")
  }

  @Test("client_id may be a number, as some services have it")
  func numericClients() throws {
    let found = try check(
      Self.shop.replacing(
        "\"hosts\"",
        with:
          #""parameters": { "client_id": { "number": true }, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {} }, "hosts""#
      ))
    #expect(found.map(\.description) == [])
  }
}
