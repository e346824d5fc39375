import Basics
import Dispatch
import Testing

@Suite("The cast of a sandbox")
struct CastTests {
  private let box: Box

  /// What is refused leaves nothing behind: one server will do.
  private static let shared = Result { try Site() }

  init() throws {
    box = try Self.shared.get().sandbox([:])
  }

  @Test(
    "takes no person who can't be meant",
    arguments: [
      (["password": 1], "/password"), (["name": "x"], ""),
      (["password": "x", "at": 5], "/at"), (["password": "x", "at": []], "/at"),
      (["password": "x", "at": ["vkk": ["id": 1]]], "/at/vkk"),
      (["password": "x", "at": ["vk": 1]], "/at/vk"), (["password": "x", "sub": 6], "/sub"),
      (["password": "x", "at": ["standard": ["sub": 6]]], "/at/standard/sub"),
      (["password": "x", "at": ["vk": ["1"]]], "/at/vk"),
      (["password": "x", "outcome": "dies"], "/outcome"),
    ] as [(JSONValue, String)])
  func people(_ person: JSONValue, _ pointer: String) throws {
    try refuse("PUT", "/people/dave", person, pointer)
    #expect(try box.control("GET", "/people/dave").status == 404)
  }

  @Test(
    "takes no client that can't be meant",
    arguments: [
      (["redirect_uris": "https://a.test/cb"], "/redirect_uris"),
      (["redirect_uris": ["https://a.test", "javascript:alert(1)"]], "/redirect_uris/1"),
      (["sign_in": "nobody"], "/sign_in"), (["sign_in": 1], "/sign_in"),
      (["scopes": "openid email"], "/scopes"), (["secret": 1], "/secret"),
      (["grant_types": ["authorization_code", "device_code"]], "/grant_types/1"),
      (["grant_types": "authorization_code"], "/grant_types"),
      (["response_types": ["code", "magic"]], "/response_types/1"),
      (["response_types": [""]], "/response_types/0"),
      (["id_token_signed_response_alg": "HS256"], "/id_token_signed_response_alg"),
      (
        ["authorization_signed_response_alg": "HS256"], "/authorization_signed_response_alg"
      ),
      (["id_token_signed_response_alg": "HS384"], "/id_token_signed_response_alg"),
      (["id_token_signed_response_alg": "none"], "/id_token_signed_response_alg"),
      (["token_endpoint_auth_method": "magic"], "/token_endpoint_auth_method"),
      (["kind": "odd"], "/kind"), (["consent": "maybe"], "/consent"),
      (["provider": "vk"], "/provider"), (["redirect_uri": []], "/redirect_uri"),
    ] as [(JSONValue, String)])
  func clients(_ client: JSONValue, _ pointer: String) throws {
    try refuse("PUT", "/clients/standard/4711", client, pointer)
    #expect(try box.control("GET", "/clients/standard/4711").status == 404)
  }

  @Test("takes a client that uses everything")
  func good() throws {
    let client: JSONValue = [
      "kind": "confidential", "secret": "understudy-secret-0123456789",
      "redirect_uris": ["https://a.test/cb"],
      "scopes": ["openid"], "response_types": ["code", "id_token code"],
      "grant_types": ["authorization_code", "refresh_token", "implicit"], "sign_in": "bob",
      "consent": "granted", "id_token_signed_response_alg": "ES256",
      "token_endpoint_auth_method": "client_secret_post", "post_logout_redirect_uris": [],
    ]
    let made = try box.order("PUT", "/clients/standard/4711", client)
    #expect(made["response_types"] == ["code", "code id_token"])
    let person: JSONValue = ["password": "x", "at": ["vk": ["id": 7], "standard": [:]]]
    #expect(try box.order("PUT", "/people/dave", person)["at"] == person["at"])
  }

