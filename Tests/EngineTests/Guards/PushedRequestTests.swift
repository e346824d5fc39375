import Basics
import ProviderModel
import Testing

@testable import Engine

/// The rules of pushed authorization requests (RFC 9126): one test for each.
@Suite("A pushed request")
struct PushedRequestTests {
  private typealias Changes = StandardVisitor.Changes
  private let standard: StandardVisitor
  init() throws { standard = try StandardVisitor(clients: Self.clients) }

  private static let clients = """
    {"provider": "standard", "client_id": "pusher", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "require_pushed_authorization_requests": true}
    """

  private static let request = [
    "client_id": "web", "redirect_uri": StandardVisitor.callback, "response_type": "code",
    "scope": "openid", "state": "st",
  ]

  /// Pushes a request of a client, and returns its `request_uri`.
  @discardableResult
  private func push(
    _ changes: Changes = [:], as client: String = "web", at standard: StandardVisitor? = nil
  ) throws -> String {
    let standard = standard ?? self.standard
    let own = StandardVisitor.credentials(client).merging(changes) { $1 }
    try standard.post("par", Self.request, own)
    return standard.status == 201 ? try standard.visitor.member("request_uri") : ""
  }

  /// Opens the authorization endpoint with these parameters alone.
  private func open(
    _ uri: String, as client: String = "web", _ more: String = "",
    at standard: StandardVisitor? = nil
  ) {
    (standard ?? self.standard).visitor.open(
      "/standard/authorize?client_id=\(client)&request_uri=\(uri)\(more)")
  }

  // MARK: Pushing

  @Test("is answered with 201, a URN and its lifetime")
  func pushed() throws {
    let uri = try push()
    #expect(standard.status == 201)
    #expect(uri.hasPrefix("urn:ietf:params:oauth:request_uri:") && uri.utf8.count == 77)
    #expect(try standard.visitor.member("expires_in") == "60")
    #expect(standard.visitor.told.outcome == .pushed)
    #expect(standard.visitor.told.client == "web")
    #expect(try push() != uri)
  }

  @Test("needs the client's authentication")
  func authentication() throws {
    try push(["client_secret": nil])
    try standard.expectRefusal(.secretMissing, 401, "invalid_client")
    try push(["client_secret": "x"])
    try standard.expectRefusal(.secretWrong, 401, "invalid_client")
    try push(["client_id": "nobody"])
    try standard.expectRefusal(.clientUnknown, 401, "invalid_client")
    #expect(try !push(["client_id": "app", "client_secret": nil]).isEmpty)
  }

  @Test("has the parameters of client authentication once")
  func authenticationOnce() throws {
    for name in ["client_secret", "client_assertion", "client_assertion_type"] {
      try standard.visitor.call(
        .post, "/standard/par", [("Content-Type", "application/x-www-form-urlencoded")],
        body: Array("client_id=web&\(name)=a&\(name)=a".utf8))
      try standard.expectRefusal(.parameterRepeated, 400, "invalid_request")
    }
  }

  @Test("names its client, also where a header does")
  func namesClient() throws {
    let header = "Basic " + Base64.encode(Array("web:\(StandardVisitor.secret)".utf8))
    for id in [nil, ""] as [String?] {
      try standard.post(
        "par", Self.request, ["client_id": id], headers: [("Authorization", header)])
      try standard.expectRefusal(.parameterMissing, 400, "invalid_request")
    }
    try standard.post("par", Self.request, headers: [("Authorization", header)])
    #expect(standard.status == 201)
  }

  @Test("holds no request_uri")
  func noReference() throws {
    for value in ["", "urn:ietf:params:oauth:request_uri:x", "https://a.test/r"] {
      try push(["request_uri": value])
      try standard.expectRefusal(.requestURIPushed, 400, "invalid_request")
    }
  }

  @Test(
    "is checked as one at the authorization endpoint is, and the client is told",
    arguments: [
      (["response_type": nil], .responseTypeMissing, "invalid_request"),
      (["response_type": "x"], .responseTypeUnsupported, "unsupported_response_type"),
      (["response_mode": "x"], .responseModeUnsupported, "invalid_request"),
      (["scope": "unheard-of"], .scopeUnknown, "invalid_scope"),
      (["redirect_uri": nil], .redirectMissing, "invalid_request"),
      (["redirect_uri": "https://evil.example/"], .redirectHostMismatch, "invalid_request"),
      (["redirect_uri": "http://127.0.0.1:7999/other"], .redirectMismatch, "invalid_request"),
      (["resource": "#"], .resourceInvalid, "invalid_target"),
      (["max_age": "x"], .parameterInvalid, "invalid_request"),
      (["code_challenge": "x"], .challengeMethodUnsupported, "invalid_request"),
      (
        ["code_challenge": "x", "code_challenge_method": "S256"], .challengeMalformed,
        "invalid_request"
      ),
      (["response_type": "id_token"], Condition("nonce_missing"), "invalid_request"),
      (["request": "x"], .requestObjectUnreadable, "invalid_request_object"),
    ] as [(StandardVisitor.Changes, Condition, String)])
  func checked(_ changes: StandardVisitor.Changes, _ condition: Condition, _ error: String) throws {
    try push(changes)
    try standard.expectRefusal(condition, 400, error)
    #expect(standard.visitor.location.isEmpty)
  }

