import Basics
import Testing
import UnderstudyKit

@Suite("The standing answer")
struct StandingTests {
  private static let requests = [
    "standard": "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb"
      + "&response_type=code&scope=openid",
    "instagram": "/instagram/oauth/authorize/?client_id=1f074f314d1347789cc9d9a9d19ee342"
      + "&redirect_uri=nsscreencast://instagram_callback&response_type=token",
    "vk": "/vk/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
      + "&response_type=token&v=5.52",
    "azure-ad-b2c":
      "/azure-ad-b2c/kidventusb2c.onmicrosoft.com/B2C_1_signupsignin/oauth2/v2.0/authorize"
      + "?client_id=90c0fe63-bcf2-44d5-8fb7-b8bbc0b29dc6&redirect_uri=urn:ietf:wg:oauth:2.0:oob"
      + "&response_type=code&scope=openid+offline_access&nonce=1",
    "oclc": "/oclc/oauth2/authorizeCode?response_type=token&scope=WMS_NCIP"
      + "&client_id=MobileClientKey00000000000000000000000000000000000000000000000000000000000000000"
      + "&redirect_uri=ncipapp://user_agent_flow&contextInstitutionId=128807"
      + "&authenticatingInstitutionId=128807",
  ]

  @Test("signs in and consents at every provider by redirects alone", arguments: requests.keys)
  func granted(_ provider: String) throws {
    let box = try Site().sandbox()
    let reply = try box.get(Self.requests[provider] ?? "")
    #expect((300..<400).contains(reply.status), "\(reply.text)")
    #expect(reply.parameter("code") != nil || reply.parameter("access_token") != nil)
  }

  @Test("refuses at every provider", arguments: requests.keys)
  func denied(_ provider: String) throws {
    let box = try Site().sandbox(["answer": ["sign_in": "bob", "consent": "denied"]])
    let reply = try box.get(Self.requests[provider] ?? "")
    #expect(reply.parameter("error") == "access_denied", "\(reply.location)")
  }

  @Test("lets nobody in who is locked out", arguments: requests.keys)
  func locked(_ provider: String) throws {
    let box = try Site().sandbox(["answer": ["sign_in": "locked", "consent": "granted"]])
    let reply = try box.get(Self.requests[provider] ?? "")
    #expect(reply.parameter("code") == nil && reply.parameter("access_token") == nil)
    let entry = try box.order("GET", "/journal").arrayValue?.last
    #expect(entry?["outcome"] == "locked out", "\(entry?.text() ?? "")")
    if provider == "standard" {
      let silent = try box.get((Self.requests[provider] ?? "") + "&prompt=none")
      #expect(silent.parameter("error") == "login_required")
    }
  }

  @Test("has the outcomes of the people of the shipped cast")
  func outcomes() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    func answer(_ person: String) throws -> (Answer, UnderstudyKit.Sandbox) {
      let box = try understudy.makeSandbox(signIn: person)
      let target = box.path + (Self.requests["vk"] ?? "")
      return (
        understudy.respond(to: .init(method: .get, authority: "localhost", target: target)), box
      )
    }
    #expect(try answer("denies").0.headers[.location]?.contains("user_denied") == true)
    #expect(try answer("alice").0.delivery.delay == 0)
    #expect(try answer("slow").0.delivery.delay == 3_000)
    let (expired, box) = try answer("expired")
    #expect(expired.headers[.location]?.contains("access_token=") == true)
    #expect(try understudy.control(.get, "/sandboxes/\(box.id)/tokens?status=live") == [])
  }

  @Test("of a client goes before that of the sandbox")
  func clients() throws {
    let box = try Site().sandbox()
    let client = "/clients/standard/web"
    var registered = try box.order("GET", client).objectValue ?? JSONObject()
    for name in ["provider", "client_id", "has_secret"] { registered[name] = nil }
    registered["secret"] = .init(stringLiteral: Box.secret)
    registered["consent"] = "denied"
    try box.order("PUT", client, JSONValue(.object(registered)))
    #expect(try box.authorize().parameter("error") == "access_denied")
    #expect(
      try box.get(Self.requests["vk"] ?? "").parameter("access_token") != nil,
      "others go on as before")
  }

  @Test("consents to some scopes only")
  func scopes() throws {
    let box = try Site().sandbox([
      "answer": ["sign_in": "alice", "consent": "granted", "scopes": ["openid"]]
    ])
    #expect(try box.tokens()["scope"] == "openid")
  }

  @Test("is gone when it is taken back: pages ask again")
  func gone() throws {
    let box = try Site().sandbox()
    try box.order("DELETE", "/answer")
    #expect(try box.authorize().parameter("code") == nil)
  }
}
