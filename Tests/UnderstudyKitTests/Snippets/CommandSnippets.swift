import Foundation
import Testing
import UnderstudyKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Examples of the documentation: see SnippetTests. The code around an example only makes it run.

@Suite("An example of a command")
struct CommandSnippets {
  let understudy: Understudy
  let sandbox: Sandbox
  let app: Snippets.App
  private let authorize =
    "https://oauth.vk.com/authorize?client_id=753197&response_type=token&v=5.52"
    + "&redirect_uri=https://oauth.vk.com/blank.html"

  init() throws {
    understudy = try Understudy(seed: 1)
    sandbox = try understudy.makeSandbox(signIn: "alice")
    app = Snippets.App(sandbox)
  }

  @Test func people() throws {
    try sandbox.put(
      Sandbox.Person(
        "carol", password: "secret",
        claims: ["email": "carol@example.test", "email_verified": false]))
    try sandbox.signIn(as: "carol")
  }

  @Test func clients() throws {
    var client = Sandbox.Client(at: "standard", id: "my-app", redirectURIs: ["com.example.my:/cb"])
    client.kind = .public
    client.scopes = ["openid", "email"]
    try sandbox.put(client)
    #expect(try sandbox.clients().contains { $0.id == "my-app" })
  }

  @Test func answers() throws {
    try sandbox.signIn(as: "bob", scopes: ["openid"])  // whatever else is asked for
  }

  @Test func denies() throws {
    try sandbox.deny(as: "alice")
    let response = sandbox.respond(to: .init(authorize))
    #expect(response.parameters["error"] == "access_denied")
  }

  @Test func expires() throws {
    let tokens = try sandbox.mintTokens(at: "standard", client: "native", person: "alice")
    try sandbox.age(by: .seconds(2 * 86_400))
    #expect(try sandbox.issued().first?.status == .expired)
    #expect(tokens.accessToken != nil)
  }

  @Test func tokens() throws {
    var request = URLRequest(url: try #require(URL(string: "https://standard.localhost/userinfo")))
    let tokens = try sandbox.mintTokens(
      at: "standard", client: "native", person: "alice", scopes: ["openid", "email"])
    request.setValue("Bearer \(tokens.accessToken ?? "")", forHTTPHeaderField: "Authorization")
    #expect(tokens.idToken != nil)
  }

  @Test func revokes() throws {
    let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
    let access = try #require(tokens.issued.first { $0.kind == "access" })
    try sandbox.revoke(access)
    #expect(try sandbox.issued().first { $0.id == access.id }?.status == .revoked)
  }

  @Test func failsNext() throws {
    try sandbox.failNext(.token, at: "vk", with: .codeExpired)
    app.signIn()
    #expect(try sandbox.journal(matching: .at("vk", "token")).last?.condition == "code_expired")
  }

  @Test func rules() throws {
    // The next token request fails as VK fails; the one after it gets through.
    try sandbox.add(.condition("code_expired").at("vk", "token").once)
    // Answers of userinfo are late, except the first one.
    try sandbox.add(.delay(.milliseconds(50)).at("standard", "userinfo").skip(1))
    // The callback carries another state than was sent.
    try sandbox.add(.change(.set(["state": "wrong"])).at("standard", "authorize"))
    #expect(try sandbox.rules().count == 3)
  }

  @Test func limits() throws {
    try sandbox.add(.limit(5, per: .seconds(60)).at("standard", "userinfo"))
    try sandbox.add(
      .condition("server_error").when(["eq": ["{{client.kind}}", "public"]])
        .at("standard", "authorize"))
    #expect(try sandbox.rules().count == 2)
  }

  @Test func anyRule() throws {
    try sandbox.add(
      Sandbox.Rule(["match": ["endpoint": "token"], "then": ["condition": "code_expired"]]))
    #expect(try sandbox.rules().count == 1)
  }

  @Test func severalRules() throws {
    try sandbox.add(
      .answer(503, headers: ["Retry-After": "1"]).at("standard", "token").once,
      .delay(.milliseconds(100)).at("standard"))
    #expect(try sandbox.rules().count == 2)
  }

  @Test func changes() throws {
    try sandbox.add(.change(.idToken(signature: .bad)).at("standard", "token").once)
    try sandbox.add(
      .change(.drop("iss"), .rename(["state": "status"])).at("standard", "authorize"))
    #expect(try sandbox.rules().count == 2)
  }

  @Test func refusing() throws {
    // The next token request fails as VK fails; the one after it gets through.
    try sandbox.add(.condition("code_expired").at("vk", "token").once)
    // Too many requests, with an answer of the test's own.
    try sandbox.add(.answer(429, headers: ["Retry-After": "1"]).at("standard", "userinfo").times(2))
    #expect(try sandbox.rules().count == 2)
  }

  @Test func networkFails() throws {
    try sandbox.add(.delay(.milliseconds(50)).at("vk"))
    try sandbox.add(.close.at("standard", "token").once)
    try sandbox.add(.truncate(after: 10).at("standard", "userinfo"))
    #expect(try sandbox.rules().count == 3)
  }

  @Test func wrongAnswers() throws {
    // An app that checks neither state nor signature does not notice.
    try sandbox.add(.change(.set(["state": "wrong"])).at("standard", "authorize").once)
    try sandbox.add(.change(.idToken(signature: .bad)).at("standard", "token"))
    #expect(try sandbox.rules().count == 2)
  }
}
