import Examiner
import Testing

@Suite("Passive checks")
struct PassiveJudgeTests {
  static let examples =
    AuthorizationExamples.all + ProtectionExamples.all + ChallengeExamples.all
    + TokenRequestExamples.all + ClientAuthenticationExamples.all + BearerExamples.all
    + CanaryExamples.all + DPoPExamples.all + ClientAssertionExamples.all
    + PushedRequestExamples.all + BrowserExamples.all

  @Test("say what a trace shows", arguments: examples)
  func judged(_ example: PassiveExample) throws {
    let check = try #require(Catalogue.bundled.check(example.id))
    let result = PassiveJudge.judge(check, example.episodes, example.subject)
    #expect(result.finding == example.finding, "\(result.text)")
    // Whether a text holds an empty one depends on which library is asked.
    #expect(example.says.isEmpty || result.text.contains(example.says), "\(result.text)")
    #expect(result.severity == example.severity)
    #expect((result.place != nil) == (result.finding == .broken))
    #expect(!result.text.isEmpty && !result.text.hasSuffix("."))
  }

  @Test("each has a judge, and each judge a check")
  func judges() {
    #expect(PassiveJudge.known == Set(Catalogue.bundled.passive.map(\.id)))
    #expect(Catalogue.bundled.passive.count == 63)
    #expect(Catalogue.bundled.passive.allSatisfy { $0.expect == .passive && $0.link != nil })
  }

  @Test("each is shown held, broken, and with nothing to see")
  func covered() {
    for id in PassiveJudge.known.sorted() {
      let findings = Self.examples.filter { $0.id == id }.map(\.finding)
      #expect(findings.contains(.held), "\(id)")
      #expect(findings.contains(.broken), "\(id)")
      #expect(findings.contains { $0 != .held && $0 != .broken }, "\(id)")
    }
  }

  @Test("a careful client breaks none of them, and an empty trace shows nothing")
  func careful() {
    let subject = Subject(
      clientID: "native", kind: .public, redirectURIs: [Trace.redirect], wantsOpenID: true,
      watched: [.output, .elsewhere])
    let judge = PassiveJudge(
      [Trace.careful(1)] + (2...4).map { Trace.careful($0, grant: false) }, subject)
    let nothing = PassiveJudge([], subject)
    for check in Catalogue.bundled.passive {
      let result = judge.judge(check)
      #expect([.held, .notApplicable].contains(result.finding), "\(check.id): \(result.text)")
      #expect(![.held, .broken].contains(nothing.judge(check).finding), "\(check.id)")
    }
  }

  @Test("what our user agent sent to other endpoints never counts")
  func agents() {
    var episode = Trace.careful()
    let own = Trace.run { trace in
      trace.token("grant_type=password&password=x&code=code-00001", query: "code=code-00001")
      trace.userinfo(query: "access_token=access-token-0001")
    }
    episode.exchanges += own.exchanges.map { exchange in
      var exchange = exchange
      exchange.number += 10
      exchange.isAgents = true
      return exchange
    }
    let judge = PassiveJudge([episode], Subject(clientID: "native", kind: .public))
    for check in Catalogue.bundled.passive {
      #expect(judge.judge(check).finding != .broken, "\(check.id)")
    }
  }

  @Test("a place names the episode and the exchange")
  func place() throws {
    let check = try #require(Catalogue.bundled.check("code-used-once"))
    var episode = Trace.careful()
    var again = episode.exchanges[1]
    again.number = 7
    episode.exchanges.append(again)
    let result = PassiveJudge.judge(check, [Trace.careful(2, grant: false), episode], Subject())
    #expect(result.place == .init(episode: 1, exchange: 7))
  }
}
