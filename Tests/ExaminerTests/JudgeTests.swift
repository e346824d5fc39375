import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("The judge")
struct JudgeTests {
  // MARK: Runs and checks, made up

  /// A check with a fault that a rule of its stage lays.
  func check(
    _ expect: Check.Expectation = .rejected, _ severity: Severity = .must, isStaged: Bool = true,
    forbidden: [String] = ["token", "resource"]
  ) -> Check {
    var check = SampleRun.check("made-up", severity, expect: expect)
    check.forbidden = forbidden
    if isStaged { check.stage = ["rules": [["match": ["endpoint": "token"]]]] }
    return check
  }

  func exchange(
    _ kind: String, at: Double, status: Int = 200, rule: String? = nil, body: [UInt8] = []
  ) -> Exchange {
    let isPage = kind == "authorize"
    var exchange = Exchange(
      number: Int(at), at: at,
      request: Request(
        method: isPage ? .get : .post, authority: "localhost",
        target: isPage ? "/standard/authorize?response_type=code" : "/standard/\(kind)"),
      answer: Answer(status: .init(code: status), body: body))
    exchange.kind = kind
    exchange.endpoint = kind
    exchange.isAgents = isPage
    exchange.isOpened = isPage
    exchange.rule = rule
    return exchange
  }

  func callback(at: Double = 20, isAnswered: Bool = true, _ what: String = "callback")
    -> BrowserAction
  {
    var call = BrowserAction(what, at: at, url: "http://127.0.0.1:4000/cb?code=abc&state=xyz")
    if isAnswered { call.answer = Answer(status: .ok) } else { call.note = "it closed" }
    return call
  }

  /// A client that came as far as a token answer with a fault, and then ended in this way.
  func episode(_ kind: Outcome.Kind, _ sign: String = "its sign") -> CheckRun {
    var episode = CheckRun(check: "made-up")
    episode.exchanges = [
      exchange("authorize", at: 10), exchange("token", at: 30, rule: "rule-1"),
    ]
    episode.deliveries = [callback()]
    episode.outcome = Outcome(kind, sign)
    return episode
  }

  /// The fault is in the callback, so that no token request has a place.
  func earlyEpisode(_ kind: Outcome.Kind) -> CheckRun {
    var episode = episode(kind)
    episode.exchanges = [exchange("authorize", at: 10, status: 302, rule: "rule-1")]
    return episode
  }

  func judge(
    _ check: Check, _ episode: CheckRun, control: Verdict? = .pass, isStrict: Bool = false
  ) -> CheckResult {
    let control = control.map {
      Judge.Control(id: "code-happy", verdict: $0, episode: CheckRun(check: "code-happy"))
    }
    return Judge(
      check, episode, control: control, placeholders: Placeholders(), isStrict: isStrict
    ).result()
  }

  // MARK: Precedence

  @Test("what the examiner could not do is an error of its own")
  func trouble() {
    var episode = episode(.rejected)
    episode.trouble = "the check could not be prepared"
    let result = judge(check(), episode, control: .fail)
    #expect(result.verdict == .error && result.reason == "the check could not be prepared")
    #expect(result.evidence.isEmpty)
  }

  @Test(
    "without a control that passed nothing is proved",
    arguments: [Verdict.fail, .warn, .inconclusive, .error])
  func control(_ verdict: Verdict) {
    for kind in Outcome.Kind.allCases {
      let result = judge(check(), episode(kind), control: verdict)
      #expect(result.verdict == .inconclusive)
      #expect(result.reason.contains("code-happy did not pass"))
    }
  }

  @Test("a check that changes nothing reports a forbidden request whatever its control showed")
  func unaltered() {
    var seen = episode(.accepted)
    seen.exchanges = seen.exchanges.map { exchange in
      var exchange = exchange
      exchange.rule = nil
      return exchange
    }
    var plain = check(.accepted)
    plain.stage = [:]
    plain.asserts = [Assertion(form: .requests(.init(to: "token"), least: nil, most: 0))]
    #expect(judge(plain, seen, control: .fail).verdict == .fail)
    plain.asserts = [Assertion(form: .requests(.init(to: "token"), least: 9, most: nil))]
    #expect(judge(plain, seen, control: .fail).verdict == .inconclusive)
  }

  @Test("where the control could not be examined, what rests on it is skipped")
  func skippedControl() {
    let result = judge(check(), episode(.rejected), control: .skip)
    #expect(result.verdict == .skip)
    #expect(result.reason == "its control code-happy was skipped")
  }

  @Test("a check about another response type says nothing of who asks for this one")
  func responseType() {
    var check = check(.accepted)
    check.responseType = "code id_token"
    #expect(judge(check, episode(.accepted)).verdict == .inconclusive)
    check.responseType = "code"
    #expect(judge(check, episode(.accepted)).verdict == .pass)
  }

  // MARK: Forbidden requests

  @Test("a forbidden request after the fault counts, however the client ended")
  func forbidden() {
    for kind in Outcome.Kind.allCases {
      var late = episode(kind)
      late.exchanges.append(exchange("resource", at: 40))
      let result = judge(check(), late)
      #expect(result.verdict == .fail)
      #expect(result.evidence.map(\.kind) == [.journal])
      #expect(result.reason.contains("resource"), "\(result.reason)")
    }
    // Before the fault it was all right, and so is what is not forbidden.
    var early = episode(.rejected)
    early.exchanges.insert(exchange("resource", at: 25), at: 1)
    early.exchanges.append(exchange("revoke", at: 50))
    #expect(judge(check(), early).verdict == .pass)
  }

  @Test("a fault in the callback forbids what comes after the callback")
  func forbiddenAfterCallback() {
    var episode = earlyEpisode(.rejected)
    #expect(judge(check(), episode).verdict == .pass)
    episode.exchanges.append(exchange("token", at: 30))
    #expect(judge(check(), episode).verdict == .fail)
    #expect(judge(check(isStaged: false), episode).verdict == .fail)
  }

  @Test("our own user agent's requests are not the client's")
  func agents() {
    var episode = episode(.rejected)
    var page = exchange("resource", at: 40)
    page.isAgents = true
    episode.exchanges.append(page)
    #expect(judge(check(), episode).verdict == .pass)
    // What the client had it open is.
    episode.exchanges[2].isOpened = true
    #expect(judge(check(), episode).verdict == .fail)
  }
}
