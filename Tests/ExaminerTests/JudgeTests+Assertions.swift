import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// When an assertion that does not hold is a broken requirement.
extension JudgeTests {
  private func asserting(
    _ expect: Check.Expectation, least: Int? = nil, most: Int? = nil, needs: [String] = []
  ) -> Check {
    var check = check(expect, forbidden: [])
    check.asserts = [
      Assertion(
        form: .requests(Assertion.Requests(to: "token"), least: least, most: most), needs: needs,
        otherwise: "it broke the rule")
    ]
    return check
  }

  private func isBroken(_ check: Check, _ episode: CheckRun) -> Bool {
    let result = judge(check, episode)
    guard result.reason.hasPrefix("it broke the rule") else { return false }
    #expect(result.verdict == .fail && result.evidence.map(\.kind) == [.journal])
    return true
  }

  @Test("one that holds is no finding")
  func holding() {
    #expect(judge(asserting(.rejected, least: 1), episode(.rejected)).verdict == .pass)
    #expect(judge(asserting(.accepted, most: 1), episode(.accepted)).verdict == .pass)
  }

  @Test("a demand counts where the client came to the point, a prohibition in any case")
  func delivered() {
    var unmet = episode(.rejected)
    unmet.exchanges[1].rule = nil
    #expect(isBroken(asserting(.rejected, least: 2), episode(.rejected)))
    #expect(!isBroken(asserting(.rejected, least: 2), unmet))
    #expect(isBroken(asserting(.rejected, most: 0), episode(.rejected)))
    #expect(isBroken(asserting(.rejected, most: 0), unmet))
  }

  @Test("a demand that a dead client did not meet counts only where the client had to refuse")
  func died() {
    for kind in [Outcome.Kind.crashed, .hung] {
      let episode = episode(kind)
      for expect in [Check.Expectation.accepted, .either] {
        #expect(!isBroken(asserting(expect, least: 2), episode))
        #expect(isBroken(asserting(expect, most: 0), episode))
      }
      #expect(isBroken(asserting(.rejected, least: 2), episode))
    }
    #expect(isBroken(asserting(.accepted, least: 2), episode(.accepted)))
  }

  @Test("one that needs an ability is asked of clients that have it")
  func abilities() {
    let check = asserting(.accepted, least: 2, needs: ["refresh", "nonce"])
    for (abilities, verdict) in [
      ([], .pass), (["refresh"], .pass), (["refresh", "nonce", "pkce"], .fail),
    ] as [(Set<String>, Verdict)] {
      let result = Judge(
        check, episode(.accepted), control: nil, placeholders: Placeholders(), abilities: abilities
      ).result()
      #expect(result.verdict == verdict)
    }
  }

  // MARK: Words

