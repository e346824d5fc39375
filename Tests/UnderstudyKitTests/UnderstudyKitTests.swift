import Basics
import Foundation
import HTTPTypes
import Testing
import UnderstudyServer

@testable import UnderstudyKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The library")
struct UnderstudyKitTests {
  private static let authorize =
    "https://oauth.vk.com/authorize?client_id=753197&redirect_uri=https://oauth.vk.com/blank.html"
    + "&response_type=token&v=5.52"

  @Test("signs in, refuses and fails on command, without a socket")
  func inProcess() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let sandbox = try understudy.makeSandbox("one", signIn: "alice")
    func parameters() -> [String: String] {
      sandbox.respond(to: .init(Self.authorize)).parameters
    }
    #expect(parameters()["access_token"] != nil)
    try sandbox.deny(as: "alice")
    #expect(parameters()["error"] == "access_denied")
    try sandbox.signIn(as: "bob")
    try sandbox.failNext("authorize", at: "vk", with: "parameter_invalid")
    #expect(parameters()["error"] == "invalid_request")
    #expect(parameters()["access_token"] != nil)
    let refused = try sandbox.journal(matching: .refused)
    #expect(refused.count == 2)
    #expect(refused.first?.why?.isEmpty == false)
    try sandbox.delete()
    #expect(throws: Understudy.ControlAPIError.self) { try sandbox.reset() }
  }

  @Test("is reached under a prefix too, where a browser or another process comes")
  func underAPrefix() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let sandbox = try understudy.makeSandbox(id: "ci-1234", signIn: "alice")
    #expect(sandbox.path == "/_sandbox/ci-1234" && understudy.defaultSandbox.path.isEmpty)
    let answer = understudy.respond(
      to: .init(
        method: .get, authority: "localhost",
        target: sandbox.path + "/standard/.well-known/openid-configuration"))
    #expect(String(decoding: answer.body, as: UTF8.self).contains("/_sandbox/ci-1234/standard"))
  }

  @Test("makes tokens that expire when they are made older")
  func tokens() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let sandbox = try understudy.makeSandbox()
    let token = try #require(
      try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").accessToken)
    func users() -> String {
      let url = "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)"
      return sandbox.respond(to: .init(url)).body
    }
    #expect(users().contains("\"first_name\":\"Bob\""))
    try sandbox.age(by: .seconds(2 * 86_400))
    #expect(users().contains("access_token has expired"))
  }

  @Test("gives a sandbox its lifetime, and a token its audience")
  func lifetimeAndAudience() throws {
    let understudy = try Understudy(seed: 1)
    let sandbox = try understudy.makeSandbox(lifetime: .seconds(7_200))
    let shown = try understudy.control(.get, "/sandboxes/\(sandbox.id)")
    #expect(shown["lifetime"]?.stringValue == "PT2H")
    let audience = "https://api.example.test"
    let tokens = try sandbox.mintTokens(
      at: "standard", client: "web", person: "alice", audiences: [audience])
    #expect(tokens.issued.first { $0.kind == "access" }?.audience == [audience])
  }

  @Test("takes people and clients of a test's own, and gives them back")
  func cast() throws {
    let sandbox = try Understudy(seed: 1).makeSandbox(
      signIn: "carol",
      people: [.init("carol", password: "secret", claims: ["email": "carol@example.test"])])
    var client = Sandbox.Client(
      at: "standard", id: "mine", kind: .public, redirectURIs: ["com.example.my:/cb"])
    client.name = "Mine"
    client.scopes = ["openid", "email"]
    #expect(try sandbox.put(client).name == "Mine")
    #expect(try sandbox.clients().contains { $0.id == "mine" && $0.kind == .public })
    let carol = try #require(try sandbox.people().first { $0.username == "carol" })
    #expect(carol["email"]?.string == "carol@example.test" && carol.password == nil)
    let tokens = try sandbox.mintTokens(
      at: "standard", client: "mine", person: "carol", scopes: ["openid", "email"])
    let userinfo = sandbox.respond(
      to: .init(
        "https://standard.localhost/userinfo",
        headers: ["Authorization": "Bearer \(tokens.accessToken ?? "")"]))
    #expect(userinfo.json?["email"]?.string == "carol@example.test", "\(userinfo)")
    try sandbox.remove(client)
    try sandbox.remove(person: "carol")
    #expect(try !sandbox.people().contains { $0.username == "carol" })
  }

  @Test("goes back to a checkpoint, and to the start")
  func checkpoints() throws {
    let sandbox = try Understudy(seed: 1).makeSandbox(signIn: "alice")
    let start = try sandbox.checkpoint()
    try sandbox.mintTokens(at: "vk", client: "753197", person: "bob").issued.forEach(sandbox.revoke)
    #expect(try sandbox.issued().map(\.status) == [.revoked])
    try sandbox.restore(start)
    #expect(try sandbox.issued().isEmpty)
    try sandbox.reset()
    #expect(throws: Understudy.ControlAPIError.self) { try sandbox.restore("nothing") }
  }

  @Test("says why it refuses, and what is near")
  func refusals() throws {
    let sandbox = try Understudy(seed: 1).makeSandbox()
    let error = #expect(throws: Understudy.ControlAPIError.self) { try sandbox.signIn(as: "alise") }
    #expect(error?.status == 422)
    #expect("\(try #require(error))".contains("did you mean \"alice\""), "\(error!)")
    #expect(throws: Sandbox.Missing.self) { try Sandbox.current }
  }

  @Test("keeps the cookies of a chain of redirects where they belong")
  func cookies() {
    var chain = CookieChain("a=1; b=2", host: "login.vk.example")
    chain.take(
      ["c=3; Domain=vk.example; Path=/", "b=; Max-Age=0", "d=4"], host: "login.vk.example")
    #expect(chain.header(for: "login.vk.example") == "a=1; c=3; d=4")
    #expect(chain.header(for: "oauth.vk.example") == "c=3")
    #expect(chain.header(for: "evilvk.example") == nil)
    // A domain that the host is not in, or only looks as if it were.
    chain.take(
      ["e=5; Domain=other.example", "f=6; Domain=k.example", "g=7; Domain=oauth.vk.example"],
      host: "login.vk.example")
    for host in ["other.example", "k.example", "a.k.example"] {
      #expect(chain.header(for: host) == nil, "\(host)")
    }
    #expect(chain.header(for: "oauth.vk.example") == "c=3")
  }

  @Test("calls every path of the control API, also the health check")
  func health() throws {
    #expect(try Understudy().control("GET", "/health")["status"]?.string == "ok")
  }

  @Test("listens on a port of its own, and stops")
  func listens() async throws {
    let understudy = try Understudy()
    let url = try understudy.listen()
    #expect(try understudy.listen() == url)
    let sandbox = try understudy.makeSandbox()
    #expect(try sandbox.listen() == url.appending(path: sandbox.path))
    #expect(try understudy.defaultSandbox.listen() == url)
    let health = url.appending(path: "_understudy/health")
    let (data, _) = try await URLSession.shared.data(from: health)
    #expect(String(decoding: data, as: UTF8.self).contains("\"ok\""))
    understudy.stop()
  }
}
