import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Made-up runs of clients that have registered themselves.
@Suite("What clients do with a registration")
struct RegistrationUseJudgeTests: RegistrationMaking {
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
    // A client may stop when it reads the response, but has to register itself.
    #expect(try finding(name, [registered("none")]) == "fine")
    for name in [name, "registered-redirect-is-used", "registered-scope-is-kept"] {
      #expect(try finding(name, []) == "unseen: it registered no client")
    }
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
    #expect(try finding(name, [registered], output: "{rat-1}").hasPrefix("the output of"))
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
      ("scope=a", "its update is not a JSON object"),
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
