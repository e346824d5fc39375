import Basics
import HTTPTypes
import Testing

@testable import Examiner

extension NamedJudgeTests {
  private func refresh(
    _ more: String = "", at: Double, kind: String = "token", grant: String = "refresh_token",
    status: Int = 200, _ body: String = "{}"
  ) -> Exchange {
    exchange(
      kind, "/t", at: at, form: "grant_type=\(grant)&\(more)", status: status, body: body)
  }

  @Test("the newest refresh token is that of a token answer, and only refreshes are compared")
  func newestOfTokens() throws {
    let first = refresh("refresh_token=r1", at: 1, #"{"refresh_token": "r2"}"#)
    let last = refresh("refresh_token=r2", at: 3)
    for between in [
      // Refused, or no answer of the token endpoint.
      refresh("refresh_token=r2", at: 2, status: 400, #"{"refresh_token": "r3"}"#),
      exchange("resource", "/r", at: 2, body: #"{"refresh_token": "r3"}"#),
      // No refresh.
      refresh("refresh_token=r1", at: 2, kind: "revoke"),
      refresh("refresh_token=r1", at: 2, grant: "urn:x"),
    ] {
      #expect(try isWrong("refresh-newest-token", run(first, between, last)) == false)
    }
    let wrong = refresh("refresh_token=r1", at: 2)
    #expect(try isWrong("refresh-newest-token", run(first, wrong)) == true)
  }

  @Test("a client that signs its user in again has forgotten its refresh token")
  func forgottenTokens() throws {
    let signIns = [1.0, 5].map { exchange("authorize", "/a", at: $0) }
    let granted = refresh(at: 2, grant: "authorization_code", #"{"refresh_token": "r1"}"#)
    for (token, isWrong) in [("a1", true), ("r1", false)] {
      let revoked = refresh("token=\(token)", at: 3, kind: "revoke")
      var run = run(signIns[0], granted, revoked, signIns[1])
      #expect(try self.isWrong("forgotten-tokens-are-revoked", run) == isWrong)
      run.exchanges.removeLast()
      #expect(try self.isWrong("forgotten-tokens-are-revoked", run) == false)
      run = self.run(signIns[0], revoked, signIns[1])
      #expect(try self.isWrong("forgotten-tokens-are-revoked", run) == nil)
    }
    let unrevoked = run(signIns[0], granted, signIns[1])
    #expect(try isWrong("forgotten-tokens-are-revoked", unrevoked) == nil)
  }

  @Test("a client that refreshes again in the control, and here does not, has lost its token")
  func lostToken() throws {
    let first = refresh("refresh_token=r1", at: 1)
    let both = run(first, refresh("refresh_token=r1", at: 2))
    #expect(try isWrong("refresh-newest-token", run(first), control: both) == true)
    #expect(try isWrong("refresh-newest-token", run(first), control: run(first)) == nil)
    #expect(try isWrong("refresh-newest-token", run(), control: both) == nil)
    #expect(try isWrong("refresh-newest-token", both, control: both) == false)
  }

  @Test("the granted scope is that of the first token answer")
  func scopeOfTokens() throws {
    let granted = refresh(at: 2, grant: "authorization_code", #"{"scope": "a"}"#)
    let wide = refresh("scope=b", at: 3)
    for before in [
      exchange("resource", "/r", at: 1, body: #"{"scope": "a b"}"#),
      refresh(at: 1, grant: "authorization_code", status: 400, #"{"scope": "a b"}"#),
    ] {
      #expect(try isWrong("refresh-no-wider-scope", run(before, granted, wide)) == true)
    }
    let other = refresh("scope=b", at: 3, kind: "revoke")
    #expect(try isWrong("refresh-no-wider-scope", run(granted, other)) == nil)
  }

  @Test("a client that crashed after its refresh is judged by that refresh")
  func crashedLater() throws {
    for (scope, isWrong) in [("a", false), ("b", true)] {
      var run = run(
        refresh(at: 1, grant: "authorization_code", #"{"scope": "a"}"#),
        refresh("scope=\(scope)", at: 2))
      run.outcome = Outcome(.crashed, "its sign")
      #expect(try self.isWrong("refresh-no-wider-scope", run) == isWrong)
    }
  }

  @Test("only the answer to a refresh that a rule changed has another ID token")
  func changedRefresh() throws {
    let body = #"{"access_token": "tok-2"}"#
    let use = exchange("resource", "/r?access_token=tok-2", at: 6)
    func judged(_ kind: String, _ grant: String, rule: String?, _ next: Exchange) throws -> Bool? {
      var sent = refresh(at: 5, kind: kind, grant: grant, body)
      sent.rule = rule
      return try isWrong("refreshed-id-token-is-unused", run(sent, next))
    }
    #expect(try judged("token", "refresh_token", rule: "rule-1", use) == true)
    #expect(try judged("token", "refresh_token", rule: nil, use) == nil)
    #expect(try judged("token", "authorization_code", rule: "rule-1", use) == nil)
    #expect(try judged("other", "refresh_token", rule: "rule-1", use) == nil)
    // To give a token back is no use of it.
    let revoked = exchange("revoke", "/v", at: 6, form: "token=tok-2")
    #expect(try judged("token", "refresh_token", rule: "rule-1", revoked) == false)
  }

  @Test(
    "two refreshes for each call, of which there are no more than in the control",
    arguments: [
      // One call that is sent again for each refresh.
      (refreshes: 2, requests: 3, control: 5, isWrong: false), (3, 4, 5, true), (6, 7, 5, true),
      // Three at once, each with one refresh of its own; and with two.
      (3, 6, 3, false), (6, 9, 3, false), (7, 10, 3, true),
      // Several calls that share each refresh: the control says how many there are.
      (7, 24, 3, true), (6, 21, 3, false),
      // The last refresh was followed by no call.
      (2, 2, 1, false), (3, 3, 1, true), (0, 0, 0, false),
    ])
  func fewRefreshes(refreshes: Int, requests: Int, control: Int, isWrong: Bool) throws {
    func calls(_ count: Int) -> [Exchange] { (0..<count).map { _ in exchange("resource", "/r") } }
    var (seen, usual) = (CheckRun(check: "made-up"), CheckRun(check: "control"))
    usual.exchanges = calls(control)
    seen.exchanges =
      calls(requests)
      + (0..<refreshes).map { _ in exchange("token", "/t", form: "grant_type=refresh_token") }
    #expect(try self.isWrong("refreshes-are-few", seen, control: usual) == isWrong)
  }

  @Test("says how many refreshes there were, and for what")
  func fewRefreshesSaid() throws {
    let judge = try #require(NamedJudges.find("refreshes-are-few"))
    let refresh = exchange("token", "/t", form: "grant_type=refresh_token")
    let call = exchange("resource", "/r")
    let one = run(call, refresh, refresh, refresh)
    #expect(judge(one, nil) == .wrong("3 times for one call, expected at most 2"))
    var two = one
    two.exchanges += [refresh, refresh] + (0..<6).map { _ in call }
    #expect(judge(two, run(call, call)) == .wrong("5 times for 2 calls, expected at most 4"))
  }
}
