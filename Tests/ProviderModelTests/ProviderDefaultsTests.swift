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
    try findings(members).filter { $0.severity == .error }.map(\.sentence)
  }

  private func findings(_ members: String) throws -> [Diagnostic] {
    var set = try Shipped.set()
    let text = """
      { "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
        "endpoints": { "authorize": { "kind": "authorize", "at": "main:/oauth" }\(members) } }
      """
    try set.add(Array(text.utf8), name: "shop.json")
    return set.check("shop")
  }

  @Test("leave nothing that a provider without a token endpoint has to mend, and tell what it lost")
  func implicit() throws {
    let found = try findings("")
    #expect(found.map(\.severity) == [.warning] && found.map(\.pointer) == ["/endpoints/authorize"])
    #expect(
      found.first?.sentence.hasPrefix(
        "requests for a code are refused with unsupported_response_type") == true, "\(found)")
    #expect(try findings(#", "token": { "kind": "token", "at": "main:/token" }"#) == [])
  }

  @Test("the token of a revocation has the name that token.parameters gives it")
  func revokedToken() throws {
    var set = try Shipped.set()
    let text = """
      { "id": "shop", "title": "Shop", "extends": "standard", "hosts": { "main": "shop.test" },
        "endpoints": { "authorize": { "kind": "authorize", "at": "main:/oauth" },
          "token": { "kind": "token", "at": "main:/token" }, "revoke": { "kind": "revoke", "at": "main:/r" } },
        "token": { "parameters": { "grant_type": {}, "code": {}, "redirect_uri": {}, "client_id": {},
          "client_secret": {}, "code_verifier": {}, "token": { "name": "access" } } } }
      """
    try set.add(Array(text.utf8), name: "shop.json")
    #expect(set.check("shop") == [])
    let revoke = try set.resolve("shop").endpoints.first { $0.kind == .revoke }
    #expect(revoke?.service.token.form == ["access"])
  }

  @Test(
    "a shipped provider can be extended by one of eight lines",
    arguments: ["dropbox", "discord", "github", "gitlab", "google", "hubspot", "linear", "spotify"])
  func extended(_ id: String) throws {
    var set = try Shipped.set()
    let text = UseMistakeTests.shop.replacing("\"standard\"", with: "\"\(id)\"")
      .replacing("person.sub", with: "person.username")
    try set.add(Array(text.utf8), name: "shop.json")
    #expect(set.check("shop").map(\.description) == [])
  }

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
