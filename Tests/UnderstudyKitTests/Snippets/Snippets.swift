import Foundation
import Testing
import UnderstudyKit
import UnderstudyServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Examples of the documentation: see SnippetTests. The code around an example only makes it run.

@Suite("An example")
struct Snippets {
  let understudy: Understudy
  let sandbox: Sandbox
  let app: App

  init() throws {
    understudy = try Understudy(seed: 1)
    sandbox = try understudy.makeSandbox(signIn: "alice")
    app = App(sandbox)
  }

  /// An app that redeems a code at VK.
  struct App: Sendable {
    let sandbox: Sandbox
    init(_ sandbox: Sandbox) { self.sandbox = sandbox }

    func signIn() {
      let code = sandbox.respond(
        to: .init(
          "https://oauth.vk.com/authorize?client_id=7999001&response_type=code&v=5.52"
            + "&redirect_uri=http://127.0.0.1:7999/cb")
      ).parameters["code"]
      _ = sandbox.respond(
        to: .init(
          "https://oauth.vk.com/access_token", headers: ["User-Agent": "Example/1.0"],
          form: [
            "client_id": "7999001", "client_secret": "understudy-secret-0123456789",
            "redirect_uri": "http://127.0.0.1:7999/cb", "code": code ?? "",
            "code_verifier": "a-verifier-of-forty-three-characters-or-more",
          ]))
    }
  }

  @Test func landing() async throws {
    let understudy = try Understudy()
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let session = URLSession(configuration: sandbox.configuration)
    let token = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").accessToken ?? ""
    let url = URL(string: "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)")!
    let (data, _) = try await session.data(from: url)
    #expect(String(decoding: data, as: UTF8.self).contains("Bob"))
  }

  @Test func configuration() async throws {
    let token = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").accessToken ?? ""
    let session = URLSession(configuration: sandbox.configuration)
    let url = URL(string: "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)")!
    let (data, response) = try await session.data(from: url)
    #expect((response as? HTTPURLResponse)?.statusCode == 200 && !data.isEmpty)
  }

  @Test func connect() async throws {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["User-Agent": "Example/1.0"]
    sandbox.connect(configuration)
    try await expectAnswer(from: URLSession(configuration: configuration))
  }

  /// Expects that this sandbox answers a session's requests to a provider's own host.
  private func expectAnswer(from session: URLSession) async throws {
    let url = URL(string: "https://api.vk.com/method/users.get?v=5.52")!
    let (data, response) = try await session.data(from: url)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self).contains("error_code"))
    #expect(try sandbox.entries().count == 1)
  }

  @Test func registered() async throws {
    let answering: AnyClass = sandbox.protocolClass()
    _ = URLProtocol.registerClass(answering)
    defer { URLProtocol.unregisterClass(answering) }
    // A session that was made before knows nothing of it: this one is made with it.
    let configuration = URLSessionConfiguration.default
    configuration.protocolClasses = [answering]
    try await expectAnswer(from: URLSession(configuration: configuration))
  }

  @Test func respond() throws {
    let response = sandbox.respond(
      to: .init("https://oauth.vk.com/authorize?client_id=753197&response_type=token"))
    #expect(response.parameters["access_token"] != nil, "\(response)")
  }

  @Test func form() {
    let response = sandbox.respond(
      to: .init("https://oauth.vk.com/access_token", form: ["client_id": "753197", "code": "old"]))
    #expect(response.status == 401 && response.json?["error"]?.string == "invalid_grant")
  }

  @Test func response() {
    let response = sandbox.respond(to: .init("https://api.vk.com/method/users.get?v=5.52"))
    #expect(response.status == 200 && response.json?["error"] != nil)
  }

  @Test func shared() throws {
    let sandbox = try Understudy.shared.makeSandbox(signIn: "alice")
    let request = Sandbox.Request("https://api.vk.com/method/users.get?v=5.52")
    #expect(sandbox.respond(to: request).status == 200)
    try sandbox.delete()
    #expect(sandbox.respond(to: request).status == 410)
  }

  @Test func sandboxes() throws {
    let sandbox = try understudy.makeSandbox(
      signIn: "alice", without: ["vk.denial-has-reason"],
      rules: [.condition("code_expired").at("vk", "token").once])
    #expect(try sandbox.rules().count == 1)
  }

  @Test func control() throws {
    let provider = try understudy.control("GET", "/sandboxes/\(sandbox.id)/providers/vk")
    #expect(provider["title"]?.string == "VK")
  }

  @Test func refused() {
    #expect(throws: Understudy.ControlAPIError.self) { try sandbox.signIn(as: "nobody") }
  }

  @Test func time() throws {
    let sandbox = try understudy.makeSandbox(signIn: "alice")
    let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
    try sandbox.age(by: .seconds(2 * 86_400))  // the tokens have expired
    #expect(try sandbox.issued().first?.status == .expired && tokens.accessToken != nil)
  }

  @Test func ages() throws {
    _ = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
    try sandbox.age(by: .seconds(2 * 86_400))
    #expect(try sandbox.issued().map(\.status) == [.expired])
  }

  @Test func clock() throws {
    try sandbox.freeze()
    let clock = try sandbox.advance(by: .seconds(3600))
    #expect(clock.isFrozen)
  }

  @Test func checkpoint() throws {
    let signedIn = try sandbox.checkpoint()
    try sandbox.age(by: .seconds(86_400))
    try sandbox.restore(signedIn)
    #expect(
      try understudy.control("GET", "/sandboxes/\(sandbox.id)/clock")["aged"]?.string == "PT0S")
  }

  @Test func json() {
    let address: Sandbox.JSON = ["locality": "Springfield", "floors": [1, 2]]
    #expect(address["locality"]?.string == "Springfield")
    #expect("\(address)" == #"{"locality":"Springfield","floors":[1,2]}"#)
  }

  @Test func headers() {
    let headers: Sandbox.Headers = ["Accept": "application/json"]
    #expect(headers["accept"] == "application/json")
  }

  @Test func listening() throws {
    let base = try understudy.listen()  // http://127.0.0.1:53124
    defer { understudy.stop() }
    #expect(base.host() == "127.0.0.1")
  }

  @Test func listeningSandbox() throws {
    defer { understudy.stop() }
    let base = try sandbox.listen()
    let discovery = base.appending(path: "standard/.well-known/openid-configuration")
    #expect(discovery.path().contains(sandbox.id))
  }
}
