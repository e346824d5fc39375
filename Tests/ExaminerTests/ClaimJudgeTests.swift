import Basics
import Testing

@testable import Examiner

@Suite("Whose claims a client shows")
struct ClaimJudgeTests {
  private func finding(_ page: String, log: String) throws -> JudgeFinding {
    var episode = CheckRun(check: "rp-userinfo-sub")
    episode.outcome = Outcome(.accepted, "its probe URL answered 200")
    episode.outcome.subject = "alice"
    episode.output = log
    var probe = BrowserAction("probe", at: 0, url: "http://127.0.0.1/me")
    probe.answer = Answer(status: .ok)
    probe.answer?.body = Array(page.utf8)
    episode.deliveries = [probe]
    let judge = try #require(NamedJudges.find("userinfo-is-unused"))
    return judge(episode, nil)
  }

  @Test("a log that says what was refused is no use of it; a page that shows it is")
  func website() throws {
    let log = "sub claim (\"somebody-else\") does not match the one in the id_token"
    #expect(try finding("Hello, alice", log: log) == .fine)
    #expect(try finding("Hello, somebody-else", log: "") != .fine)
  }
}
