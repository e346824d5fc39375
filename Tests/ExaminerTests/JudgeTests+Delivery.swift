import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Whether the client came to the point.
extension JudgeTests {
  @Test("a fault that the client never met proves nothing", arguments: Outcome.Kind.allCases)
  func unmet(_ kind: Outcome.Kind) {
    var episode = episode(kind)
    episode.exchanges[1].rule = nil
    for expect in [Check.Expectation.accepted, .rejected, .either] {
      let result = judge(check(expect), episode)
      #expect(result.verdict == .inconclusive)
      #expect(result.reason.contains("met the fault"), "\(result.reason)")
    }
  }

  @Test("neither does an answer that did not reach it whole, unless it is far too long")
  func broken() {
    var episode = episode(.rejected)
    episode.exchanges[1].isDelivered = false
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("did not receive the whole"))
    // 256 KiB is the most that a client has to take.
    episode.exchanges[1].answer.body = [UInt8](repeating: 0x20, count: 256 << 10)
    #expect(judge(check(), episode).verdict == .inconclusive)
    episode.exchanges[1].answer.body.append(0x20)
    #expect(judge(check(), episode).verdict == .pass)
  }

  @Test("a client that never met the fault is told how far it came")
  func unmetBecause() {
    let said = "no request of the client met the fault that this check prepares"
    var episode = CheckRun(check: "made-up")
    episode.outcome = Outcome(.hung, "its sign")
    #expect(
      judge(check(), episode).reason
        == "\(said): it did not send a user to the provider, and its sign")
    episode.exchanges = [exchange("authorize", at: 10)]
    #expect(judge(check(), episode).reason == said)
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).reason == "\(said): it closed")
    #expect(judge(check(), episode).evidence == [.init(.outcome, "its sign")])
  }

  @Test("a check that lays no fault needs none")
  func unstaged() {
    var episode = earlyEpisode(.rejected)
    episode.exchanges[0].rule = nil
    #expect(judge(check(isStaged: false), episode).verdict == .pass)
    #expect(judge(check(), episode).verdict == .inconclusive)
  }

  @Test("a check about TLS needs a handshake where something is wrong with it, and only there")
  func handshake() {
    for (tls, sight) in [
      (Check.TLS(fault: .expired), "shown the certificate"),
      (Check.TLS(version: .old), "told which TLS is spoken"),
    ] {
      var check = check(isStaged: false)
      check.tls = tls
      var episode = CheckRun(check: "made-up")
      episode.outcome = Outcome(.rejected, "its sign")
      #expect(judge(check, episode).reason == "it never came so far as to be \(sight)")
      #expect(judge(check, episode).verdict == .inconclusive)
      episode.observations.handshakes = 1
      #expect(judge(check, episode).verdict == .pass)
    }
    var sound = check()
    sound.tls = Check.TLS()
    #expect(judge(sound, episode(.rejected)).verdict == .pass)
  }

  @Test("a callback has to be answered, or handed to a program")
  func unanswered() {
    var episode = earlyEpisode(.rejected)
    episode.deliveries = [callback(isAnswered: false)]
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("it closed"))
    episode.deliveries[0].method = "OPEN"
    #expect(judge(check(), episode).verdict == .pass)
    episode.deliveries[0].method = "FAILED"
    #expect(judge(check(), episode).verdict == .inconclusive)
    episode.deliveries = []
    #expect(judge(check(), episode).verdict == .inconclusive)
    #expect(judge(check(isStaged: false), episode).verdict == .inconclusive)
  }

  @Test(
    "a website answers the callback, whatever it thinks of the token answer; a program may just end"
  )
  func unansweredWebsite() {
    var episode = episode(.rejected)
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).verdict == .pass)
    episode.outcome.isSeenFromOutside = true
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("was not answered"))
    episode.deliveries = [callback()]
    #expect(judge(check(), episode).verdict == .pass)
  }

  @Test("a page from which no way leads on needs no callback; one from which a way leads does")
  func deadEnd() {
    var episode = earlyEpisode(.rejected)
    episode.deliveries = []
    episode.exchanges[0].answer.status = .init(code: 400)
    #expect(judge(check(), episode).verdict == .pass)
    episode.exchanges[0].answer.status = .init(code: 302)
    #expect(judge(check(), episode).verdict == .inconclusive)
    // Where either will do, the page is all there is to see.
    #expect(judge(check(.either), episode).verdict == .pass)
    episode.exchanges[0].answer.status = .init(code: 0)
    #expect(judge(check(), episode).verdict == .pass)
    // A callback that came has to be answered, whatever the page was.
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).verdict == .inconclusive)
    #expect(judge(check(.either), episode).verdict == .inconclusive)
    episode.deliveries = []
    episode.exchanges[0].answer.status = .init(code: 302)
    var closed = check()
    closed.agent.delivery = .never
    #expect(judge(closed, episode).verdict == .pass)
  }

  // MARK: Callbacks without an answer

  /// Its fault came with the authorization page, and its callback was not answered.
  private func silent(_ kind: Outcome.Kind = .rejected) -> CheckRun {
    var episode = earlyEpisode(kind)
    episode.deliveries = [callback(isAnswered: false)]
    return episode
  }

  @Test(
    "a client that goes on to the token endpoint has had its callback",
    arguments: [
      ("token", 20, true), ("token", 21, true), ("token", 19, false), ("resource", 21, false),
    ] as [(String, Double, Bool)])
  func wentOn(_ kind: String, _ at: Double, _ isMet: Bool) {
    var episode = silent()
    episode.exchanges.append(exchange(kind, at: at))
    let result = judge(check(forbidden: []), episode)
    #expect(result.verdict == (isMet ? .pass : .inconclusive))
  }

  @Test("noise before the callback excuses no silence where the client had to refuse")
  func noisyRefusal() {
    var episode = silent()
    episode.deliveries.insert(callback(at: 5, "before"), at: 0)
    #expect(judge(check(), episode).verdict == .inconclusive)
  }

  @Test("an unanswered callback comes with a remedy, where the client is a program that ended")
  func remedy() {
    let said = "the callback was not answered: it closed"
    #expect(
      judge(check(), silent()).reason
        == "\(said). Let it answer its callback before it ends, or name the error that it was told")
    #expect(judge(check(), silent(.crashed)).reason == "\(said), and its sign")
    var website = silent()
    website.outcome.isSeenFromOutside = true
    #expect(judge(check(), website).reason == said)
    // A later callback was answered.
    website.deliveries.append(callback(at: 25))
    #expect(judge(check(), website).reason == said)
    website.exchanges.append(exchange("token", at: 30))
    #expect(judge(check(forbidden: []), website).verdict == .inconclusive)
  }

  @Test("a client that names the error of its callback has read it")
  func namedError() {
    for (url, isMet) in [
      ("/cb?error=access_denied&state=1", true), ("/cb?error=access_denied#x", true),
      ("/cb?error=server_error", false), ("/cb", false), ("/cb?state=1#error=access_denied", false),
    ] {
      var episode = silent()
      episode.deliveries[0].url = "http://127.0.0.1:4000\(url)"
      #expect(judge(check(), episode).verdict == .inconclusive)
      episode.outcome.error = "access_denied"
      #expect(judge(check(), episode).verdict == (isMet ? .pass : .inconclusive), "\(url)")
      // A website still owes its user an answer.
      episode.outcome.isSeenFromOutside = true
      episode.deliveries.append(callback(at: 25))
      #expect(judge(check(), episode).verdict == .inconclusive, "\(url)")
    }
  }
}
