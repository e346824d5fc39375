import Basics
import JOSE
import Testing

/// Clock and tokens, as a client feels them.
@Suite("Time")
struct TimeTests {
  @Test("stands still, is set, goes on, and not back once something was issued")
  func clock() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.order("POST", "/clock", ["set": "2031-01-01T00:00:00Z", "freeze": true])
    site.now.withLock { $0 += 100 }
    #expect(try box.order("GET", "/clock")["now"] == "2031-01-01T00:00:00Z")
    try box.order("POST", "/clock", ["freeze": false])
    site.now.withLock { $0 += 100 }
    #expect(try box.order("GET", "/clock")["now"] == "2031-01-01T00:01:40Z")
    try box.order("POST", "/clock", ["set": "2030-01-01T00:00:00Z"])
    let token = try #require(try box.tokens()["id_token"]?.stringValue)
    #expect(!token.isEmpty)
    let back = try box.control("POST", "/clock", ["set": "2029-01-01T00:00:00Z"])
    #expect(back.status == 409 && back.json["pointer"] == "/set", "\(back.text)")
    #expect(try box.order("GET", "/clock")["now"] == "2030-01-01T00:00:00Z")
    // Another sandbox has another clock.
    #expect(try site.sandbox().order("GET", "/clock")["now"] == "2020-09-13T12:30:00Z")
  }

  @Test("makes codes and tokens old, by ageing and by going on", arguments: ["age", "advance"])
  func expiry(_ way: String) throws {
    let box = try Site().sandbox()
    let code = try box.code()
    let token = try #require(try box.tokens()["access_token"]?.stringValue)
    #expect(try box.userinfo(token).status == 200)
    try box.order("POST", "/clock", way == "age" ? ["age": "PT3H"] : ["advance": "PT3H"])
    let refused = try box.userinfo(token)
    #expect(refused.status == 401)
    #expect(refused.header("WWW-Authenticate")?.contains("expired") == true)
    #expect(try box.redeem(code).json["error"] == "invalid_grant")
    let entries = try box.order("GET", "/journal?outcome=refused").arrayValue ?? []
    #expect(
      entries.compactMap { $0["condition"]?.stringValue } == ["token_expired", "code_expired"])
    #expect(entries.allSatisfy { $0["client"] == "web" && $0["person"] == "alice" })
    // What is made now is new.
    #expect(try box.userinfo(box.tokens()["access_token"]?.stringValue ?? "").status == 200)
  }

  @Test("ends for one token alone")
  func oneToken() throws {
    let box = try Site().sandbox()
    let tokens = try ["alice", "bob", "alice"].map { person in
      try box.order(
        "POST", "/tokens",
        [
          "provider": "standard", "client": "web", "person": .init(stringLiteral: person),
          "scopes": ["openid"], "issues": ["access"],
        ])
    }
    let texts = tokens.compactMap { $0["access_token"]?.stringValue }
    let ids = tokens.compactMap { $0["tokens"]?.arrayValue?.first?["id"]?.integerValue }
    #expect(texts.count == 3 && ids.count == 3)
    try box.order("POST", "/tokens/\(ids[0])/expire")
    try box.order("POST", "/tokens/\(ids[1])/revoke")
    #expect(try texts.map { try box.userinfo($0).status } == [401, 401, 200])
    let conditions = try box.order("GET", "/journal?outcome=refused").arrayValue?.compactMap {
      $0["condition"]?.stringValue
    }
    #expect(conditions == ["token_expired", "token_revoked"])
    let live = try box.order("GET", "/tokens?status=live&person=alice").arrayValue
    #expect(live?.compactMap { $0["id"]?.integerValue } == [ids[2]])
    #expect(try box.control("POST", "/tokens/4711/expire").status == 404)
  }

  @Test("finds a minted code bound to what a person would have chosen first")
  func chosen() throws {
    let box = try Site().sandbox()
    let client = try #require(
      try box.order("GET", "/clients").arrayValue?.compactMap { $0["client_id"]?.stringValue }
        .first { $0.hasPrefix("WebClientKey") })
    let made = try box.order(
      "POST", "/tokens",
      [
        "provider": "oclc", "client": .init(stringLiteral: client), "person": "alice",
        "issues": ["code"],
      ])
    let reply = try box.post(
      "/oclc/oauth2/accessToken",
      "grant_type=authorization_code&code=\(made["code"]?.stringValue ?? "")"
        + "&redirect_uri=\(Box.callback)&authenticatingInstitutionId=128807"
        + "&contextInstitutionId=128807",
      ["Authorization": "Basic " + Base64.encode(Array("\(client):\(Box.secret)".utf8))])
    #expect(reply.status == 200, "\(reply.text)")
  }

  @Test("ends a code also where a second use is tolerated")
  func tolerated() throws {
    let site = try Site()
    for quirk in [["azure-ad-b2c.codes-may-be-reused"], []] as [[String]] {
      let box = try site.sandbox(["with": .init(.array(quirk.map { .init(stringLiteral: $0) }))])
      let made = try box.order(
        "POST", "/tokens",
        [
          "provider": "azure-ad-b2c", "client": "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6",
          "person": "alice", "issues": ["code"],
          "scopes": ["openid", "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"],
        ])
      let code = try #require(made["code"]?.stringValue)
      func redeem() throws -> Int {
        try box.post(
          "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/token",
          "grant_type=authorization_code&code=\(code)"
            + "&client_id=90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"
        ).status
      }
      #expect(try redeem() == 200)
      #expect(try redeem() == (quirk.isEmpty ? 400 : 200))
      try box.order("POST", "/clock", ["age": "P30D"])
      #expect(try redeem() == 400)
    }
  }

  @Test("of a person ends with them")
  func removed() throws {
    let box = try Site().sandbox()
    let token = try #require(try box.tokens()["access_token"]?.stringValue)
    try box.order("DELETE", "/people/alice")
    #expect(try box.userinfo(token).status == 401)
  }

  @Test("does not matter to a minted code: it is redeemed as a client redeems it")
  func minted() throws {
    let box = try Site().sandbox()
    for more in ["", "&redirect_uri=\(Box.callback)"] {
      let made = try box.order(
        "POST", "/tokens",
        ["provider": "standard", "client": "web", "person": "bob", "issues": ["code"]])
      let code = try #require(made["code"]?.stringValue)
      let reply = try box.post(
        "/standard/token",
        "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Box.secret)"
          + more)
      #expect(reply.status == 200, "\(reply.text)")
    }
    let other = try box.order(
      "POST", "/tokens",
      ["provider": "standard", "client": "web", "person": "bob", "issues": ["code"]])
    let refused = try box.post(
      "/standard/token",
      "grant_type=authorization_code&code=\(other["code"]?.stringValue ?? "")&client_id=web"
        + "&client_secret=\(Box.secret)&redirect_uri=https://elsewhere.example/")
    #expect(refused.json["error"] == "invalid_grant")
    let nobody = try box.control(
      "POST", "/tokens", ["provider": "standard", "client": "web", "issues": ["id"]])
    #expect(nobody.status == 422 && nobody.json["pointer"] == "/person")
  }
}
