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
    #expect(result.verdict == .inconclusive && result.reason.contains("did not reach the client"))
    episode.exchanges[1].answer.body = [UInt8](repeating: 0x20, count: 300 << 10)
    #expect(judge(check(), episode).verdict == .pass)
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
    var closed = check()
    closed.agent.delivery = .never
    #expect(judge(closed, episode).verdict == .pass)
  }
}
