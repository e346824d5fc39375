import Basics
import HTTPTypes
import JOSE
import Testing

extension TokenTranscriptTests {
  static let tenant = "/azure-ad-b2c/kidventusb2c.onmicrosoft.com"
  static let web = "11111111-2222-4333-8444-555555555555"
  static let read = "https://kidventusb2c.onmicrosoft.com/tasks/read"

  static func b2c(
    _ visitor: Visitor, _ scope: String, client: String = web, back: String = back,
    _ more: String = ""
  ) throws -> String {
    visitor.open(
      "\(tenant)/oauth2/v2.0/authorize?p=B2C_1_signupsignin&client_id=\(client)"
        + "&redirect_uri=\(back)&response_type=code&scope=\(scope)&nonce=12345\(more)")
    if visitor.page.contains("name=\"password\"") {
      visitor.submit(["signInName": "alice", "password": "wonderland"])
    }
    return try visitor.parameter("code")
  }

  @Test("of B2C's grants")
  func b2cGrants() throws {
    let visitor = try Visitor("azure-ad-b2c")
    let at = "\(Self.tenant)/oauth2/v2.0/token?p=B2C_1_signupsignin"
    let scopes = ["openid", "openid%20offline_access%20\(Self.read)", "\(Self.web)"]
    let codes = try scopes.map { try Self.b2c(visitor, $0) }
    visitor.begin()
    var refresh = ""
    for code in codes {
      try visitor.post(
        at,
        [
          "grant_type": "authorization_code", "client_id": Self.web,
          "client_secret": Self.secret, "code": code, "redirect_uri": Self.back,
        ])
      if visitor.page.contains("refresh_token") { refresh = try visitor.member("refresh_token") }
    }
    let again: Form = [
      "grant_type": "refresh_token", "client_id": Self.web, "client_secret": Self.secret,
      "refresh_token": refresh,
    ]
    // The other form of the address, in the small letters that libraries make of it.
    try visitor.post("\(Self.tenant)/b2c_1_signupsignin/oauth2/v2.0/token", again)
    let token = try visitor.member("access_token")
    try visitor.post(at, again)
    try visitor.post(
      at,
      [
        "grant_type": "password", "client_id": Self.web, "client_secret": Self.secret,
        "username": "alice", "password": "wonderland", "scope": "openid", "client_info": "1",
      ])
    let bearer = [("Authorization", "Bearer \(token)")]
    let tasks = "/azure-ad-b2c/api/tasks"
    try visitor.call(.get, tasks, bearer)
    try visitor.post(tasks, ["Text": "Buy milk"], bearer)
    try visitor.call(
      .post, tasks, bearer + [("Content-Type", "multipart/form-data; boundary=b")],
      body: Array(
        "--b\r\nContent-Disposition: form-data; name=\"Text\"\r\n\r\nBuy tea\r\n--b--\r\n".utf8))
    try visitor.call(
      .post, tasks, bearer + [("Content-Type", "application/json")],
      body: Array("{\"Text\":\"Buy \\\"jam\\\"\"}".utf8))
    try visitor.call(.get, tasks, bearer)
    try visitor.post(tasks, ["Task": "x"], bearer)
    try visitor.call(.get, tasks)
    for path in ["discovery/v2.0/keys", "v2.0/.well-known/openid-configuration"] {
      try visitor.call(.get, "\(Self.tenant)/\(path)?p=B2C_1_signupsignin")
      try visitor.call(
        .options, "\(Self.tenant)/\(path)?p=B2C_1_signupsignin",
        [("Origin", "http://localhost:3000"), ("Access-Control-Request-Method", "GET")])
    }
    try TranscriptTests.compare("azure-ad-b2c-grants", visitor)
  }

