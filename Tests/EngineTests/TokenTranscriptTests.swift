import HTTPTypes
import Testing

/// What follows the redirect, per provider and grant, and each error of the token tables.
///
/// Recorded like the other transcripts, and compared byte for byte.
@Suite("Token transcripts")
struct TokenTranscriptTests {
  static let back = "http://127.0.0.1:7999/cb"
  static let secret = "understudy-secret-0123456789"
  typealias Form = KeyValuePairs<String, String>

  /// Signs in, agrees, and leaves the code where `parameter("code")` finds it.
  static func standard(_ visitor: Visitor, _ more: String = "") throws -> String {
    visitor.open(
      "/standard/authorize?client_id=web&redirect_uri=\(back)&response_type=code"
        + "&scope=openid%20profile%20email%20offline_access&nonce=n-0S6&state=st\(more)")
    if visitor.page.contains("name=\"password\"") {
      visitor.submit(["username": "alice", "password": "wonderland"])
    }
    if visitor.page.contains("name=\"decision\"") { visitor.submit(["decision": "allow"]) }
    return try visitor.parameter("code")
  }

  static let basic = [("Authorization", "Basic d2ViOnVuZGVyc3R1ZHktc2VjcmV0LTAxMjM0NTY3ODk=")]

  @Test("of standard, from code to revocation")
  func standardGrants() throws {
    let visitor = try Visitor("standard")
    let code = try Self.standard(visitor)
    visitor.begin()
    try visitor.post(
      "/standard/token",
      ["grant_type": "authorization_code", "code": code, "redirect_uri": Self.back], Self.basic)
    let access = try visitor.member("access_token")
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(access)")])
    try visitor.post("/standard/introspect", ["token": access], Self.basic)
    try visitor.post(
      "/standard/token", ["grant_type": "refresh_token", "refresh_token": refresh], Self.basic)
    let second = try visitor.member("refresh_token")
    try visitor.post(
      "/standard/token", ["grant_type": "refresh_token", "refresh_token": refresh], Self.basic)
    try visitor.post(
      "/standard/token", ["grant_type": "refresh_token", "refresh_token": second], Self.basic)
    try visitor.post("/standard/token", ["grant_type": "client_credentials"], Self.basic)
    let own = try visitor.member("access_token")
    try visitor.post("/standard/revoke", ["token": own], Self.basic)
    try visitor.post("/standard/introspect", ["token": own], Self.basic)
    try visitor.post(
      "/standard/token",
      ["grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid"],
      Self.basic)
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    try TranscriptTests.compare("standard-grants", visitor)
  }

