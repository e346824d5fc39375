import Testing
import UnderstudyKit

// Examples of the documentation: see SnippetTests. The code around an example only makes it run.

@Suite("An example of the journal")
struct JournalSnippets {
  let sandbox: Sandbox
  let app: Snippets.App

  init() throws {
    sandbox = try Understudy(seed: 1).makeSandbox(signIn: "alice")
    app = Snippets.App(sandbox)
  }

  @Test func entries() throws {
    _ = sandbox.respond(to: .init("https://oauth.vk.com/authorize?client_id=nobody"))
    let refused = try #require(try sandbox.journal(matching: .refused).first)
    #expect(refused.condition == "client_unknown")
    #expect(refused.why?.contains("nobody") == true, "\(refused)")
  }

  @Test func prints() throws {
    for entry in try sandbox.journal(matching: .refused) { print(entry) }
  }

  @Test func transcripts() throws {
    _ = sandbox.respond(
      to: .init("https://oauth.vk.com/authorize?client_id=753197&redirect_uri=https://a.example/"))
    let refused = try #require(try sandbox.journal(matching: .refused).last)
    #expect(refused.condition == "redirect_host_mismatch", "\(refused)")
    print(refused.transcript)  // the whole request and the whole answer, with their secrets hidden
  }

  @Test func filters() async throws {
    app.signIn()
    let failures = try sandbox.journal(matching: .init(provider: "vk", outcome: "refused"))
    let redeemed = try await sandbox.next(matching: .at("vk", "token"))
    #expect(failures.isEmpty && redeemed.status == 200)
  }

  @Test func waits() async throws {
    app.signIn()
    let exchange = try await sandbox.next(matching: .at("vk", "token"), timeout: .seconds(5))
    #expect(exchange.status == 200, "\(exchange)")

    let request = try #require(exchange.request)
    #expect(request.parameters["code_verifier"] != nil)
    #expect(request.headers["User-Agent"] == "Example/1.0")
  }
}