  @Test("a forbidden request is named by its endpoint, or by the name that the check has for it")
  func forbiddenName() {
    var late = episode(.unknown)
    late.exchanges.append(exchange("resource", at: 40))
    late.exchanges[2].endpoint = "userinfo"
    let fault = check().title
    #expect(
      judge(check(), late).reason
        == "it sent a request to the resource endpoint anyway (\(fault)): POST /standard/resource → 200"
    )
    #expect(
      judge(check(forbidden: ["userinfo"]), late).reason
        == "it sent a request to userinfo anyway (\(fault)): POST /standard/resource → 200")
  }

  @Test("a request to another origin is shown with its host, and none with its query")
  func line() {
    var sent = exchange("resource", at: 1)
    sent.request.target = "/x?code=secret"
    #expect(sent.line == "POST /x → 200")
    sent.endpoint = "elsewhere"
    #expect(sent.line == "POST http://localhost/x → 200")
  }

  @Test(
    "a time is shown in milliseconds below a second",
    arguments: [(0, "0 ms"), (999, "999 ms"), (1000, "1.0 s"), (12_345, "12.3 s")])
  func seconds(_ milliseconds: Int, _ shown: String) {
    #expect(Judge.seconds(milliseconds) == shown)
  }

  @Test(
    "an ending that may be no care says how it would count as a refusal",
    arguments: [
      (
        .crashed, nil,
        ". Handle the refusal in the client, and show an error message instead of crashing; if an exception is the refusal, name it with --refusal"
      ),
      (
        .crashed, "oauth.errors",
        ". Handle the refusal in the client, and show an error message instead of crashing; if this exception is the refusal, name it with --refusal oauth.errors"
      ),
      (.hung, nil, ""),
      (
        .hung, "oauth.errors",
        "; if this exception is the refusal, name it with --refusal oauth.errors"
      ),
      (.unknown, nil, ". If it takes longer to refuse, give it the time with --silence"),
    ] as [(Outcome.Kind, String?, String)])
  func careless(_ kind: Outcome.Kind, _ module: String?, _ how: String) {
    var episode = episode(kind)
    episode.outcome.module = module
    let said = "the client sent nothing forbidden, but this does not prove a refusal: its sign"
    #expect(judge(check(), episode).reason == said + how)
  }

  @Test("a good ending rests on the last requests, where the check asks for the journal")
  func lastRequests() {
    for expect in [Check.Expectation.accepted, .either] {
      var check = check(expect)
      let outcome = CheckResult.Evidence(.outcome, "its sign")
      let line = "GET /standard/authorize → 200; POST /standard/token → 200"
      let journal = CheckResult.Evidence(.journal, "its last requests: \(line)")
      #expect(judge(check, episode(.accepted)).evidence == [outcome, journal])
      check.evidence = [.outcome]
      #expect(judge(check, episode(.accepted)).evidence == [outcome])
    }
    var idle = CheckRun(check: "made-up")
    idle.outcome = Outcome(.accepted, "its sign")
    idle.deliveries = [callback()]
    let result = judge(check(.accepted, isStaged: false), idle)
    #expect(result.evidence == [.init(.outcome, "its sign")])
  }

  // MARK: Accepted values

  @Test("tokens that arrived before the fault were taken")
  func tokensBefore() {
    let token = Array(#"{"access_token": "tok-1"}"#.utf8)
    func result(_ change: (inout Exchange) -> Void) -> CheckResult {
      var episode = episode(.accepted)
      var granted = exchange("token", at: 25, body: token)
      change(&granted)
      episode.exchanges = [
        exchange("authorize", at: 10), granted, exchange("resource", at: 30, rule: "rule-1"),
      ]
      return judge(check(), episode)
    }
    let taken = result { _ in }
    #expect(taken.verdict == .fail)
    // The first sentence names the fault.
    let said = "it accepted what it must refuse (\(check().title)): its sign"
    #expect(taken.reason == said)
    for other in [
      result { $0.answer.status = .init(code: 400) }, result { $0.isDelivered = false },
      result { $0.kind = "resource" }, result { $0.answer.body = [] },
    ] {
      #expect(other.verdict == .inconclusive, "\(other.reason)")
    }
  }

  @Test("a client that got nothing, and says that all is well, has believed something else")
  func nothingTaken() {
    var check = check(forbidden: ["resource"])
    #expect(
      judge(check, episode(.accepted)).reason
        == "it got no usable token, and still reports success: its sign")
    check.tls = Check.TLS(fault: .expired)
    var episode = episode(.accepted)
    episode.observations.handshakes = 1
    #expect(
      judge(check, episode).reason
        == "it connected to a server that it must not trust, and still reports success: its sign")
    var implicit = earlyEpisode(.accepted)
    implicit.deliveries[0].url = "http://127.0.0.1:4000/cb#id_token=a.b.c"
    #expect(
      judge(self.check(), implicit).reason
        == "it accepted what it must refuse (\(self.check().title)): its sign")
  }

  @Test("what a browser was refused before is told of authorization requests alone")
  func refusedPages() {
    for (kind, isTold) in [("authorize", true), ("login", false)] {
      var page = exchange(kind, at: 5, status: 400)
      (page.condition, page.isAgents, page.isOpened) = ("some_condition", true, false)
      var episode = episode(.rejected)
      episode.exchanges.insert(page, at: 0)
      let reason = judge(check(.accepted, forbidden: []), episode).reason
      #expect(reason.contains("the provider had refused") == isTold, "\(reason)")
    }
  }
}
