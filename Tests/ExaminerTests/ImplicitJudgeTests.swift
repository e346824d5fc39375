import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("Judges of the implicit flow")
struct ImplicitJudgeTests {
  private func finding(
    _ name: String, _ episode: CheckRun, control: CheckRun? = nil
  ) throws -> JudgeFinding {
    // In one expression it stops the compiler.
    let judge = try #require(NamedJudges.find(name))
    return judge(episode, control)
  }

  private func episode(calls: Int) -> CheckRun {
    var episode = CheckRun(check: "impl-callback-twice")
    for number in 0..<calls {
      var exchange = Exchange(
        number: number, at: Double(number),
        request: Request(method: .get, authority: "localhost", target: "/userinfo"),
        answer: Answer(status: .ok))
      exchange.kind = "resource"
      exchange.endpoint = "userinfo"
      episode.exchanges.append(exchange)
    }
    return episode
  }

  @Test("a callback that comes twice leads to no more requests than one")
  func twice() throws {
    let once = episode(calls: 2)
    #expect(try finding("callback-once", episode(calls: 2), control: once) == .fine)
    guard case .wrong(let reason) = try finding("callback-once", episode(calls: 3), control: once)
    else {
      Issue.record("three calls are not wrong")
      return
    }
    #expect(reason.contains("3 requests to the resource endpoint"), "\(reason)")
    guard case .unseen = try finding("callback-once", once) else {
      Issue.record("without a control nothing can be compared")
      return
    }
  }

  @Test(
    "a description is shown decoded, or not at all",
    arguments: [
      ("User+denied+access", "refused: User+denied+access", true),
      ("User%20denied%20access", "refused: User%20denied%20access", true),
      ("User+denied+access", "refused: User denied access", false),
      ("User+denied+access", "", false),
      ("denied", "refused: denied", false),
    ])
  func description(raw: String, shown: String, isWrong: Bool) throws {
    var episode = CheckRun(check: "trap-oclc-3")
    episode.output = shown
    episode.deliveries = [
      BrowserAction(
        "callback", at: 1,
        url: "com.example.app:/callback#error=access_denied&error_description=\(raw)&state=1")
    ]
    #expect(try (finding("description-decoded", episode) != .fine) == isWrong)
  }

  @Test("an address that is no web page is not opened")
  func opened() throws {
    var episode = CheckRun(check: "impl-error-uri-scheme")
    #expect(try finding("error-uri-not-opened", episode) == .fine)
    episode.observations.unopenable = "javascript:alert(1)"
    #expect(try finding("error-uri-not-opened", episode) != .fine)
  }
}
