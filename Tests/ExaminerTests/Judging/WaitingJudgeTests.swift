import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("A client that gets no answer")
struct WaitingJudgeTests: RunMaking {
  private func finding(_ exchanges: [Exchange]) throws -> JudgeFinding {
    let judge = try #require(NamedJudges.find("gives-up"))
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    return judge(run, nil)
  }

  private func late(isDelivered: Bool) -> Exchange {
    var late = exchange("token", "/token")
    late.rule = "rule-1"
    late.isDelivered = isDelivered
    return late
  }

  @Test("has given up where the late answer found nobody")
  func patience() throws {
    #expect(try finding([late(isDelivered: false)]) == .fine)
    let said = JudgeFinding.wrong("it waits for an answer without a time limit")
    #expect(try finding([late(isDelivered: true)]) == said)
    // A second try that waits is as long.
    #expect(try finding([late(isDelivered: false), late(isDelivered: true)]) == said)
  }

  @Test("is not judged where it sent no such request")
  func nothing() throws {
    guard case .unseen = try finding([exchange("token", "/token")]) else {
      Issue.record("expected that nothing was seen")
      return
    }
  }
}
