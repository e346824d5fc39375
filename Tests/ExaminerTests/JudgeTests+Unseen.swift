import Basics
import Testing

@testable import Examiner

/// A check whose point no run came to says so.
extension JudgeTests {
  @Test(
    "a client that never refreshes proves nothing of its refreshes",
    arguments: [
      "rc-refresh-lost-response", "rc-refresh-503", "rc-refresh-503-bare", "rc-refresh-429",
      "rc-refresh-429-bare", "rc-refresh-reset",
    ])
  func noRefresh(_ id: String) throws {
    let check = try #require(Catalogue.bundled.check(id))
    var episode = episode(.accepted)
    episode.exchanges.append(exchange("resource", at: 40, rule: "rule-2"))
    #expect(judge(check, episode).verdict == .inconclusive)
  }

  @Test("what was not seen where no run came to its end is no merit")
  func passiveUnseen() {
    var episode = earlyEpisode(.rejected)
    episode.observations.tokenFiles = []
    let subject = Subject(watched: [.output, .elsewhere])
    // Requests that the client did send are judged by what stands in them.
    let sent = ["authz-", "csrf-", "no-implicit", "pkce-", "ua-"]
    for check in Catalogue.bundled.passive where !sent.contains(where: check.id.hasPrefix) {
      guard PassiveJudge.judge(check, [episode], subject).finding == .held else { continue }
      #expect(check.evidence.contains(.silence), "\(check.id)")
    }
  }

  @Test("a client whose pages tell nobody can't be examined by them")
  func hidden() throws {
    let check = try #require(Catalogue.bundled.check("rp-userinfo-sub"))
    var episode = episode(.accepted)
    episode.outcome.isSeenFromOutside = true
    let result = judge(check, episode)
    #expect(result.verdict == .skip && result.reason.hasPrefix("not examinable here"))
  }
}
