import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("What is hidden of a run's secrets")
struct SecretHiderTests {
  @Test(
    "four characters and the length stay of secrets of six or more",
    arguments: [
      ("abcdef", "x=abcdef!", "x=abcd…(6)!"), ("abcde", "x=abcde!", "x=abcde!"),
      ("a b+c/d", "a%20b%2Bc%2Fd a+b%2Bc%2Fd", "a b+…(7) a b+…(7)"),
      ("abcdef", "abcdef abcdef", "abcd…(6) abcd…(6)"), ("abcdef", "nothing", "nothing"),
      // Hidden already.
      ("‹secret 01234567›", "x=‹secret 01234567›", "x=‹secret 01234567›"),
    ])
  func hidden(_ secret: String, _ text: String, _ shown: String) {
    #expect(SecretHider([secret]).hide(text) == shown)
  }

  @Test("the longest is hidden where one stands in another")
  func longest() {
    let hider = SecretHider(["aaaaaa", "x-aaaaaa-y"])
    #expect(hider.hide("x-aaaaaa-y aaaaaa") == "x-aa…(10) aaaa…(6)")
  }

  private func exchange(_ headers: Headers, _ answer: Headers = [:]) -> Exchange {
    Exchange(
      number: 1, at: 1,
      request: Request(authority: "localhost", target: "/", headers: headers),
      answer: Answer(status: .ok, headers: answer))
  }

  @Test(
    "what the headers of a request carry is hidden",
    arguments: [
      (.authorization, "Bearer token-0001"), (.authorization, "token-0001"),
      (.proxyAuthorization, "Basic token-0001"), (.cookie, "lang=en; sid=token-0001"),
    ] as [(HTTPField.Name, String)])
  func requestHeaders(_ name: HTTPField.Name, _ value: String) {
    let hider = SecretHider([], [exchange([name: value])])
    #expect(hider.hide("token-0001 lang=en") == "toke…(10) lang=en")
  }

  @Test("a cookie that an answer sets is hidden, without its attributes")
  func setCookie() {
    let hider = SecretHider([], [exchange([:], [.setCookie: "sid=a=token-0001; Path=/somewhere"])])
    #expect(hider.hide("a=token-0001 Path=/somewhere") == "a=to…(12) Path=/somewhere")
  }

  @Test("every text of a result is hidden")
  func result() {
    var result = CheckResult(SampleRun.check("made-up"), .fail, "why: token-0001")
    result.evidence = [.init(.journal, "sent token-0001")]
    result.steps = [
      .init(
        from: .client, to: .server, sent: "s token-0001", came: "c token-0001",
        detail: "d token-0001")
    ]
    (result.curl, result.output) = ("curl token-0001", "printed token-0001")
    let hidden = SecretHider(["token-0001"]).hide(result)
    let mark = "toke…(10)"
    #expect(hidden.reason == "why: \(mark)")
    #expect(hidden.evidence == [.init(.journal, "sent \(mark)")])
    let step = hidden.steps[0]
    #expect([step.sent, step.came, step.detail] == ["s \(mark)", "c \(mark)", "d \(mark)"])
    #expect([hidden.curl, hidden.output] == ["curl \(mark)", "printed \(mark)"])
  }
}
