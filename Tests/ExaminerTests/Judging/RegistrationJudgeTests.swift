import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Made-up runs of clients that register themselves.
@Suite("What clients register, and what they do with it")
struct RegistrationJudgeTests: RunMaking {
  private func finding(_ name: String, _ exchanges: [Exchange], output: String = "") throws
    -> String
  {
    let judge = try #require(NamedJudges.find(name))
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    run.output = output
    return switch judge(run, nil) {
    case .fine: "fine"
    case .wrong(let reason): reason
    case .unseen(let why): "unseen: \(why)"
    }
  }

  private static let usual = #""redirect_uris": ["http://127.0.0.1/cb"]"#

  private func registering(
    _ sent: String = usual, got: String = "", type: String = "application/json",
    bearer: String? = nil, at base: String = "/s"
  ) -> Exchange {
    var exchange = exchange(
      "register", "\(base)/register", status: 201, body: "{\"client_id\": \"id-1\"\(got)}")
    exchange.request.method = .post
    exchange.request.headers[.contentType] = type
    exchange.request.body = Array("{\(sent)}".utf8)
    if let bearer { exchange.request.headers[.authorization] = "Bearer \(bearer)" }
    return exchange
  }

  private func managing(
    _ method: HTTPRequest.Method = .get, by token: String, sent: String = "", got: String = ""
  ) -> Exchange {
    var exchange = exchange("registration", "/s/register/id-1", body: got)
    exchange.request.method = method
    exchange.request.body = Array(sent.utf8)
    exchange.request.headers[.authorization] = "Bearer \(token)"
    return exchange
  }

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
    #expect(try finding(name, [list]) == "its registration request is no JSON object")
    var other = registering()
    other.request.method = .put
    #expect(try finding(name, [other]) == "its registration request came by PUT")
    #expect(try finding(name, []).hasPrefix("unseen"))
  }

  @Test(
    "redirect URIs are absolute, and have no fragment",
    arguments: [
      (usual, "fine"), (#""redirect_uris": ["com.example.app:/cb"]"#, "fine"),
      (#""client_name": "x""#, "its registration request has no redirect_uris"),
      (#""redirect_uris": []"#, "its registration request has no redirect_uris"),
      (#""redirect_uris": [1]"#, "redirect_uris holds what is no text"),
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
        == "it asked to be redirected to http://127.0.0.1/cb, and is registered for none such")
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
        == "its initial access token stands in the address of a request to /s/register")
    #expect(
      try finding(name, [good], output: "registered by initial-1")
        == "what the program wrote shows its initial access token")
  }

  // MARK: What is done with a registration

  private func redeeming(_ form: String, basic: String? = nil) -> Exchange {
    var exchange = exchange("token", "/s/token", form: form)
    if let basic {
      exchange.request.headers[.authorization] = "Basic \(Base64.encode(Array(basic.utf8)))"
    }
    return exchange
  }

  @Test("a client authenticates by the method of the response")
  func methods() throws {
    let name = "registered-method-is-used"
    func registered(_ method: String) -> Exchange {
      registering(got: ", \"client_secret\": \"s\", \"token_endpoint_auth_method\": \"\(method)\"")
    }
    let none = redeeming("client_id=id-1")
    let post = redeeming("client_id=id-1&client_secret=s")
    let basic = redeeming("", basic: "id-1:s")
    let both = redeeming("client_id=id-1&client_secret=s", basic: "id-1:s")
    for (method, right) in [
      ("none", none), ("client_secret_post", post), ("client_secret_basic", basic),
    ] {
      #expect(try finding(name, [registered(method), right]) == "fine")
    }
    #expect(
      try finding(name, [registered("client_secret_post"), basic])
        == "it is registered with client_secret_post, and used the Authorization header")
    #expect(
      try finding(name, [registered("client_secret_post"), none])
        == "it is registered with client_secret_post, and used none")
    #expect(try finding(name, [registered("client_secret_basic"), both]).contains(" and client_"))
    // RFC 7591 §2: where nobody names a method.
    #expect(try finding(name, [registering(), none]).contains("with client_secret_basic"))
    #expect(try finding(name, [registered("none")]) == "fine")
  }

  @Test("a client asks for no more scopes than it is registered for")
  func scopes() throws {
    let name = "registered-scope-is-kept"
    let registered = registering(got: #", "scope": "openid email""#)
    func asked(_ scope: String) -> Exchange {
      exchange("authorize", "/s/authorize?client_id=id-1&scope=\(scope)")
    }
    #expect(try finding(name, [registered, asked("openid")]) == "fine")
    #expect(try finding(name, [registering(), asked("openid+phone")]) == "fine")
    #expect(
      try finding(name, [registered, asked("openid+phone")])
        == "it asked for the scope phone, and is registered for \"openid email\"")
  }

  @Test("a secret that has expired is sent nowhere")
  func expired() throws {
    let name = "expired-secret-is-not-used"
    func registered(_ end: Int) -> Exchange {
      registering(
        got:
          ", \"client_secret\": \"a+b\", \"client_id_issued_at\": 100, \"client_secret_expires_at\": \(end)"
      )
    }
    let sent = redeeming("", basic: "id-1:a%2Bb")
    #expect(
      try finding(name, [registered(1), sent])
        == "it sent a secret that has expired (POST /s/token → 200)")
    #expect(
      try finding(name, [registered(1), redeeming("client_secret=a%2Bb")]).contains("has expired"))
    #expect(try finding(name, [registered(1), redeeming("client_id=id-1")]) == "fine")
    for end in [0, 200] {
      #expect(try finding(name, [registered(end), sent]).hasPrefix("unseen"))
    }
  }

  @Test("a client_id is used at the issuer that gave it")
  func issuers() throws {
    let name = "client-id-at-its-issuer"
    let first = registering(at: "/_sandbox/a/standard")
    func asked(_ base: String) -> Exchange {
      exchange("authorize", "\(base)/authorize?client_id=id-1")
    }
    #expect(
      try finding(name, [first, asked("/_sandbox/b/standard")])
        == "it used the client_id of one issuer at another (GET /_sandbox/b/standard/authorize → 200)"
    )
    #expect(try finding(name, [first, asked("/_sandbox/a/standard")]).hasPrefix("unseen"))
    let metadata = exchange("metadata", "/_sandbox/b/standard/.well-known/openid-configuration")
    #expect(try finding(name, [first, asked("/_sandbox/a/standard"), metadata]) == "fine")
  }

  // MARK: Management

  @Test("a registration access token goes to the configuration endpoint alone")
  func registrationToken() throws {
    let name = "registration-token-stays-home"
    let registered = registering(got: #", "registration_access_token": "rat-1""#)
    #expect(try finding(name, [registered, managing(by: "rat-1")]) == "fine")
    #expect(try finding(name, [registering()]).hasPrefix("unseen"))
    #expect(
      try finding(name, [registered, redeeming("client_id=id-1&client_secret=rat-1")])
        == "its registration access token was sent with POST /s/token → 200")
    #expect(try finding(name, [registered], output: "{rat-1}").hasPrefix("what the program wrote"))
  }

  @Test("an old registration access token is used no more")
  func newest() throws {
    let name = "newest-registration-token"
    let registered = registering(got: #", "registration_access_token": "rat-1""#)
    let read = managing(
      by: "rat-1", got: #"{"client_id": "id-1", "registration_access_token": "rat-2"}"#)
    #expect(try finding(name, [registered, read, managing(by: "rat-2")]) == "fine")
    #expect(
      try finding(name, [registered, read, managing(by: "rat-1")])
        == "it used a registration access token that had been replaced (GET /s/register/id-1 → 200)"
    )
    #expect(try finding(name, [registered, read]).hasPrefix("unseen"))
    var lost = read
    lost.isDelivered = false
    #expect(try finding(name, [registered, lost, managing(by: "rat-1")]).hasPrefix("unseen"))
  }

  @Test(
    "an update has all that is registered, and nothing that only the server sets",
    arguments: [
      (#"{"client_id": "id-1", "client_name": "new", "scope": "a"}"#, "fine"),
      (#"{"client_id": "id-1", "client_name": "new"}"#, "its update lacks scope"),
      (
        #"{"client_id": "id-2", "client_name": "new", "scope": "a"}"#,
        "its update has another client_id"
      ),
      (
        #"{"client_id": "id-1", "client_name": "new", "scope": "a", "client_id_issued_at": 1}"#,
        "its update has client_id_issued_at, which only the server sets"
      ),
      ("scope=a", "its update is no JSON object"),
    ])
  func update(_ sent: String, _ said: String) throws {
    let read = managing(
      by: "rat-1",
      got: #"{"client_id": "id-1", "client_name": "old", "scope": "a", "client_id_issued_at": 1}"#)
    let update = managing(.put, by: "rat-1", sent: sent)
    #expect(try finding("update-is-whole", [registering(), read, update]) == said)
    #expect(try finding("update-is-whole", [registering(), read]).hasPrefix("unseen"))
  }

  @Test("what a run registered last is what is known of its client")
  func record() {
    let first = registering(got: #", "client_secret": "s-1""#)
    var second = registering(got: #", "client_secret": "s-2""#)
    second.answer.body = Array(
      String(decoding: second.answer.body, as: UTF8.self).replacing("id-1", with: "id-2").utf8)
    let subject = Subject(Registration.record(of: run(first, second)))
    #expect(subject.clientID == "id-2" && subject.secret == "s-2")
    #expect(subject.redirectURIs == ["http://127.0.0.1/cb"])
    #expect(Registration.record(of: run()) == [:])
  }
}