  @Test("of standard's errors")
  func standardErrors() throws {
    let visitor = try Visitor("standard")
    let code = try Self.standard(visitor)
    visitor.begin()
    let good: Form = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": Self.back,
    ]
    let at = "/standard/token"
    try visitor.call(.get, at)
    try visitor.call(.post, at, Self.basic + [("Content-Type", "text/plain")], body: [0x78])
    try visitor.post(at, ["code": code], Self.basic)
    try visitor.post(at, ["grant_type": "magic"], Self.basic)
    try visitor.post(at, ["grant_type": "password", "grant_type": "password"], Self.basic)
    try visitor.post(at, good)
    try visitor.post(at, ["client_id": "web", "grant_type": "authorization_code", "code": code])
    try visitor.post(at, ["client_id": "nobody", "grant_type": "authorization_code"])
    try visitor.post(
      at,
      ["client_id": "native", "client_secret": "x", "grant_type": "authorization_code"])
    try visitor.post(
      at, ["client_id": "web", "client_secret": "wrong", "grant_type": "authorization_code"])
    try visitor.post(
      at, ["client_id": "web", "client_secret": Self.secret, "grant_type": "password"], Self.basic)
    try visitor.post(at, good, [("Authorization", "Digest username=web")])
    try visitor.post(at, ["client_id": "native", "grant_type": "client_credentials"])
    try visitor.post(at, ["grant_type": "client_credentials", "scope": "openid"], Self.basic)
    try visitor.post(at, ["grant_type": "client_credentials", "scope": "magic"], Self.basic)
    try visitor.post(at, ["grant_type": "authorization_code"], Self.basic)
    try visitor.post(at, ["grant_type": "authorization_code", "code": "unknown"], Self.basic)
    try visitor.post(at, ["grant_type": "authorization_code", "code": code], Self.basic)
    try visitor.post(
      at, ["grant_type": "authorization_code", "code": code, "redirect_uri": "http://x/"],
      Self.basic)
    try visitor.post(
      at,
      [
        "grant_type": "authorization_code", "code": code, "redirect_uri": Self.back,
        "code_verifier": String(repeating: "v", count: 43),
      ], Self.basic)
    try visitor.post(
      at, ["grant_type": "password", "username": "alice", "password": "?"], Self.basic)
    try visitor.post(at, ["grant_type": "refresh_token", "refresh_token": "unknown"], Self.basic)
    visitor.now += 61
    try visitor.post(at, good, Self.basic)
    try visitor.call(.get, "/standard/userinfo")
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer unknown")])
    try TranscriptTests.compare("standard-token-errors", visitor)
  }

  static func vk(_ visitor: Visitor, _ scope: String) throws -> String {
    visitor.open(
      "/vk/authorize?client_id=7999001&redirect_uri=\(back)&response_type=code&scope=\(scope)"
        + "&v=5.131")
    if visitor.page.contains("name=\"pass\"") {
      visitor.submit(["email": "alice", "pass": "wonderland"])
    }
    if visitor.page.contains("name=\"allow\"") { visitor.submit(["allow": "1"]) }
    return try visitor.parameter("code")
  }

  @Test("of VK: grants, users.get, and every error")
  func vk() throws {
    let visitor = try Visitor("vk")
    let code = try Self.vk(visitor, "friends,email,offline")
    visitor.begin()
    let client = "client_id=7999001&client_secret=\(Self.secret)"
    let at = "/vk/access_token?"
    try visitor.call(.get, at + "code=\(code)")
    try visitor.call(.get, at + "client_id=1&code=\(code)")
    try visitor.call(.get, at + "client_id=7999001&code=\(code)")
    try visitor.call(.get, at + "client_id=7999001&client_secret=wrong&code=\(code)")
    try visitor.call(.get, at + client)
    try visitor.call(.get, at + "\(client)&code=unknown&redirect_uri=\(Self.back)")
    try visitor.call(.get, at + "\(client)&code=\(code)&redirect_uri=\(Self.back)/")
    try visitor.call(.get, at + "\(client)&grant_type=magic&code=\(code)")
    try visitor.call(.get, at + "\(client)&code=\(code)&redirect_uri=\(Self.back)")
    let token = try visitor.member("access_token")
    try visitor.call(.get, at + "\(client)&code=\(code)&redirect_uri=\(Self.back)")
    try visitor.post(
      "/vk/access_token",
      [
        "grant_type": "client_credentials", "client_id": "7999001", "client_secret": Self.secret,
      ])
    let users = "/vk/method/users.get?"
    try visitor.call(.get, users + "user_ids=1&access_token=\(token)&v=5.52")
    try visitor.call(.get, users + "access_token=\(token)&v=5.131")
    try visitor.call(.get, users + "access_token=\(token)&v=4.9")
    try visitor.call(.get, users + "user_ids=1&access_token=unknown&v=5.52")
    try visitor.call(.get, users + "user_ids=1&v=5.52")
    try visitor.call(.get, users + "access_token=\(token)")
    let mortal = try Self.vk(visitor, "friends")
    try visitor.call(.get, at + "\(client)&code=\(mortal)&redirect_uri=\(Self.back)")
    let brief = try visitor.member("access_token")
    visitor.now += 86_401
    try visitor.call(.get, users + "user_ids=1&access_token=\(brief)&v=5.52")
    try TranscriptTests.compare("vk-grants", visitor)
  }

  @Test("of Instagram: the grant as form and as parts, users/self, and every error")
  func instagram() throws {
    let visitor = try Visitor("instagram")
    let id = "c0ffee00c0ffee00c0ffee00c0ffee00"
    let at = "/instagram/oauth/access_token"
    visitor.open(
      "/instagram/oauth/authorize/?client_id=\(id)&redirect_uri=\(Self.back)&response_type=code")
    visitor.submit(["username": "alice", "password": "wonderland"])
    let code = try visitor.submit(["allow": "Authorize"]).parameter("code")
    visitor.begin()
    let grant = ("grant_type", "authorization_code")
    func parts(_ list: [(String, String)]) -> [UInt8] {
      let text = list.map {
        "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
      }
      return Array((text.joined() + "--b--\r\n").utf8)
    }
    let multipart = [("Content-Type", "multipart/form-data; boundary=b")]
    let all = [
      ("client_id", id), ("client_secret", Self.secret), grant, ("redirect_uri", Self.back),
      ("code", code),
    ]
    try visitor.call(.get, at)
    try visitor.call(.post, at, body: parts(all))
    for missing in all.indices {
      try visitor.call(
        .post, at, multipart,
        body: parts(all.enumerated().filter { $0.offset != missing }.map(\.element)))
      var wrong = all
      wrong[missing].1 = "wrong"
      try visitor.call(.post, at, multipart, body: parts(wrong))
    }
    try visitor.call(.post, at, multipart, body: parts(all))
    let token = try visitor.member("access_token")
    try visitor.call(.post, at, multipart, body: parts(all))
    let me = "/instagram/v1/users/self/"
    try visitor.call(.get, me + "?access_token=\(token)")
    try visitor.call(.get, me)
    try visitor.call(.get, me + "?access_token=unknown")
    try visitor.call(.get, me + "?access_token=\(token)&sig=00")
    try visitor.call(.get, "/instagram/graph.instagram.com/me?access_token=\(token)")
    try visitor.call(.get, "/instagram/graph.instagram.com/me?access_token=unknown")
    try TranscriptTests.compare("instagram-grants", visitor)
  }
}
