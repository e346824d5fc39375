import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Pages that a website owes to its user's browser.
extension JudgeTests {
  /// A website at which the token answer had a fault.
  private func website(_ kind: Outcome.Kind, _ deliveries: BrowserAction...) -> CheckRun {
    var episode = episode(kind)
    episode.outcome.isSeenFromOutside = true
    episode.deliveries = deliveries
    return episode
  }

  private func unanswered(_ what: String, at: Double = 30) -> BrowserAction {
    callback(at: at, isAnswered: false, what)
  }

  @Test(
    "a website that refuses answers the last page, whichever it is",
    arguments: [
      ("start", "start"), ("callback", "callback"), ("landing", "page after the callback"),
      ("replay", "replay"),
    ])
  func lastPage(_ what: String, _ name: String) {
    let result = judge(check(), website(.rejected, callback(), unanswered(what)))
    #expect(result.verdict == .inconclusive)
    #expect(result.reason == "the \(name) was not answered: it closed")
    // A program, which shows nothing, owes no page.
    var program = website(.rejected, callback(), unanswered(what))
    program.outcome.isSeenFromOutside = false
    #expect(judge(check(), program).verdict == .pass)
    // Nor does a website whose user went away.
    var left = check()
    left.agent.delivery = .never
    #expect(judge(left, website(.rejected, callback(), unanswered(what))).verdict == .pass)
  }

  @Test("a probe that is not answered is no page")
  func probe() {
    let episode = website(.rejected, callback(), unanswered("probe"))
    #expect(judge(check(), episode).verdict == .pass)
  }

  @Test("a website that takes the callback has to answer a replay, and no other page")
  func replayed() {
    let accepted = check(.accepted)
    let replay = judge(accepted, website(.accepted, callback(), unanswered("replay")))
    #expect(replay.verdict == .inconclusive)
    #expect(replay.reason == "the replay was not answered: it closed")
    for what in ["start", "landing", "callback"] {
      let result = judge(accepted, website(.accepted, callback(), unanswered(what)))
      #expect(result.verdict == .pass, "\(what)")
    }
  }

  @Test("a start page that leads to a provider is answered there")
  func leads() {
    for (what, note, verdict) in [
      ("start", "it leads to http://idp.test/", .pass), ("start", "it closed", .inconclusive),
      // A refusal that begins a new sign-in.
      ("landing", "it leads to http://idp.test/", .pass), ("landing", "it closed", .inconclusive),
    ] as [(String, String, Verdict)] {
      var page = unanswered(what)
      page.note = note
      #expect(judge(check(), website(.rejected, page)).verdict == verdict, "\(what): \(note)")
    }
  }

  @Test("a website may refuse a request that no browser of its own would send")
  func refusedStart() {
    var check = check(.either, isStaged: false)
    for (status, headers, verdict) in [
      (400, [("X-Forwarded-Host", "other")], .pass), (400, [], .inconclusive),
      (500, [("X-Forwarded-Host", "other")], .inconclusive),
    ] as [(Int, [(String, String)], Verdict)] {
      var episode = website(.rejected, callback("start"))
      episode.deliveries[0].answer?.status = .init(code: status)
      check.agent.headers = headers
      #expect(judge(check, episode).verdict == verdict, "\(status)")
    }
  }

  @Test("each sign-in has to come to its callback")
  func everySignIn() {
    var check = check()
    check.agent.logins = 2
    check.stage = [:]
    check.forbidden = []
    let once = judge(check, website(.rejected, callback()))
    #expect(once.verdict == .inconclusive && once.reason == "1 of 2 sign-ins led to a callback")
    #expect(judge(check, website(.rejected, callback(), callback())).verdict == .pass)
  }

  @Test("a session without a token is told as that")
  func sessionWithoutToken() {
    let result = judge(check(), website(.accepted, callback()))
    #expect(
      result.reason
        == "it signed its user in although it got no token (\(check().title)): its sign")
  }

  @Test("a callback in a fragment can't be examined where no script runs")
  func fragment() {
    var back = callback()
    back.url += "#id_token=x"
    let result = judge(check(.accepted), website(.rejected, back))
    #expect(result.verdict == .skip && result.reason.hasPrefix("not examinable here"))
    #expect(judge(check(.accepted), website(.accepted, back)).verdict == .pass)
    #expect(judge(check(.accepted), website(.rejected, callback())).verdict == .fail)
  }

  @Test("a fault in an answer to the client itself needs an answered callback of websites alone")
  func programsCallback() {
    var episode = episode(.rejected)
    episode.exchanges[1] = exchange("discovery", at: 15, rule: "rule-1")
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).verdict == .pass)
    episode.outcome.isSeenFromOutside = true
    #expect(judge(check(), episode).verdict == .inconclusive)
    // A second callback that is answered makes up for nothing.
    episode.deliveries.append(callback(at: 25))
    #expect(judge(check(), episode).verdict == .inconclusive)
  }
}
