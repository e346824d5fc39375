import Testing

@testable import ProviderModel

@Suite("The defaults of a provider")
struct ProviderDefaultsTests {
  /// The members of a provider that name something of a kind.
  private func members(naming kind: String) -> Set<String> {
    let all = ObjectSchema.provider.reached.flatMap(\.members).filter { member in
      if case .name(kind) = member.type { true } else { false }
    }
    return Set(all.map(\.name))
  }

  @Test("keep every inherited page and shape that a member can name")
  func names() {
    #expect(members(naming: "page") == NamedInTree.pageMembers)
    #expect(members(naming: "shape") == NamedInTree.shapeMembers)
  }

  private func check(_ members: String) throws -> [String] {
    var set = try Shipped.set()
    let text = """
      { "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
        "endpoints": { "authorize": { "kind": "authorize", "at": "main:/oauth" }\(members) } }
      """
    try set.add(Array(text.utf8), name: "shop.json")
    return set.check("shop").map(\.sentence)
  }

  @Test("leave nothing that a provider without a token endpoint has to mend")
  func implicit() throws { #expect(try check("") == []) }

  @Test("an endpoint that issues tokens is not among them")
  func issuer() throws {
    var set = try Shipped.set()
    let text = """
      { "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
        "endpoints": { "me": { "kind": "resource", "at": "main:/me" } },
        "shapes": { "me": { "json": { "sub": "{{person.sub}}" } } } }
      """
    try set.add(Array(text.utf8), name: "shop.json")
    #expect(
      set.check("shop").map(\.sentence) == [
        "no token can be issued: no endpoint issues one; add one of the kind authorize and one of the kind token"
      ])
  }

  @Test("a member at the wrong kind of endpoint is told the kinds that have it")
  func kinds() throws {
    #expect(
      try check(
        #", "revoke": { "kind": "revoke", "at": "main:/r", "rate": { "most": 1, "seconds": 2 } }"#)
        == ["\"rate\" says nothing here: it belongs to endpoints of the kinds resource and mcp"])
  }
}
