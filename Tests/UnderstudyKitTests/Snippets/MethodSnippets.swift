import Foundation
import Testing
import UnderstudyKit

// Examples of the documentation: see SnippetTests. The code around an example only makes it run.

@Suite("An example of a method")
struct MethodSnippets {
  let understudy: Understudy
  let sandbox: Sandbox

  init() throws {
    understudy = try Understudy(seed: 1)
    sandbox = try understudy.makeSandbox(signIn: "alice")
    try sandbox.add(.condition("code_expired").at("vk", "token").once.named("flaky"))
  }

  @Test func answers() throws {
    try sandbox.askPeople()
    try understudy.defaultSandbox.signIn(as: "alice")
  }

  @Test func cast() throws {
    let alice = try sandbox.people().first { $0.username == "alice" }
    #expect(alice?["email"]?.string == "alice@example.test")

    try sandbox.remove(person: "bob")

    #expect(try sandbox.clients().contains { $0.id == "753197" && $0.provider == "vk" })

    let client = try #require(try sandbox.clients().first)
    try sandbox.remove(client)
    #expect(try !sandbox.clients().contains(client))
  }

  @Test func time() throws {
    let now = try sandbox.clock().now
    try sandbox.advance(by: .seconds(3600))
    #expect(try sandbox.clock().now > now)
    try sandbox.freeze()
    try sandbox.thaw()
    try sandbox.set(now: Date(timeIntervalSince1970: 4_000_000_000))
    #expect(try !sandbox.clock().isFrozen)
  }

  @Test func rules() throws {
    for rule in try sandbox.rules() where !rule.isSpent { print(rule) }
    #expect(try sandbox.rule("flaky").fired == 0)
    try sandbox.turn(rule: "flaky", on: false)
    #expect(try !sandbox.rule("flaky").isOn)
    #expect("\(try sandbox.rule("flaky"))".hasSuffix(", off"))
    try sandbox.add(.condition("code_expired").at("vk", "token").named("later").off)
    try sandbox.turn(rule: "later", on: true)
    #expect(try sandbox.rule("later").isOn)
    try sandbox.remove(rule: "flaky")
    try sandbox.clearRules()
  }

  @Test func tokens() throws {
    _ = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
    let live = try sandbox.issued(at: "vk", person: "bob").filter { $0.status == .live }
    #expect(live.count == 1)
    for token in try sandbox.issued() { try sandbox.expire(token) }
    #expect(try sandbox.issued().allSatisfy { $0.status == .expired })
    for token in try sandbox.issued() { try sandbox.revoke(token) }
  }

  @Test func journal() throws {
    let response = sandbox.respond(to: .init("https://oauth.vk.com/authorize?client_id=nobody"))
    let number = response.headers["Understudy-Exchange"].flatMap { Int($0) } ?? 0
    print(try sandbox.entry(number))
    print(try sandbox.transcript())
    try sandbox.clearJournal()
  }

  @Test func devices() throws {
    for decision in [true, false] {
      _ = sandbox.respond(
        to: .init(
          "http://standard.test/device_authorization",
          form: ["client_id": "native", "scope": "openid"]))
      let device = try #require(try sandbox.devices().last)
      #expect(device.status == .pending)
      let waiting = try sandbox.devices().filter { $0.status == .pending }
      #expect(waiting.count == 1)
      let userCode = device.userCode
      if decision {
        try sandbox.approveDevice(userCode, as: "alice")
      } else {
        try sandbox.denyDevice(userCode)
      }
    }
    #expect(try sandbox.devices().map(\.status) == [.approved, .denied])
    #expect(try sandbox.devices().map(\.person) == ["alice", nil])
  }

  @Test func keys() throws {
    let signing = try sandbox.signingKeys().filter { $0.signs }
    #expect(signing.contains { $0.provider == "standard" && $0.algorithm == "RS256" })
    #expect(signing.allSatisfy { $0.isPublished })
    try sandbox.rotateKeys()
    let rotated = try sandbox.signingKeys()
    #expect(rotated.count == signing.count && rotated != signing)
    try sandbox.rotateKeys([.use])
    let faulty = try sandbox.signingKeys().filter { $0.signs && !$0.isPublished }
    #expect(faulty.count == signing.count)
    #expect(faulty.first?.description.hasSuffix(", signs") == true)
  }

  @Test func logins() throws {
    try sandbox.add(.change(.logoutToken(claims: ["nonce": "n"])).at("standard", "logout"))
    try sandbox.signIn(as: "alice")
    for _ in 0..<2 {
      _ = sandbox.respond(
        to: .init(
          "http://standard.test/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb"
            + "&response_type=code&scope=openid"))
      let login = try #require(try sandbox.logins().last)
      #expect(login.person == "alice" && login.clients == ["web"])
      let alices = try sandbox.logins().filter { $0.person == "alice" }
      #expect(alices == [login])
      try sandbox.end(login)
      #expect(try sandbox.logins().isEmpty)
    }
    let calls = try sandbox.logOut("alice")
    #expect(calls.isEmpty)
  }

  @Test func workloads() throws {
    let token = try sandbox.mintWorkloadToken("github-actions", values: ["ref": "refs/heads/main"])
    #expect(token.split(separator: ".").count == 3)
    let other = try sandbox.mintWorkloadToken(
      "kubernetes", issuer: "https://cluster.test", subject: "x", audiences: ["a", "b"],
      lifetime: 60,
      claims: ["jti": nil, "x": 1])
    #expect(other.split(separator: ".").count == 3 && other != token)
  }

  @Test func states() throws {
    try sandbox.restore(try sandbox.checkpoint("signed-in"))
    try sandbox.reset()
    try sandbox.delete()
  }

  @Test func effects() throws {
    try sandbox.clearRules()
    try sandbox.add(.condition("code_expired").at("vk", "token"))
    try sandbox.add(.answer(503, headers: ["Retry-After": "1"], body: "Later.").at("vk").once)
    try sandbox.add(.answer(400, json: ["error": "invalid_scope"]).at("standard", "token").once)
    try sandbox.add(.delay(.milliseconds(100)).at("standard"))
    try sandbox.add(.drip(10, every: .milliseconds(5)).at("standard", "userinfo"))
    try sandbox.add(.truncate(after: 10).at("standard", "userinfo"))
    try sandbox.add(.reset.at("standard", "token").once)
    try sandbox.add(.close.at("standard", "token").once)
    try sandbox.add(.change(.twice).at("standard", "authorize").once)
    #expect(try sandbox.rules().count == 9)
    try sandbox.add(.lost(.close).at("standard", "token").once)
    try sandbox.add(.detour(.relative, .link).at("standard", "authorize"))
    try sandbox.add(.change(.way(.refresh)).at("standard", "authorize"))
    try sandbox.add(
      .change(.headers(["Content-Type": "text/plain", "Pragma": nil])).at("standard", "token"))
    try sandbox.add(.change(.signedBody(claims: ["aud": "other"])).at("standard", "userinfo"))
    #expect(try sandbox.rules().count == 14)
    try sandbox.add(.scenario("token-endpoint-flaky"))
  }

  @Test func conditionNames() throws {
    try sandbox.add(.condition(.codeExpired).at("vk", .token).once)
    #expect(try sandbox.rules().count == 2)
  }

  @Test func endpointNames() throws {
    try sandbox.add(.delay(.seconds(1)).at(endpoint: .token))
    #expect(try sandbox.rules().count == 2)
  }
}
