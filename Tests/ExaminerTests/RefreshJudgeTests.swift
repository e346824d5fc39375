import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("The judge of refresh tokens")
struct RefreshJudgeTests {
  /// A refresh that arrived then.
  private func refresh(at: Double, _ status: Int = 200, lost: Bool = false)
    -> Exchange
  {
    var request = Request(method: .post, authority: "localhost", target: "/token")
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array("grant_type=refresh_token&refresh_token=r1".utf8)
    let body =
      [200: #"{"access_token": "a"}"#, 400: #"{"error": "invalid_grant"}"#][status] ?? "Busy"
    var exchange = Exchange(
      number: 1, at: at, request: request,
      answer: Answer(status: .init(code: status), body: Array(body.utf8)))
    exchange.kind = "token"
    exchange.outcome = status == 200 ? "granted: refresh_token" : "refused"
    exchange.isDelivered = !lost
    return exchange
  }

  private func finding(_ exchanges: [Exchange]) -> JudgeFinding? {
    var episode = CheckRun(check: "made-up")
    episode.exchanges = exchanges
    return NamedJudges.find("refresh-tokens-sent-once")?(episode, CheckRun(check: "control"))
  }

  private func isWrong(_ exchanges: [Exchange]) -> Bool {
    if case .wrong? = finding(exchanges) { true } else { false }
  }

  @Test("a second one with the same token is seen, in whatever order both were written down")
  func together() {
    #expect(isWrong([refresh(at: 1), refresh(at: 2, 400)]))
    #expect(isWrong([refresh(at: 2, 400), refresh(at: 1)]))
    // Decided in another order than they came.
    #expect(isWrong([refresh(at: 1, 400), refresh(at: 2)]))
    #expect(isWrong([refresh(at: 1), refresh(at: 1)]))
  }

  @Test("one is not sent again after it was exchanged, whatever is answered then")
  func later() {
    #expect(isWrong([refresh(at: 1), refresh(at: 2, 503)]))
  }

  @Test("a client that sends a replaced token in a later run keeps its tokens")
  func kept() throws {
    var check = try #require(Catalogue.bundled.check("rc-refresh-persist"))
    check.agent.runs = 2
    var episode = CheckRun(check: "rc-refresh-persist")
    var signIn = Exchange(
      number: 1, at: 0, request: Request(method: .get, authority: "localhost", target: "/a"),
      answer: Answer(status: .ok))
    signIn.kind = "authorize"
    // It signs in again in the second run, because its token is refused.
    let signIns = [signIn, signIn]
    episode.exchanges = signIns + [refresh(at: 1), refresh(at: 2, 400)]
    #expect(OwnAbility.store.shows(in: episode, of: check))
    episode.exchanges = signIns + [refresh(at: 1)]
    #expect(!OwnAbility.store.shows(in: episode, of: check))
  }

  @Test("an answer that a rule made is no exchange, and a request without a token sends none")
  func noExchange() {
    var made = refresh(at: 1)
    made.outcome = "rule: answered"
    #expect(!isWrong([made, refresh(at: 2)]))
    made = refresh(at: 1)
    made.answer.status = .init(code: 503)
    #expect(!isWrong([made, refresh(at: 2)]))
    let empty = [1.0, 2].map { at in
      var sent = refresh(at: at)
      sent.request.body = Array("grant_type=refresh_token".utf8)
      return sent
    }
    #expect(!isWrong(empty))
  }

  @Test("one may be sent again whose answer was lost, or that met a server in trouble")
  func again() {
    #expect(!isWrong([refresh(at: 1, lost: true), refresh(at: 2)]))
    #expect(!isWrong([refresh(at: 1, 503), refresh(at: 2)]))
    #expect(!isWrong([refresh(at: 1)]))
  }
}