  @Test("of B2C's errors")
  func b2cErrors() throws {
    let cast = """
      { "schema": 1, "kind": "cast",
        "clients": [{ "provider": "azure-ad-b2c", "client_id": "22222222-2222-4333-8444-555555555555",
          "kind": "confidential", "name": "Other", "secret": "\(Self.secret)", "redirect_uris": [] }],
        "tables": { "azure-ad-b2c": { "tenants": [{ "name": "kidventusb2c.onmicrosoft.com",
          "guid": "775527ff-9a37-4307-8b3d-cc311f58d925",
          "policies": ["B2C_1_signupsignin", "B2C_1_edit"] }] } } }
      """
    let visitor = try Visitor("azure-ad-b2c", cast: cast)
    let native = "90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6"
    let open = try Self.b2c(
      visitor, "openid", client: native, back: "urn:ietf:wg:oauth:2.0:oob",
      "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    let code = try Self.b2c(visitor, "openid")
    visitor.begin()
    let path = "\(Self.tenant)/oauth2/v2.0/token"
    let at = path + "?p=B2C_1_signupsignin"
    let good = [
      ("grant_type", "authorization_code"), ("client_id", Self.web),
      ("client_secret", Self.secret), ("code", code), ("redirect_uri", Self.back),
    ]
    func send(_ at: String, _ form: [(String, String)]) throws {
      let body = form.map { "\($0)=\($1)" }.joined(separator: "&")
      try visitor.call(
        .post, at, [("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8))
    }
    for place in good.indices {
      try send(at, good.enumerated().filter { $0.offset != place }.map(\.element))
      var wrong = good
      wrong[place].1 = "wrong"
      try send(at, wrong)
    }
    var other = good
    other[1].1 = "22222222-2222-4333-8444-555555555555"
    try send(at, other)
    try send(path, good)
    try send(path + "?p=B2C_1_none", good)
    try send(path + "?p=B2C_1_edit", good)
    try send(at.replacing("kidventus", with: "nobody"), good)
    try send(at, good + [("scope", Self.read)])
    let ours = [
      ("grant_type", "authorization_code"), ("client_id", native), ("code", open),
      ("redirect_uri", "urn:ietf:wg:oauth:2.0:oob"),
    ]
    try send(at, ours)
    try send(at, ours + [("client_secret", "x")])
    try send(at, ours + [("code_verifier", "wrong")])
    let verifier = ("code_verifier", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    try send(at, ours + [verifier, ("client_secret", "")])
    try send(at, ours + [verifier])
    let password = [("grant_type", "password"), ("client_id", native), ("scope", "openid")]
    try send(at, password)
    try send(at, password + [("username", "alice"), ("password", "wrong")])
    try send(at, [("grant_type", "refresh_token"), ("client_id", native), ("refresh_token", "x")])
    visitor.now += 301
    try send(at, good)
    try TranscriptTests.compare("azure-ad-b2c-token-errors", visitor)
  }

  @Test("of OCLC: the new host's Basic, refresh, rights, resources, and every kind of error")
  func oclc() throws {
    let visitor = try Visitor("oclc")
    let key = "WebClientKey" + String(repeating: "0", count: 68)
    let both = "authenticatingInstitutionId=128807&contextInstitutionId=128807"
    visitor.open(
      "/oclc/oauth2/authorizeCode?client_id=\(key)&\(both)&redirect_uri=\(Self.back)"
        + "&response_type=code&scope=WMS_NCIP%20refresh_token")
    visitor.submit(["username": "alice", "password": "wonderland"])
    let code = try visitor.submit(["decision": "allow"]).parameter("code")
    visitor.begin()
    let at = "/oclc/oauth2/accessToken?"
    let grant = "grant_type=authorization_code&code=\(code)&\(both)&redirect_uri=\(Self.back)"
    let json = ("Accept", "application/json")
    func basic(_ secret: String) -> [(String, String)] {
      [("Authorization", "Basic " + Base64.encode(Array("\(key):\(secret)".utf8))), json]
    }
    for accept in ["application/json", "application/xml", "text/html", "*/*"] {
      try visitor.call(.post, at + grant, [("Accept", accept)])
    }
    try visitor.call(.post, at + grant + "&client_id=nobody", [json])
    try visitor.call(.post, at + grant, basic("wrong"))
    let scheme = "http://www.worldcat.org/wskey/v2/hmac/v1"
    try visitor.call(.post, at + grant, [("Authorization", scheme), json])
    try visitor.call(
      .post, at + grant,
      [
        (
          "Authorization",
          "\(scheme) clientId=\"\(key)\", timestamp=\"1\", nonce=\"2\", signature=\"3\""
        ), json,
      ])
    let good = basic(Self.secret)
    try visitor.call(.post, at + "grant_type=magic", good)
    try visitor.call(.post, at + "grant_type=authorization_code", good)
    try visitor.call(.post, at + grant + "x", good)
    try visitor.call(.post, at + "grant_type=client_credentials&scope=magic", good)
    try visitor.call(.post, at + grant, good)
    let refresh = try visitor.member("refresh_token")
    try visitor.call(.post, at + grant, good)
    try visitor.call(
      .post, at + "grant_type=refresh_token&refresh_token=\(refresh)&client_id=\(key)", [json])
    try visitor.call(.post, at + "grant_type=refresh_token&refresh_token=\(refresh)", good)
    let token = [("Authorization", "bearer " + (try visitor.member("access_token")))]
    try visitor.call(.post, at + "grant_type=client_credentials&scope=WMS_NCIP&\(both)", good)
    let own = [("Authorization", "Bearer " + (try visitor.member("access_token")))]
    let desk = "/oclc/128807.share.worldcat.org"
    try visitor.call(.get, desk + "/idaas/scim/v2/Me", token)
    try visitor.call(.get, desk + "/idaas/scim/v2/Me")
    for who in ["cbd6f7f9-0000-4000-8000-000000000001", "a&lt;b"] {
      let body = "<NCIPMessage><UserIdentifierValue>\(who)</UserIdentifierValue></NCIPMessage>"
      try visitor.call(
        .post, desk + "/ncip/circ-patron", token + [("Content-Type", "application/xml")],
        body: Array(body.utf8))
    }
    try visitor.call(.put, "/oclc/oauth2/revoke?refresh_token=\(refresh)", good)
    try visitor.call(.get, desk + "/idaas/scim/v2/Me", token)
    visitor.now += 1200
    for accept in ["application/json", "application/xml"] {
      try visitor.call(.post, desk + "/ncip/circ-patron", own + [("Accept", accept)])
    }
    try TranscriptTests.compare("oclc-grants", visitor)
  }
}
