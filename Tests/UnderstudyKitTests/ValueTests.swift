import Foundation
import Testing

@testable import UnderstudyKit

@Suite("A value")
struct ValueTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
      .makeSandbox(
        signIn: "alice", with: ["standard.jwt-access-tokens"])
  }

  @Test("is a rule as the control API reads it, and comes back as it was sent")
  func rules() throws {
    let sent: [Sandbox.Rule] = [
      .condition("code_expired").at("vk", "token").once.named("first").summary("once"),
      .answer(503, headers: ["Retry-After": "1"], body: "later").at(endpoint: "token").skip(2),
      .answer(200, json: ["error": ["code": 7]]).when(
        method: "GET", client: "753197", person: "bob",
        parameters: ["v": "5.52", "scope": true, "state": ["matches": "s-.*"]]),
      .delay(.milliseconds(1_500)).drip(10, every: .milliseconds(20)).at("oclc"),
      .truncate(after: 3).times(4).delay(.seconds(1)),
      .limit(2, per: .seconds(60)).at("standard", "userinfo").summary("slowly"),
      .condition("server_error").when(["eq": ["{{client.kind}}", "public"]])
        .at("standard", "authorize"), .reset.when(host: "oauth.vk.com"),
      .close.when(grant: "refresh_token").at(endpoint: "token"),
      .change(
        .set(["state": "wrong"]), .drop("iss"), .rename(["code": "kode"]), .order("state", "kode")
      ).at("standard", "authorize"),
      .change(.scopes("openid"), .twice).at("standard", "authorize"),
      .lost(.reset).at("standard", "token"), .detour(.relative).at("standard", "authorize"),
      .change(.way(.link)).at("standard", "authorize"),
      .change(.headers(["Pragma": nil]), .header("A", values: ["b", "c"]), .prefix(" "))
        .at("standard", "token"),
      .change(.signedBody(algorithm: .es256, signature: .otherKey)).at("standard", "userinfo"),
      .change(
        .idToken(
          signature: .bad, kid: "other", claims: ["aud": "other", "nonce": nil],
          shift: .seconds(-7_200)), .accessToken(signature: Sandbox.Change.Signature.none)
      ).at("standard", "token"),
    ]
    for rule in sent {
      let added = try #require(try sandbox.add(rule).first)
      #expect(added.seen == 0 && added.fired == 0 && !added.isSpent)
      // What is shown may be sent again, and is the same.
      let id = try #require(added.id)
      let read = try sandbox.rule(id)
      #expect(read == added)
      for name in rule.json.names { #expect(read.json[name] == rule.json[name], "\(read)") }
      #expect(try sandbox.add(read).first == added)
    }
    #expect(try sandbox.rules().count == sent.count)
    try sandbox.remove(rule: "first")
    #expect(try sandbox.rules().count == sent.count - 1)
    let scenario = try sandbox.add(.scenario("token-endpoint-flaky"))
    #expect(!scenario.isEmpty)
  }

  @Test("prints as one line, whatever stands in it")
  func lines() throws {
    let rule = Sandbox.Rule.condition("code_expired").at("vk", "token").once.named("flaky")
    #expect("\(rule)" == "flaky: at vk token, once → condition code_expired")
    #expect("\(Sandbox.Rule.reset)" == "always → reset")
    #expect(
      "\(Sandbox.Rule.delay(.seconds(2)).when(client: "a\nb").skip(3).times(2))"
        == "client a b, after 3, 2 times → delay 2000")
    #expect(
      "\(Sandbox.Rule.limit(5, per: .seconds(90)).at("vk"))"
        == "at vk, beyond 5 per PT1M30S → what the provider does")
    try sandbox.add(rule)
    _ = sandbox.respond(to: .init("https://oauth.vk.com/access_token?client_id=753197&code=x"))
    #expect(
      "\(try sandbox.rule("flaky"))"
        == "flaky: at vk token, once → condition code_expired (seen 1, fired 1, spent)")
    let entry = try #require(try sandbox.journal(matching: .at("vk", "token")).first)
    #expect(
      "\(entry)".hasPrefix(
        "#\(entry.number) GET /access_token · vk token · refused: code_expired · "))
    #expect("\(entry)".contains("rule flaky") && !"\(entry)".contains("\n"))
    #expect(entry.transcript.contains("  > GET https://oauth.vk.com/access_token?"))
    #expect(entry.transcript.contains("  < \(entry.status ?? 0)"))
    #expect("\(Sandbox.Filter.all)" == "anything")
    #expect("\(Sandbox.Filter(provider: "vk", status: 401))" == "provider vk, status 401")
    let carol = Sandbox.Person("carol", password: "secret", claims: ["email": "c@example.test"])
    #expect("\(carol)" == #"carol {"email":"c@example.test"}"#)
    let client = Sandbox.Client(at: "vk", id: "7", kind: .spa, redirectURIs: ["https://a.example/"])
    #expect("\(client)" == "vk 7 (spa) → https://a.example/")
    let tokens = try sandbox.mintTokens(at: "vk", client: "753197", person: "bob")
    #expect("\(tokens)".hasPrefix("access_token ") && "\(tokens)".hasSuffix("expires_in 86400"))
    #expect(
      "\(try #require(tokens.issued.first))".hasSuffix(": live, expires 2020-09-14T12:26:40Z"))
  }

  @Test("is a clock that goes, stands, jumps and ages, by fractions too")
  func clock() throws {
    #expect(try sandbox.clock().now == Date(timeIntervalSince1970: 1_600_000_000))
    #expect(try sandbox.freeze().isFrozen)
    #expect(try sandbox.advance(by: .seconds(60)).now == Date(timeIntervalSince1970: 1_600_000_060))
    #expect(try sandbox.age(by: .milliseconds(1_500)).aged == .seconds(2))
    let later = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(try sandbox.set(now: later).now == later)
    #expect(try !sandbox.thaw().isFrozen)
    #expect("\(try sandbox.clock())" == "2023-11-14T22:13:20Z, issued credentials aged by PT2S")
    #expect(throws: Understudy.ControlAPIError.self) { try sandbox.age(by: .seconds(-1)) }
    #expect(throws: Understudy.ControlAPIError.self) { try sandbox.advance(by: .milliseconds(-1)) }
  }

  @Test("is a journal entry with everything that the control API tells")
  func entries() throws {
    _ = sandbox.respond(
      to: .init("https://oauth.vk.com/access_token", form: ["client_id": "nobody", "code": "x y"]))
    let entry = try #require(try sandbox.journal(matching: .refused).last)
    #expect(entry.method == "POST" && entry.path == "/access_token")
    #expect(entry.provider == "vk" && entry.endpoint == "token" && entry.isRefused)
    #expect(entry.condition == "client_unknown" && entry.outcome == "refused: client_unknown")
    #expect(entry.why != nil && entry.remedy != nil && entry.clause?.hasPrefix("RFC 6749") == true)
    #expect(entry.time == Date(timeIntervalSince1970: 1_600_000_000))
    #expect(entry.sandbox == sandbox.id && entry.kind == "exchange")
    #expect(entry.request?.parameters["client_id"] == "nobody")
    #expect(entry.request?.headers["content-type"] == "application/x-www-form-urlencoded")
    #expect(entry.response?.status == entry.status && entry.response?.json?["error"] != nil)
    #expect(try sandbox.entry(entry.number) == entry)
    try sandbox.freeze()
    let act = try #require(try sandbox.journal().last)
    #expect(act.kind == "clock" && act.request == nil && act.detail != nil)
    #expect("\(act)".hasPrefix("#\(act.number) clock · The clock"))
    try sandbox.clearJournal()
    #expect(try sandbox.journal().isEmpty)
  }

  @Test("is JSON that is written as a literal and keeps order and digits")
  func json() throws {
    let value: Sandbox.JSON = ["b": [1, 2.5, nil, true], "a": "x\("y")"]
    #expect("\(value)" == #"{"b":[1,2.5,null,true],"a":"xy"}"#)
    #expect(try Sandbox.JSON(parsing: "\(value)") == value)
    #expect(value["b"]?[0]?.int == 1 && value["b"]?[1]?.double == 2.5 && value["b"]?[9] == nil)
    #expect(value["b"]?[2] == .null && value["b"]?[3]?.bool == true && value.names == ["b", "a"])
    #expect("\(try Sandbox.JSON(parsing: "12345678901234567890"))" == "12345678901234567890")
    #expect(throws: (any Error).self) { try Sandbox.JSON(parsing: "{") }
    #expect(Sandbox.JSON(floatLiteral: .infinity) == .null)
  }

  @Test("is an address, however it is written")
  func requests() {
    let request = Sandbox.Request("https://a.example?x=1#y")
    #expect(request.authority == "a.example" && request.target == "/?x=1")
    #expect(request.url == "https://a.example/?x=1" && "\(request)" == "GET \(request.url)")
    #expect(Sandbox.Request("a.example/b").url == "https://a.example/b")
  }
}
