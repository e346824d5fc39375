import Testing

@testable import ProviderModel

@Suite("What is wrong with an inherited member")
struct InheritedFindingTests {
  private func check(_ text: String) throws -> [Diagnostic] {
    var set = try Shipped.set()
    try set.add(Array(text.utf8), name: "own.json")
    return set.check("own")
  }

  @Test("is told in the file that inherits it, with what to write there")
  func told() throws {
    let found = try check(
      """
      { "id": "own", "title": "Own", "hosts": { "main": "own.test" },
        "extends": "standard",
        "endpoints": { "authorize": { "kind": "authorize", "at": "main:/a" } },
        "token": { "parameters": { "grant_type": {} } },
        "templates": { "cancel": null } }
      """)
    #expect(
      found.filter { $0.severity == .error }.map(\.description) == [
        "own.json:5:16: error: there is no template \"cancel\"; add it to templates, or write "
          + "/templates/consent in this file: that of \"standard\" is inherited (at /templates/consent)",
        "own.json:5:16: error: there is no template \"cancel\"; add it to templates, or write "
          + "/templates/login in this file: that of \"standard\" is inherited (at /templates/login)",
      ])
  }

  @Test("is told at what the file says of it, else where it says whom it extends")
  func places() throws {
    let found = try check(
      """
      { "id": "own", "title": "Own", "hosts": { "main": "own.test" },
        "extends": "standard", "signing": { "RS256": {} },
        "pages": { "login": { "status": 201 } },
        "endpoints": { "jwks": { "kind": "document", "at": "main:/jwks", "answer": "keys" } },
        "shapes": { "keys": { "json": {} } } }
      """)
    let places = found.map { "\($0.origin?.file ?? "") \($0.origin?.line ?? 0) \($0.pointer)" }
    #expect(places.contains("own.json 3 /pages/login/submit"), "\(places)")
    #expect(
      places.contains("own.json 2 /credentials/id/jwt/claims/nonce/$if/not/eq/0"), "\(places)")
    #expect(found.allSatisfy { $0.origin?.file == "own.json" })
  }

  @Test("keeps nobody from being told what is wrong with a file by itself")
  func alone() throws {
    let text = try Shipped.text("vk").replacing(
      "\"repeats\": \"last\"", with: "\"repeats\": \"lst\"")
    let found = try Shipped.set("vk", text).check("vk")
    #expect(found.map(\.sentence) == ["unknown repeats \"lst\"; did you mean \"last\"?"])
  }
}
