import Testing

@testable import Engine

@Suite("Members of clients")
struct ClientMemberTests {
  private var shop: GrantShop {
    var shop = GrantShop()
    shop.members = #"""
      , "clients": { "team": "{{rand:[A-Z]{6}}}", "label": "{{client.team}}-{{client.name}}",
          "plan": "free" }
      """#
    shop.endpoints = #", "team": { "kind": "resource", "at": "main:/api/team" }"#
    shop.shapes = #"""
      , "team": { "json": { "team": "{{client.team}}", "label": "{{client.label}}",
          "plan": { "$if": { "eq": ["{{client.plan}}", "paid"] }, "then": 1, "else": 0 } } }
      """#
    return shop
  }

  private func team(_ shop: GrantShop) throws -> Visitor {
    let visitor = try shop.visitor()
    visitor.authorize()
    try visitor.redeem()
    let token = try visitor.member("access_token")
    return try visitor.call(.get, "/vk/api/team", [("Authorization", "Bearer \(token)")])
  }

  @Test("are those of the cast")
  func cast() throws {
    var shop = shop
    shop.client = #", "at": { "team": "TEAM123456", "plan": "paid" }"#
    let visitor = try team(shop)
    #expect(try visitor.member("team") == "TEAM123456")
    #expect(try visitor.member("label") == "TEAM123456-app")
    #expect(try visitor.member("plan") == "1")
  }

  @Test("are made up where the cast has none, and stay the same")
  func madeUp() throws {
    let first = try team(shop)
    let name = try first.member("team")
    #expect(name.count == 6 && name.allSatisfy(\.isUppercase))
    #expect(try first.member("label") == "\(name)-app")
    #expect(try first.member("plan") == "0")
    #expect(try team(shop).member("team") == name)
  }

  @Test("are known by name")
  func mistakes() throws {
    func finding(_ change: (inout GrantShop) -> Void) throws -> String {
      var shop = shop
      change(&shop)
      do {
        _ = try shop.visitor()
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      try finding { $0.client = #", "at": { "tema": "x" }"# }.contains(
        #"clients of vk have no member "tema"; did you mean "team"?"#))
    #expect(
      try finding {
        $0.shapes = $0.shapes.replacingAll("client.plan", with: "client.plam")
      }.contains(#"client has no plam; did you mean "plan"?"#))
    #expect(
      try finding {
        $0.members = $0.members.replacingAll("\"plan\"", with: "\"kind\"")
        $0.shapes = ""
        $0.endpoints = ""
      }.contains(#"every client has a "kind" already"#))
  }
}
