import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("Tokens of one issuer")
struct IssuerJudgeTests: RunMaking {
  private func finding(_ exchanges: Exchange...) throws -> JudgeFinding {
    let judge = try #require(NamedJudges.find("tokens-at-their-issuer"))
    var run = CheckRun(check: "made-up")
    run.exchanges = exchanges
    return judge(run, nil)
  }

  private var issued: Exchange {
    exchange(
      "token", "/_sandbox/one/standard/token", form: "grant_type=authorization_code",
      body: #"{"access_token": "access-1", "refresh_token": "refresh-1"}"#)
  }

  private func refresh(_ home: String, _ token: String, _ body: String = "{}") -> Exchange {
    exchange(
      "token", "/_sandbox/\(home)/standard/token",
      form: "grant_type=refresh_token&refresh_token=\(token)", body: body)
  }

  private func call(_ home: String, _ token: String) -> Exchange {
    exchange(
      "resource", "/_sandbox/\(home)/standard/userinfo",
      fields: [.authorization: "Bearer \(token)"])
  }

  @Test("are sent to no other")
  func elsewhere() throws {
    #expect(
      try finding(issued, refresh("two", "refresh-1"))
        == .wrong(
          "it sent the refresh token of one issuer to another (POST /_sandbox/two/standard/token → 200)"
        ))
    #expect(
      try finding(issued, call("one", "access-1"), call("two", "access-1"))
        == .wrong(
          "it sent the access token of one issuer to another (GET /_sandbox/two/standard/userinfo → 200)"
        ))
    // At one whose name begins like the other's.
    guard case .wrong = try finding(issued, call("one-2", "access-1")) else {
      Issue.record("expected that the names are compared as a whole")
      return
    }
  }

  @Test("are sent to their own")
  func home() throws {
    let other = refresh("two", "refresh-2", #"{"access_token": "access-2"}"#)
    let fine = try finding(
      issued, refresh("one", "refresh-1"), call("one", "access-1"), other, call("two", "access-2"))
    #expect(fine == .fine)
    // It stopped at the metadata of the second one.
    #expect(try finding(issued, exchange("metadata", "/_sandbox/two?x=/")) == .fine)
  }

  @Test("are not judged where there are none, or where only one issuer was seen")
  func unseen() throws {
    #expect(try finding(issued) == .unseen("it was seen at only one issuer"))
    var refused = issued
    refused.answer.status = .badRequest
    #expect(try finding(refused, call("two", "access-1")) == .unseen("it got no token"))
    let empty = refresh("one", "r", #"{"access_token": ""}"#)
    #expect(try finding(empty) == .unseen("it got no token"))
  }
}
