import Basics
import HTTPTypes
import ProviderModel
import Testing

/// The cookies of a browser, and how long what they stand for is kept.
@Suite("A browser's cookie")
struct SessionTests {
  private func matches(_ text: String?, _ pattern: String) throws -> Bool {
    try Pattern(pattern).matches(try #require(text))
  }

  @Test("and a ticket look as the provider makes them")
  func patterns() throws {
    let vk = try Visitor("vk").open(SignInTests.vk)
    #expect(try matches(vk.jar["remixstid"], "[0-9]{10}_[0-9a-f]{18}"))
    #expect(try matches(vk.hidden("lg_h"), "[0-9a-f]{18}"))
    vk.submit(["email": "alice", "pass": "wonderland"])
    #expect(try matches(vk.jar["remixsid"], "[0-9a-f]{56}"))
    let instagram = try Visitor("instagram").open(TranscriptTests.instagram + "code")
    instagram.submit(["username": "alice", "password": "wonderland"])
    #expect(try matches(instagram.jar["sessionid"], "IGSC[0-9a-f]{64}"))
    let plain = try Visitor(
      "standard",
      patch:
        #"{"ticket": null, "cookies": {"session": {"name": "s", "value": null}, "browser": {"name": "b", "value": null}}}"#
    ).open(TranscriptTests.standard + "code")
    #expect(try matches(plain.hidden("ticket"), "[0-9a-f]{32}"))
    #expect(try matches(plain.jar["b"], "[0-9a-f]{32}"))
    plain.submit(["username": "alice", "password": "wonderland"])
    #expect(try matches(plain.jar["s"], "[0-9a-f]{32}"))
  }

  @Test(
    "is the site's where the provider's hosts share it, and else its own host's",
    arguments: [
      ("oauth.vk.com", "/authorize?client_id=753197&response_type=token&v=5.52", "; Domain=vk.com"),
      (
        "standard.test",
        "/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code", nil
      ),
    ] as [(String, String, String?)], ["http", "https"])
  func domain(_ way: (host: String, target: String, domain: String?), _ scheme: String) throws {
    let answer = try Visitor("standard").send(
      Request(method: .get, scheme: scheme, authority: way.host, target: way.target))
    let line = try #require(answer.headers[.setCookie])
    #expect(line.contains("; Domain=") == (way.domain != nil))
    if let domain = way.domain { #expect(line.contains(domain)) }
    #expect(line.contains("; Path=/;") && line.contains("; HttpOnly"))
    #expect(line.contains("; Secure") == (scheme == "https"))
  }

  @Test("with quotes around its value is known again, also without them", arguments: [true, false])
  func quoted(_ keeps: Bool) throws {
    let visitor = try Visitor(
      "standard",
      patch:
        #"{"cookies": {"session": {"name": "s", "value": "\"[a-z]{20}\""}, "browser": {"name": "b", "value": "\"[a-z]{20}\""}}}"#
    ).open(TranscriptTests.standard + "code")
    visitor.submit(["username": "alice", "password": "wonderland"]).submit(["decision": "allow"])
    let value = try #require(visitor.jar["s"])
    #expect(try matches(value, "\"[a-z]{20}\""))
    if !keeps { visitor.jar["s"] = String(value.dropFirst().dropLast()) }
    visitor.open(TranscriptTests.standard + "code")
    #expect(try !visitor.parameter("code").isEmpty)
  }

  @Test("that is sent twice counts the first time, also in two header lines")
  func twice() throws {
    let stage = try StandardVisitor()
    _ = try stage.code()
    let good = "understudy_session=" + (try #require(stage.visitor.jar["understudy_session"]))
    let target = TranscriptTests.standard + "code&prompt=none"
    for (lines, isGood) in [
      ([good], true), (["a=b; \(good)"], true), (["\(good); understudy_session=x"], true),
      (["understudy_session=x; \(good)"], false), ([good, "understudy_session=x"], true),
      (["understudy_session=x", good], false), (["a=b", good], true), ([], false),
    ] {
      try stage.visitor.call(.get, target, lines.map { ("Cookie", $0) })
      #expect(stage.condition == (isGood ? nil : .loginRequired), "\(lines)")
    }
  }

  @Test("of a session is taken back by a logout, and so is the session")
  func logout() throws {
    let visitor = try Visitor("vk").open(SignInTests.vk)
    visitor.submit(["email": "alice", "pass": "wonderland"]).submit(["allow": "1"])
    let cookie = visitor.cookie
    let target = "/vk/login.vk.com/?act=logout"
    try visitor.call(.get, target, [("Cookie", cookie)])
    #expect(visitor.told.outcome == .signedOut && visitor.status == 200)
    let lines = visitor.headers[values: .setCookie]
    #expect(lines == ["remixsid=; Path=/vk; Max-Age=0; HttpOnly; SameSite=Lax"])
    visitor.open(SignInTests.vk)
    #expect(visitor.page.contains("name=\"pass\""), "the old cookie is good for nothing")
    // Nobody is signed in: the same answer.
    try visitor.call(.get, target)
    #expect(visitor.told.outcome == .signedOut)
  }

  // MARK: Many

  /// More than are freed at once when they have ended.
  private static let many = 70

  @Test("of the last of many sessions is good for fourteen days, to the second")
  func manySessions() throws {
    for (age, condition) in [(14 * 86_400 - 1, nil), (14 * 86_400, Condition.loginRequired)] {
      let stage = try StandardVisitor()
      for _ in 0..<Self.many {
        stage.visitor.jar = [:]
        stage.authorize().typePassword()
      }
      stage.allow()
      stage.visitor.now += age
      stage.authorize(["prompt": "none"])
      #expect(stage.condition == condition)
    }
  }

  @Test("and the last of many tickets are good for half an hour, to the second")
  func manyTickets() throws {
    for (age, isGood) in [(1_799, true), (1_800, false)] {
      let stage = try StandardVisitor()
      for _ in 0..<Self.many { stage.authorize() }
      stage.visitor.now += age
      stage.typePassword()
      #expect(stage.asksForConsent == isGood)
      #expect((stage.visitor.told.outcome == .staleForm) == !isGood)
    }
  }

  @Test("is made once, and kept by the next pages")
  func once() throws {
    let stage = try StandardVisitor().authorize()
    let mine = try #require(stage.visitor.jar["understudy_browser"])
    try stage.visitor.call(
      .get, TranscriptTests.standard + "code", [("Cookie", "understudy_browser=\(mine)")])
    #expect(!stage.visitor.headers.contains(.setCookie))
    #expect(stage.typePassword().asksForConsent && stage.visitor.jar["understudy_browser"] == mine)
  }
}
