import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// HEAD wherever GET answers (RFC 9110 §9.1): it says what GET would, and does nothing.
@Suite("HEAD")
struct HeadTests {
  private static let secret = TokenTranscriptTests.secret

  /// Asks by HEAD and by GET, each in a sandbox of its own, and then by GET where HEAD has been.
  private func compare(_ sandbox: ServerState, _ target: String, cookie: String = "") throws
    -> Answer
  {
    let now = Instants(Engine.instant)
    func ask(_ method: HTTPRequest.Method, _ sandbox: inout ServerState, _ random: inout Entropy)
      -> Answer
    {
      sandbox.respond(
        to: Request(
          method: method, authority: Visitor.host, target: target, headers: [.cookie: cookie]),
        at: now, using: &random)
    }
    var (here, there) = (sandbox, sandbox)
    var (chance, other) = (Entropy(seed: 7), Entropy(seed: 7))
    let head = ask(.head, &here, &chance)
    let get = ask(.get, &there, &other)
    #expect(head.status == get.status, "\(target)")
    var expected = get.headers
    expected[.setCookie] = nil
    #expect(head.headers == expected, "\(target)")
    #expect(head.body.count == get.body.count, "\(target)")
    #expect(here.tokens(at: now).count == sandbox.tokens(at: now).count, "\(target)")
    // As if nobody had asked: the same codes, tickets and cookies are drawn, and nothing has been spent.
    #expect(ask(.get, &here, &chance) == get, "\(target)")
    return get
  }

  private func compare(_ visitor: Visitor, _ target: String) throws -> Answer {
    try compare(visitor.sandbox, target, cookie: visitor.cookie)
  }

  @Test(
    "answers a fresh browser as GET does, but for its cookies",
    arguments: TranscriptTests.starts.map(\.1) + [
      "/vk/blank.html", "/standard/jwks", "/standard/.well-known/openid-configuration",
      "/standard/authorize", "/standard/deny", "/standard/logout", "/standard/userinfo",
      "/vk/login.vk.com/?act=grant_access", "/vk/access_token", "/vk/method/users.get",
      "/instagram/accounts/login/?next=/instagram/oauth/authorize/",
    ])
  func fresh(_ target: String) throws {
    _ = try compare(try Visitor("standard"), target)
  }

  @Test("shows whoever is signed in the code that a GET would bring, and issues none")
  func signedIn() throws {
    let visitor = try Visitor("standard")
    _ = try TokenTranscriptTests.standard(visitor)
    let get = try compare(visitor, TranscriptTests.standard + "code&prompt=none")
    #expect(get.headers[.location]?.contains("?code=") == true)
  }

  @Test("of a form's link leaves its ticket unspent")
  func links() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"])
    let form = try #require(visitor.page.components(between: "<form", and: ">").first)
    let grant = try #require(form.components(between: "action=\"", and: "\"").first)
    let cancel = try #require(
      visitor.page.components(between: "id=\"cancel\" href=\"", and: "\"").first)
    for (link, sign) in [(grant, "#access_token="), (cancel, "#error=access_denied")] {
      let target = String(link.dropFirst("http://\(Visitor.host)".count))
        .replacing("&amp;", with: "&")
      let get = try compare(visitor, target)
      #expect(get.headers[.location]?.contains(sign) == true)
      let head = try visitor.send(
        Request(
          method: .head, authority: Visitor.host, target: target,
          headers: [.cookie: visitor.cookie]))
      #expect(head.status == 302 && head.headers[.setCookie] == nil)
    }
    #expect(visitor.submit(["allow": "1"]).location.contains("#access_token="))
  }

  @Test("redeems no code where GET would")
  func code() throws {
    let visitor = try Visitor("vk")
    let code = try TokenTranscriptTests.vk(visitor, "friends")
    let target =
      "/vk/access_token?client_id=7999001&client_secret=\(Self.secret)&code=\(code)"
      + "&redirect_uri=\(TokenTranscriptTests.back)"
    let get = try compare(visitor, target)
    #expect(get.status == 200)
    #expect(try visitor.call(.head, target).status == 200)
    #expect(try visitor.call(.get, target).status == 200)
    #expect(try visitor.call(.get, target).status == 401)
  }

  @Test("of an API is no call that is counted")
  func calls() throws {
    let visitor = try Visitor("instagram")
    visitor.open(TranscriptTests.instagram + "token")
    visitor.submit(["username": "alice", "password": "wonderland"])
    let token = try visitor.submit(["allow": "Authorize"]).parameter("access_token")
    let target = "/instagram/v1/users/self/?access_token=\(token)"
    let get = try compare(visitor, target)
    func left(_ headers: Headers) -> String? {
      headers.first { $0.name == "X-Ratelimit-Remaining" }?.value
    }
    #expect(left(get.headers) == "4999")
    for _ in 0..<3 { try visitor.call(.head, target) }
    try visitor.call(.get, target)
    #expect(left(visitor.headers) == "4999")
  }

  @Test("of a logout ends no session, here or at the browser")
  func logout() throws {
    let visitor = try Visitor("standard")
    let code = try TokenTranscriptTests.standard(visitor)
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "authorization_code", "code": code,
        "redirect_uri": TokenTranscriptTests.back,
      ], TokenTranscriptTests.basic)
    let target = "/standard/logout?id_token_hint=\(try visitor.member("id_token"))"
    let get = try compare(visitor, target)
    #expect(get.headers[.setCookie]?.contains("Max-Age=0") == true)
    let asking = try compare(visitor, "/standard/logout")
    #expect(String(decoding: asking.body, as: UTF8.self).contains("Sign out?"))
    let head = try visitor.send(
      Request(
        method: .head, authority: Visitor.host, target: target,
        headers: [.cookie: visitor.cookie]))
    #expect(head.status == 200 && head.headers[.setCookie] == nil)
    visitor.open(TranscriptTests.standard + "code&prompt=none")
    #expect(visitor.location.contains("?code="))
  }

  @Test("signs nobody in where an answer stands for the page", arguments: TranscriptTests.starts)
  func standing(_ id: String, _ start: String) throws {
    var sandbox = try Visitor.stage(id)
    sandbox.standing = StandingAnswer(person: "alice", consent: .granted)
    let get = try compare(sandbox, start)
    #expect(get.headers[.location]?.isEmpty == false)
  }

  @Test(
    "is refused where only POST is answered",
    arguments: [
      "/standard/login", "/standard/consent", "/standard/token", "/vk/login.vk.com/?act=login",
      "/instagram/oauth/access_token",
    ])
  func posts(_ target: String) throws {
    let answer = try Visitor("standard").send(
      Request(method: .head, authority: Visitor.host, target: target))
    #expect(answer.status == .methodNotAllowed)
    #expect(answer.headers[.allow] == "POST, OPTIONS")
    #expect(answer.headers[.setCookie] == nil)
  }
}
