import Basics
import Testing

@testable import Engine

/// A small provider whose grants, scopes and clients differ from test to test.
struct GrantShop {
  /// Members of the provider, each with a leading comma.
  var members = ""
  var endpoints = ""
  var shapes = ""
  var code = "\"issues\": { \"access\": true, \"refresh\": true }"
  var refresh = "\"issues\": { \"access\": true, \"refresh\": true }"
  var grants = ""
  var token = ""
  var credentials = ""
  var lifetime = 86_400
  var scope =
    "\"split\": \" ,\", \"known\": { \"read\": \"read\", \"write\": \"write\", \"mail\": \"mail\" }"
  var parameters = ""
  /// Members of the client.
  var client = ""

  var text: String {
    """
    {
      "id": "vk", "title": "Shop", "extends": "standard",
      "hosts": { "main": "login.shop.test" },
      "endpoints": {
        "authorize": { "kind": "authorize", "at": "main:/oauth" },
        "token": { "kind": "token", "at": "main:/oauth/token" },
        "tokeninfo": { "kind": "introspect", "at": "main:/tokeninfo", "client": "none" },
        "revoke": { "kind": "revoke", "at": "main:/revoke", "client": "none", "revokes": "grant" },
        "me": { "kind": "resource", "at": "main:/api/me" }\(endpoints)
      },
      "parameters": {
        "client_id": {}, "redirect_uri": {}, "response_type": {}, "scope": {}, "state": {},
        "prompt": {}, "code_challenge": {}, "code_challenge_method": {}\(parameters)
      },
      "scope": { \(scope) },
      "credentials": {
        "code": { "value": "{{rand:[a-z]{20}}}", "lifetime": 600 },
        "access": { "value": "{{rand:[a-z]{20}}}", "lifetime": 3600 },
        "refresh": { "value": "{{rand:[a-z]{20}}}", "lifetime": \(lifetime) }\(credentials)
      },
      "token": {
        "grants": {
          "authorization_code": { \(code) },
          "refresh_token": { \(refresh) }\(grants)
        }\(token)
      },
      "shapes": {
        "me": { "json": {
          "id": "{{person.sub}}", "scope": "{{token.scope|join: ?}}", "name": "{{token.name}}"
        } }\(shapes)
      }\(members)
    }
    """
  }

  var cast: String {
    """
    { "schema": 1, "kind": "cast", "clients": [{
      "provider": "vk", "client_id": "app", "secret": "understudy-secret-0123456789",
      "redirect_uris": ["http://127.0.0.1:7999/cb"]\(client) },
      { "provider": "vk", "client_id": "other", "secret": "understudy-secret-9876543210",
      "redirect_uris": ["http://127.0.0.1:7999/cb"] }] }
    """
  }

  func visitor() throws -> Visitor { try Visitor("vk", cast: cast, text: text) }
}

/// What a client and a person do at this provider.
extension Visitor {
  static let shop =
    "/vk/oauth?client_id=app&response_type=code&redirect_uri=http://127.0.0.1:7999/cb"

  /// Signs alice in and has her consent, as far as she is asked.
  /// - Returns: whether a page asked for consent.
  @discardableResult
  func authorize(_ more: String = "") -> Bool {
    open(Self.shop + more)
    if page.contains("login-form") { submit(["username": "alice", "password": "wonderland"]) }
    guard page.contains("<form") else { return false }
    submit(["decision": "allow"])
    return true
  }

  func tokens(_ form: KeyValuePairs<String, String>, at path: String = "/vk/oauth/token") throws {
    var all = form.map { ($0.key, $0.value) }
    all += [("client_id", "app"), ("client_secret", "understudy-secret-0123456789")]
    let body = QueryStyle().encode(all.map { (name: $0.0, value: $0.1) })
    try call(
      .post, path, [("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8))
  }

  func redeem() throws {
    try tokens([
      "grant_type": "authorization_code", "code": try parameter("code"),
      "redirect_uri": "http://127.0.0.1:7999/cb",
    ])
  }

  func refresh(_ token: String, scope: String = "") throws {
    try tokens(["grant_type": "refresh_token", "refresh_token": token, "scope": scope])
  }

  func isActive(_ token: String) throws -> Bool {
    try post("/vk/tokeninfo", ["token": token])
    return try member("active") == "true"
  }
}
