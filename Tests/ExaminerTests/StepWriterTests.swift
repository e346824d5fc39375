import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("The steps of a run")
struct StepWriterTests {
  @Test("what happened within one millisecond is told in its order")
  func order() {
    var episode = CheckRun(check: "made-up")
    episode.exchanges = [("consent", 7.1), ("token", 7.6)].map { place, at in
      Exchange(
        number: 1, at: at,
        request: Request(method: .post, authority: "localhost", target: "/\(place)"),
        answer: Answer(status: .ok))
    }
    episode.deliveries = [BrowserAction("callback", at: 7.3, url: "http://127.0.0.1:4000/cb")]
    let steps = StepWriter(episode, isStaged: false).steps(marking: .pass)
    #expect(
      steps.map(\.sent) == [
        "POST /consent", "callback: GET http://127.0.0.1:4000/cb", "POST /token",
      ])
  }
}
