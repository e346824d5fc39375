import Basics
import JOSE
import Testing

/// People with any claims, and tokens with scopes and audiences of one's own, as a test orders them.
@Suite("Claims by command")
struct ClaimTests {
  private func claims(_ box: Box) throws -> (id: JSONValue, userinfo: JSONValue) {
    let tokens = try box.tokens()
    let id = try JWS.parse(try #require(tokens["id_token"]?.stringValue)).payload
    return (id, try box.userinfo(try #require(tokens["access_token"]?.stringValue)).json)
  }

  @Test("change between two sign-ins, wherever they go")
  func people() throws {
    let box = try Site().sandbox()
    #expect(try claims(box).userinfo["email_verified"] == true)
    let patch: JSONValue = [
      "email_verified": false, "roles": ["admin"], "org": ["id": 7, "units": [["name": "a"]]],
    ]
    let person = try box.order("PATCH", "/people/alice", patch)
    #expect(person["email"] == "alice@example.test" && person["org"] == patch["org"])
    var now = try claims(box)
    #expect(now.userinfo["email_verified"] == false && now.userinfo["roles"] == ["admin"])
    #expect(now.userinfo["org"] == patch["org"] && now.id["roles"] == nil)
    try box.order("PUT", "/claims/roles", ["in": ["id_token"]])
    now = try claims(box)
    #expect(now.userinfo["roles"] == nil && now.id["roles"] == ["admin"])
    try box.order("PUT", "/claims/roles", ["in": ["id_token"], "scope": "profile"])
    #expect(try claims(box).id["roles"] == nil)
    try box.order("DELETE", "/claims/roles")
    #expect(try claims(box).userinfo["roles"] == ["admin"])
    // The password is what it was, and null takes a member away.
    try box.order("PATCH", "/people/alice", ["roles": .null, "org": ["id": .null]])
    #expect(try claims(box).userinfo["roles"] == nil)
    #expect(try claims(box).userinfo["org"] == ["units": [["name": "a"]]])
  }

  @Test("come with the cast of a new sandbox, and stay there")
  func sandbox() throws {
    let site = try Site()
    let box = try site.sandbox([
      "answer": ["sign_in": "carol", "consent": "granted"],
      "cast": [
        "people": [["username": "carol", "password": "x", "groups": ["a", "b"]]],
        "claims": ["groups": ["in": ["id_token", "access_token"], "scope": "openid"]],
      ],
    ])
    #expect(try claims(box).id["groups"] == ["a", "b"])
    #expect(
      try box.order("GET", "/claims")
        == ["groups": ["in": ["id_token", "access_token"], "scope": "openid"]])
    #expect(try site.sandbox().order("GET", "/claims") == [:])
  }

  @Test(
    "of tokens that are made by command are those of the person, for the audience that is named")
  func minted() throws {
    let box = try Site().sandbox()
    try box.order("PATCH", "/people/alice", ["roles": ["admin"]])
    try box.order("PUT", "/claims/roles", ["in": ["access_token"]])
    try box.order("PUT", "/clients/standard/api", ["scopes": ["openid", "api.read"]])
    let made = try box.order(
      "POST", "/tokens",
      [
        "provider": "standard", "client": "api", "person": "alice",
        "scopes": ["openid", "api.read"],
        "audiences": ["https://api.example.test"],
      ])
    let token = try #require(made["access_token"]?.stringValue)
    let payload = try JWS.parse(token).payload
    #expect(payload["aud"] == "https://api.example.test" && payload["scope"] == "openid api.read")
    #expect(payload["roles"] == ["admin"])
    let listed = try #require(try box.order("GET", "/tokens").arrayValue)
    #expect(
      listed.filter { $0["kind"] == "access" }.map { $0["audience"] }
        == [["https://api.example.test"]])
    // It is for the API alone (RFC 9068 §4).
    #expect(try box.userinfo(token).status == 401)
    try box.order("POST", "/tokens/\(listed.first?["id"]?.text() ?? "")/revoke")
  }

  @Test(
    "that can't be meant are refused where they stand",
    arguments: [
      ("PUT", "/claims/iss", ["in": ["id_token"]], ""),
      ("PUT", "/claims/roles", ["in": ["id_tokens"]], "/in/0"),
      ("PUT", "/claims/roles", ["scope": "emial"], "/scope"),
      ("PUT", "/people/dave", ["password": "x", "aud": "y"], "/aud"),
      ("PATCH", "/people/alice", ["exp": 1], "/exp"),
      ("PATCH", "/people/alice", ["password": .null], ""),
      ("PATCH", "/people/alice", ["username": "bob"], "/username"),
      ("PUT", "/clients/standard/c", ["redirect_uris": ["https://a.test/#b"]], "/redirect_uris/0"),
      ("PUT", "/clients/standard/c", ["audiences": ["https://api.example#x"]], "/audiences/0"),
      ("PUT", "/clients/vk/7", ["audiences": ["urn:a"]], "/audiences"),
      ("PUT", "/clients/standard/c", ["access_token_format": "jwe"], "/access_token_format"),
      ("PUT", "/clients/standard/c", ["scopes": ["a b"]], "/scopes/0"),
      (
        "POST", "/tokens", ["provider": "standard", "client": "web", "audiences": ["#"]],
        "/audiences/0"
      ),
    ] as [(String, String, JSONValue, String)])
  func refused(_ method: String, _ path: String, _ body: JSONValue, _ pointer: String) throws {
    let box = try Self.shared.get().sandbox()
    let before = try box.order("GET", "/people")
    let reply = try box.control(method, path, body)
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
    #expect(try box.order("GET", "/people") == before)
    #expect(try box.order("GET", "/claims") == [:])
  }
  private static let shared = Result { try Site() }
}