  @Test("is refused for a response type and a scope that its client may not use")
  func limited() throws {
    try push(["response_type": "token"], as: "limited")
    try standard.expectRefusal(.responseTypeNotAllowed, 400, "unauthorized_client")
    try push(["scope": "openid profile"], as: "limited")
    try standard.expectRefusal(.scopeNotAllowed, 400, "invalid_scope")
    try push(as: "bare")
    try standard.expectRefusal(.redirectUnregistered, 400, "invalid_request")
  }

  // MARK: Using it

  @Test("brings its parameters, and those beside it are ignored")
  func used() throws {
    let uri = try push(["resource": "https://api.example.test"])
    open(uri, "&state=other&scope=email&redirect_uri=https://evil.example/&response_type=x")
    standard.typePassword().allow()
    #expect(try standard.visitor.parameter("state") == "st")
    #expect(standard.visitor.location.hasPrefix(StandardVisitor.callback))
    try standard.redeem(standard.visitor.parameter("code"))
    #expect(try standard.visitor.member("scope") == "openid")
  }

  @Test("keeps every value of a parameter that may be repeated")
  func resources() throws {
    try standard.visitor.call(
      .post, "/standard/par", [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(
        ("client_id=app&response_type=code&redirect_uri=\(StandardVisitor.callback)"
          + "&resource=https://a.test&resource=https://b.test").utf8))
    open(try standard.visitor.member("request_uri"), as: "app")
    standard.typePassword().allow()
    try standard.redeem(standard.visitor.parameter("code"), as: "app")
    let token = try standard.visitor.member("access_token")
    try standard.introspect(token)
    #expect(try standard.visitor.member("aud").contains("https://b.test"))
  }

  @Test("is used once")
  func once() throws {
    let uri = try push()
    open(uri)
    #expect(standard.asksForPassword)
    open(uri)
    standard.expectPage(.requestURIUsed)
  }

  @Test("is not used up by a refusal before it is read, nor by HEAD")
  func notUsed() throws {
    let uri = try push()
    open(uri, as: "nobody")
    standard.expectPage(.clientUnknown)
    open(uri, as: "other")
    standard.expectPage(.requestURIOtherClient)
    try standard.visitor.call(.head, "/standard/authorize?client_id=web&request_uri=\(uri)")
    open(uri)
    #expect(standard.asksForPassword)
  }

  @Test("ends after its lifetime, and is remembered for a while")
  func expiry() throws {
    let (first, second) = (try push(), try push())
    standard.visitor.now += 59
    open(first)
    #expect(standard.asksForPassword)
    standard.visitor.now += 1
    open(second)
    standard.expectPage(.requestURIExpired)
    standard.visitor.now += 598
    open(second)
    standard.expectPage(.requestURIExpired)
    standard.visitor.now += 2
    open(second)
    open(second)
    standard.expectPage(.requestURIUnknown)
  }

  @Test("is known by its exact text, at its provider")
  func exact() throws {
    let uri = try push()
    open(uri + "x")
    standard.expectPage(.requestURIUnknown)
    open("urn:ietf:params:oauth:request_uri:")
    standard.expectPage(.requestURIUnknown)
    // Another start is not that of a pushed request.
    open("urn:other")
    standard.expectPage(.requestURIInvalid)
    let plain = try StandardVisitor(with: ["no-fetched-requests"])
    plain.authorize(["request_uri": "urn:other"])
    try plain.expectRedirect(Condition("request_uri_not_supported"), "request_uri_not_supported")
  }

  @Test("is checked again when it is used")
  func checkedAgain() throws {
    let uri = try push(["prompt": "none"])
    open(uri)
    try standard.expectRedirect(.loginRequired, "login_required")
  }

  @Test("does not bring the client's secret along")
  func secrets() throws {
    let uri = try push(["unheard_of": "x"])
    let kept = standard.visitor.sandbox.state.pushes[uri]
    #expect(
      kept?.parameters.list.map(\.name).sorted()
        == ["client_id", "redirect_uri", "response_type", "scope", "state"])
    #expect((kept?.bytes ?? 0) > 2 * uri.utf8.count)
  }

  // MARK: Requiring it

  @Test("is required of a client that is registered so")
  func demandedOfClient() throws {
    standard.authorize(["client_id": "pusher"])
    try standard.expectRedirect(.pushMissing, "invalid_request")
    let uri = try push(["client_id": "pusher", "client_secret": nil])
    open(uri, as: "pusher")
    #expect(standard.asksForPassword)
    standard.authorize()
    #expect(standard.asksForPassword)
  }

  @Test("is required of all clients if the provider says so")
  func demanded() throws {
    let strict = try StandardVisitor(with: ["pushed-requests-required"])
    strict.authorize()
    try strict.expectRedirect(.pushMissing, "invalid_request")
    open(try push(at: strict), at: strict)
    #expect(strict.asksForPassword)
    try strict.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(try strict.visitor.member("require_pushed_authorization_requests") == "true")
  }
}