  @Test("has no answer that grants and denies at once")
  func answers() throws {
    try refuse("PUT", "/answer", ["consent": "denied", "scopes": ["openid"]], "/scopes")
    try refuse("PUT", "/answer", ["scopes": "openid"], "/scopes")
    #expect(try box.order("GET", "/answer") == [:])
  }

  @Test(
    "comes whole with a new sandbox, or not at all",
    arguments: [
      (
        ["cast": ["people": [["username": "d", "password": "x", "at": ["q": [:]]]]]],
        "/cast/people/0/at/q"
      ),
      (
        ["cast": ["clients": [["provider": "vk", "client_id": "1", "sign_in": "nobody"]]]],
        "/cast/clients/0/sign_in"
      ),
      (["cast": ["tables": ["oclc": []]]], "/cast/tables/oclc"),
      (["cast": ["tables": ["oclc": ["institutions": 1]]]], "/cast/tables/oclc/institutions"),
      (
        ["cast": ["tables": ["oclc": ["institutions": [["name": "x"]]]]]],
        "/cast/tables/oclc/institutions/0"
      ),
      (["answer": ["consent": "denied", "scopes": ["a"]]], "/answer/scopes"),
    ] as [(JSONValue, String)])
  func whole(_ wish: JSONValue, _ pointer: String) throws {
    let reply = try box.site.control("POST", "/sandboxes", wish)
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
  }

  @Test("lets a new person sign in for a new client")
  func together() throws {
    let other = try box.site.sandbox([
      "cast": [
        "people": [["username": "dave", "password": "x"]],
        "clients": [
          [
            "provider": "standard", "client_id": "c", "kind": "public", "sign_in": "dave",
            "consent": "granted", "redirect_uris": [.init(stringLiteral: Box.callback)],
          ]
        ],
      ]
    ])
    #expect(try other.authorize(client: "c").parameter("code") != nil)
  }

  @Test(
    "mints no scope that could not be read again",
    arguments: ["a b", "", "a\"", "a\\b", "é", "a\u{7F}", "a\n"])
  func scopes(_ scope: String) throws {
    let wish: JSONValue = [
      "provider": "standard", "client": "web", "scopes": ["openid", .init(stringLiteral: scope)],
    ]
    try refuse("POST", "/tokens", wish, "/scopes/1")
    #expect(try box.order("GET", "/tokens") == [])
  }

  @Test("changes some members of a client, and removes those that are null")
  func clientPatch() throws {
    let path = "/clients/standard/web"
    let changed = try box.order("PATCH", path, ["name": "Shop", "scopes": ["openid"]])
    #expect(changed["name"] == "Shop" && changed["scopes"] == ["openid"])
    #expect(changed["has_secret"] == true && changed["redirect_uris"]?.arrayValue?.count == 1)
    #expect(try box.order("PATCH", path, ["scopes": .null])["scopes"] == nil)
    #expect(try box.order("GET", path)["name"] == "Shop")
    try refuse("PATCH", path, ["client_id": "other"], "/client_id")
    try refuse("PATCH", path, ["redirect_uris": ["nowhere"]], "/redirect_uris/0")
    let missing = try box.control("PATCH", "/clients/standard/nobody", ["name": "x"])
    #expect(missing.status == 404)
  }

  @Test("keeps every change when many patch one person at once")
  func patches() throws {
    let house = try House()
    let path = "/_understudy/sandboxes/default/people/alice"
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      _ = try? house.send(.patch, path, ["claim_\(index)": true])
    }
    let person = try house.send(.get, path).json()
    let lost = (0..<200).filter { person["claim_\($0)"] != true }
    #expect(lost.isEmpty, "\(lost.count) changes are lost")
  }

  private func refuse(
    _ method: String, _ path: String, _ body: JSONValue, _ pointer: String
  ) throws {
    let reply = try box.control(method, path, body)
    #expect(reply.status == 422, "\(reply.text)")
    #expect(reply.json["pointer"]?.stringValue == pointer, "\(reply.text)")
  }
}
