import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Made-up registration requests.
@Suite("What clients register")
struct RegistrationJudgeTests: RegistrationMaking {
  // MARK: Registration requests

  @Test("a registration is a JSON object by POST")
  func json() throws {
    let name = "registration-is-json"
    #expect(try finding(name, [registering()]) == "fine")
    #expect(try finding(name, [registering(type: "application/json; charset=utf-8")]) == "fine")
    #expect(
      try finding(name, [registering(type: "application/x-www-form-urlencoded")])
        == "its registration request has the Content-Type application/x-www-form-urlencoded")
    var bare = registering()
    bare.request.headers[.contentType] = nil
    #expect(try finding(name, [bare]) == "its registration request has no Content-Type")
    var list = registering()
    list.request.body = Array("[]".utf8)
    #expect(try finding(name, [list]) == "its registration request is not a JSON object")
    var other = registering()
    other.request.method = .put
    #expect(try finding(name, [other]) == "its registration request was sent with PUT")
    #expect(try finding(name, []).hasPrefix("unseen"))
  }

  @Test(
    "redirect URIs are absolute, and have no fragment",
    arguments: [
      (usual, "fine"), (#""redirect_uris": ["com.example.app:/cb"]"#, "fine"),
      (#""client_name": "x""#, "its registration request has no redirect_uris"),
      (#""redirect_uris": []"#, "its registration request has no redirect_uris"),
      (#""redirect_uris": [1]"#, "redirect_uris has a value that is not text"),
      (#""redirect_uris": ["/cb"]"#, "redirect_uris holds /cb, which is not absolute"),
      (
        #""redirect_uris": ["http://127.0.0.1/cb#x"]"#,
        "redirect_uris holds http://127.0.0.1/cb#x, which has a fragment"
      ),
    ])
  func redirects(_ sent: String, _ said: String) throws {
    #expect(try finding("registration-names-redirects", [registering(sent)]) == said)
  }

  @Test(
    "the redirect URI of a sign-in is registered; the port of a loopback address may differ",
    arguments: [
      ("http://127.0.0.1:4000/cb", true), ("http://127.0.0.1/cb", true),
      ("http://127.0.0.1/other", false), ("https://127.0.0.1/cb", false),
      ("http://[::1]/cb", false),
    ])
  func redirected(_ uri: String, _ isFine: Bool) throws {
    let asked = exchange("authorize", "/s/authorize?client_id=id-1&redirect_uri=\(uri)")
    for name in ["registration-names-redirects", "registered-redirect-is-used"] {
      let found = try finding(name, [registering(), asked])
      #expect((found == "fine") == isFine, "\(name): \(found)")
    }
  }

  @Test("a redirect URI of the response takes the place of the client's own")
  func replacedRedirect() throws {
    let replaced = registering(got: #", "redirect_uris": ["http://127.0.0.1/server"]"#)
    let own = exchange("authorize", "/s/authorize?client_id=id-1&redirect_uri=http://127.0.0.1/cb")
    #expect(
      try finding("registered-redirect-is-used", [replaced, own])
        == "it requested the redirect URI http://127.0.0.1/cb, which it did not register")
    #expect(try finding("registration-names-redirects", [replaced, own]) == "fine")
  }

  @Test(
    "grant types and response types fit each other",
    arguments: [
      ("", "fine"), (#", "grant_types": ["authorization_code", "refresh_token"]"#, "fine"),
      (
        #", "grant_types": ["refresh_token"]"#,
        "response_types has code, and grant_types lacks authorization_code"
      ),
      (
        #", "response_types": ["none"]"#,
        "grant_types has authorization_code, and response_types lacks code"
      ),
      (
        #", "response_types": ["code", "code id_token"]"#,
        "response_types has token or id_token, and grant_types lacks implicit"
      ),
      (
        #", "grant_types": ["authorization_code", "implicit"]"#,
        "grant_types has implicit, and response_types has neither token nor id_token"
      ),
      (
        #", "grant_types": ["authorization_code", "implicit"], "response_types": ["code token"]"#,
        "fine"
      ),
    ])
  func consistent(_ more: String, _ said: String) throws {
    let exchange = registering(Self.usual + more)
    #expect(try finding("registration-is-consistent", [exchange]) == said)
  }

  @Test(
    "a loopback address or a custom scheme is that of a native application",
    arguments: [
      (#""redirect_uris": ["http://127.0.0.1/cb"], "application_type": "native""#, "fine"),
      (#""redirect_uris": ["https://app.example/cb"]"#, "fine"),
      (
        #""redirect_uris": ["http://localhost:1/cb"]"#,
        "it registers http://localhost:1/cb without application_type, which means web"
      ),
      (
        #""redirect_uris": ["app.x:/cb"], "application_type": "web""#,
        "it registers app.x:/cb, and its application_type is web"
      ),
    ])
  func native(_ sent: String, _ said: String) throws {
    #expect(try finding("registration-is-native", [registering(sent)]) == said)
  }

  @Test(
    "metadata has no secret and no private key",
    arguments: [
      (usual, "fine"), (#""client_secret": null"#, "fine"),
      (#""jwks": {"keys": [{"kty": "EC", "x": "1"}]}"#, "fine"),
      (#""client_secret": "s""#, "its metadata has client_secret, which the server chooses"),
      (#""jwks": {"keys": [{"kty": "EC", "d": "1"}]}"#, "its metadata has a private key"),
    ])
  func secrets(_ sent: String, _ said: String) throws {
    #expect(try finding("registration-has-no-secrets", [registering(sent)]) == said)
  }

  @Test("an initial access token goes to the registration endpoint alone")
  func initialToken() throws {
    let name = "initial-token-stays-home"
    let good = registering(bearer: "initial-1")
    #expect(try finding(name, [good]) == "fine")
    #expect(try finding(name, [registering()]).hasPrefix("it registered without"))
    #expect(
      try finding(name, [good, managing(by: "initial-1")])
        == "its initial access token was sent with GET /s/register/id-1 → 200")
    var address = good
    address.request.target += "?access_token=initial-1"
    #expect(
      try finding(name, [address])
        == "its initial access token is in the URL of a request to /s/register")
    #expect(
      try finding(name, [good], output: "registered by initial-1")
        == "the output of the program contains its initial access token")
  }
}
