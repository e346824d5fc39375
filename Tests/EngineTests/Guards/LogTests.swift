import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// Whose request it was, as far as that is known: for the journal, and for those who look for it there.
@Suite("The log names")
struct LogTests {
  private let stage: StandardVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try StandardVisitor() }

  private func expect(
    client: String?, person: String?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(visitor.told.client == client, sourceLocation: sourceLocation)
    #expect(visitor.told.person == person, sourceLocation: sourceLocation)
  }

  @Test("the client and the person of a code that is refused")
  func code() throws {
    let code = try stage.code()
    visitor.now += 60
    try stage.redeem(code)
    try stage.expectRefusal(.codeExpired, 400, "invalid_grant")
    expect(client: "web", person: "alice")
    try stage.redeem("unknown")
    expect(client: "web", person: nil)
  }

  @Test("nobody where a client asks for itself, whoever else is known")
  func client() throws {
    let code = try stage.code()
    let form = ["grant_type": "client_credentials", "code": code]
    try stage.post("token", form, StandardVisitor.credentials("web"))
    #expect(stage.status == 200)
    expect(client: "web", person: nil)
    let server = try OwnServer()
    server.state.standing = StandingAnswer(person: "alice", consent: .granted)
    let answer = server.ask(
      .post, "/standard/token",
      form: "grant_type=client_credentials&client_id=web&client_secret=\(StandardVisitor.secret)")
    #expect(answer.status == 200 && server.told.client == "web" && server.told.person == nil)
  }

  @Test("the person who is signed in, also where the request is refused")
  func session() throws {
    _ = try stage.code()
    stage.authorize(["scope": "magic"])
    try stage.expectRedirect(.scopeUnknown, "invalid_scope")
    expect(client: "web", person: "alice")
    visitor.open("/standard/logout")
    expect(client: nil, person: "alice")
    visitor.jar = [:]
    stage.authorize(["scope": "magic"])
    expect(client: "web", person: nil)
  }

  @Test("the client of a form whose ticket alone says so")
  func form() throws {
    stage.authorize().typePassword()
    visitor.submit(["decision": "deny"])
    try stage.expectRedirect(.userDenied, "access_denied")
    expect(client: "web", person: "alice")
  }

  @Test("a client that nobody knows, where it is refused; at a page, a parameter is no client")
  func unknown() {
    stage.authorize(["client_id": "nobody"])
    stage.expectPage(.clientUnknown)
    expect(client: "nobody", person: nil)
    visitor.open("/vk/blank.html?client_id=nobody")
    #expect(visitor.told.outcome == .page)
    expect(client: nil, person: nil)
  }

  @Test(
    "the client that a program names, in a parameter or in a header, even at a document",
    arguments: [
      ("?client_id=web", nil, "web"), ("?client_id=nobody", nil, "nobody"),
      ("", "Basic bXklMjBhcHA6c2VjcmV0", "my app"), ("", "bASIC d2Vi", "web"),
      ("?client_id=web", "Basic bXklMjBhcHA6c2VjcmV0", "web"), ("", "Basic", nil),
      ("", "Bearer d2ViOng=", nil), ("", "web", nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func program(_ query: String, _ header: String?, _ client: String?) throws {
    let headers = header.map { [("Authorization", $0)] } ?? []
    try visitor.call(.get, "/standard/jwks" + query, headers)
    expect(client: client, person: nil)
  }

  @Test("the client of a signed request")
  func signed() throws {
    let visitor = try Visitor("oclc")
    let scheme = "http://www.worldcat.org/wskey/v2/hmac/v1"
    try visitor.call(
      .post, "/oclc/oauth2/accessToken?grant_type=client_credentials",
      [
        (
          "Authorization",
          "\(scheme) clientId=\"abc\", timestamp=\"1600000000\", nonce=\"1\", signature=\"x\""
        )
      ])
    #expect(visitor.told.client == "abc")
  }

  @Test("the owner of a token that comes along where none is asked for")
  func token() throws {
    let tokens = try stage.tokens()
    for (target, headers) in [
      ("jwks", [("Authorization", "Bearer \(tokens.access)")]),
      ("jwks?access_token=\(tokens.access)", []), ("jwks?token=\(tokens.access)", []),
      ("jwks?refresh_token=\(tokens.refresh)", []),
    ] {
      try visitor.call(.get, "/standard/" + target, headers)
      expect(client: "web", person: "alice")
    }
    // A token that is sent as another kind belongs to nobody.
    try visitor.call(.get, "/standard/jwks?access_token=\(tokens.refresh)")
    expect(client: nil, person: nil)
    try visitor.call(.get, "/standard/jwks", [("Authorization", "Bearer \(tokens.access),a=b")])
    expect(client: nil, person: nil)
    let form = ["access_token": tokens.refresh]
    try stage.post("userinfo", form)
    #expect(stage.status == 401)
    expect(client: nil, person: nil)
  }

  @Test("what came of it, and by which condition", arguments: [true, false])
  func condition(isKnown: Bool) throws {
    stage.authorize(["client_id": isKnown ? "web" : "nobody"])
    #expect(stage.condition == (isKnown ? nil : .clientUnknown))
    #expect(visitor.told.outcome == (isKnown ? .shown("login") : .refused(.clientUnknown)))
    #expect((visitor.told.clause == nil) == isKnown)
  }

  // MARK: Facts of pages and answers

  @Test("a consent page marks the scopes that were allowed before")
  func allowedBefore() throws {
    stage.authorize(["scope": "openid"]).typePassword()
    #expect(stage.asksForConsent && !visitor.page.contains("allowed before"))
    stage.allow()
    stage.authorize(["scope": "openid email"])
    #expect(stage.asksForConsent && visitor.page.contains("allowed before"))
  }

  @Test("the provider of a slow person takes three seconds, and that of others none")
  func slow() throws {
    let server = try OwnServer()
    let begin =
      "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code"
    for (person, delay) in [("slow", 3_000), ("alice", 0)] {
      server.state.standing = StandingAnswer(person: person, consent: .granted)
      let answer = server.ask(begin)
      #expect(answer.headers[.location]?.contains("code=") == true)
      #expect(answer.delivery.delay == delay && server.told.person == person)
    }
  }

  @Test("a page and its forms may be one address: a ticket says which of the two is meant")
  func shared() throws {
    let visitor = try Visitor("instagram")
    let target = TranscriptTests.instagram + "code"
    try visitor.post(target, [:])
    #expect(visitor.status == 302 && visitor.told.outcome == .goesOn("login"))
    visitor.open(target)
    visitor.submit(["username": "alice", "password": "wonderland"])
    #expect(visitor.page.contains("name=\"allow\""))
    visitor.submit(["allow": "Authorize"])
    #expect(visitor.location.contains("code="), "\(visitor.page)")
    try visitor.post(
      target, ["csrfmiddlewaretoken": "wrong", "allow": "Authorize"], [("Cookie", visitor.cookie)])
    #expect(visitor.told.outcome == .staleForm && visitor.status == 403)
  }
}
