import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// Requests that a check counts.
@Suite("An assertion")
struct AssertionTests: RunMaking {
  /// The sentence about a run in which the assertion does not hold.
  func wrong(
    _ form: Assertion.Form, _ run: CheckRun, control: CheckRun? = nil, otherwise: String? = nil,
    _ values: [String: String] = [:]
  ) -> String? {
    let judge = AssertionJudge(run, isStaged: false, placeholders: Placeholders(values))
    let assertion = Assertion(form: form, needs: [], otherwise: otherwise)
    return switch judge.finding(assertion, control: control) {
    case .fine: nil
    case .wrong(let reason): reason
    case .unseen(let why), .hidden(let why): "unseen: \(why)"
    }
  }

  func requests(
    _ place: String, least: Int? = nil, most: Int? = nil,
    _ change: (inout Assertion.Requests) -> Void = { _ in }
  ) -> Assertion.Form {
    var wanted = Assertion.Requests(to: place)
    change(&wanted)
    return .requests(wanted, least: least, most: most)
  }

  func refused(
    _ kind: String, _ target: String, at: Double, status: Int = 400, rule: String? = nil
  ) -> Exchange {
    var made = exchange(kind, target, at: at, status: status)
    (made.condition, made.why, made.rule) = ("some_condition", "why at \(Int(at))", rule)
    return made
  }

  private func run(tokens count: Int) -> CheckRun {
    var run = CheckRun(check: "made-up")
    run.exchanges = (0..<count).map { exchange("token", "/t", at: Double($0)) }
    return run
  }

  // MARK: Their number

  @Test("counts requests, at least", arguments: [(1, true), (2, false), (3, false)])
  func least(_ count: Int, _ isWrong: Bool) {
    let said = "it sent 1 such requests to token, expected at least 2"
    #expect(wrong(requests("token", least: 2), run(tokens: count)) == (isWrong ? said : nil))
  }

  @Test("counts requests, at most")
  func most() {
    #expect(wrong(requests("token", most: 2), run(tokens: 2)) == nil)
    #expect(
      wrong(requests("token", most: 2), run(tokens: 3))
        == "it sent too many requests to token: 3 times, expected at most 2 (GET /t → 200)")
    #expect(
      wrong(requests("token", most: 0), run(tokens: 1))
        == "it sent too many requests to token (GET /t → 200)")
    #expect(
      wrong(requests("token", most: 0), run(tokens: 1), otherwise: "it came again")
        == "it came again (GET /t → 200)")
  }

  @Test("multiplies the number by the control's requests only where the check says so")
  func share() {
    for (isPerControl, isWrong) in [(false, true), (true, false)] {
      let form = requests("token", most: 1) { $0.isPerControl = isPerControl }
      let said = wrong(form, run(tokens: 3), control: run(tokens: 3))
      #expect((said != nil) == isWrong)
      #expect(wrong(form, run(tokens: 3)) != nil, "there is no control")
    }
  }

  @Test("counts requests with the grant, the answer and the refusal that it names")
  func matching() {
    var run = run(
      exchange("token", "/1", form: "grant_type=refresh_token"),
      exchange("token", "/2", form: "grant_type=authorization_code", status: 503),
      refused("token", "/3", at: 2), exchange("resource", "/4"))
    run.exchanges[1].outcome = "refused: by order"
    func last(_ change: (inout Assertion.Requests) -> Void) -> String? {
      wrong(requests("token", most: 0, change), run, otherwise: "it")
    }
    #expect(last { $0.grant = "refresh_token" } == "it (POST /1 → 200)")
    #expect(last { $0.grant = "authorization_code" } == "it (POST /2 → 503)")
    #expect(last { $0.grant = "password" } == nil)
    #expect(last { $0.status = "200" } == "it (POST /1 → 200)")
    #expect(last { $0.status = "5xx" } == "it (POST /2 → 503)")
    #expect(last { $0.status = "404" } == nil)
    #expect(last { $0.refused = false } == "it (POST /1 → 200)")
    #expect(last { $0.refused = true } == "it (GET /3 → 400)")
    run.exchanges.remove(at: 2)
    #expect(last { $0.refused = true } == "it (POST /2 → 503)", "by its outcome alone")
  }

  @Test(
    "takes a status, or a class of them",
    arguments: [
      (404, "404", true), (400, "404", false), (404, "4xx", true), (500, "4xx", false),
      (404, "40x", false),
    ])
  func fits(_ status: Int, _ pattern: String, _ isMet: Bool) {
    #expect(AssertionJudge.fits(status, pattern) == isMet)
  }

  // MARK: Why there are too few

  @Test("says why the provider refused what was to succeed")
  func refusal() {
    let said = "it sent 0 such requests to token, expected at least 1"
    let form = requests("token", least: 1) { $0.status = "2xx" }
    let tried = run(
      refused("token", "/1", at: 1), exchange("token", "/2", at: 2, status: 503),
      refused("resource", "/3", at: 3))
    let why = "the provider refused GET /1 → 400, why at 1"
    #expect(wrong(form, tried) == "\(why) (\(said))")
    #expect(wrong(form, tried, otherwise: "no") == "\(why) (no)")
    // It was not to succeed.
    let other = requests("token", least: 1) { $0.grant = "refresh_token" }
    #expect(wrong(other, tried) == said)
  }

  @Test("says that the authorization request was refused, where no other came")
  func refusedEarly() {
    let said = "it sent 0 such requests to token, expected at least 1"
    let form = requests("token", least: 1) { $0.status = "200" }
    var early = run(
      refused("authorize", "/a?x=1", at: 1), exchange("authorize", "/b", at: 2),
      refused("authorize", "/c", at: 3, rule: "rule-1"), refused("login", "/d", at: 4))
    #expect(wrong(form, early) == "the provider refused GET /a → 400, why at 1 (\(said))")
    early.exchanges.append(exchange("token", "/t", at: 5, status: 503))
    #expect(wrong(form, early) == said)
  }

  @Test(
    "about what requests carry says that none came, and how the callback was answered",
    arguments: [(nil, ""), (399, ""), (400, ", and answered 400 to the callback")]
      as [(Int?, String)])
  func silence(_ status: Int?, _ answer: String) {
    var run = run([action("callback", status: status ?? 0)])
    if status == nil { run.deliveries[0].answer = nil }
    let form = requests("token", least: 1) { $0.carrying = "x" }
    #expect(wrong(form, run) == "it sent no request to token\(answer)")
    let few = "it sent 0 such requests to token, expected at least 1"
    #expect(wrong(requests("token", least: 1), run) == few)
    run.exchanges = [exchange("token", "/t")]
    #expect(wrong(form, run) == few)
  }

  // MARK: Contents

  @Test(
    "finds a text where a request carries it, encoded or not",
    arguments: [
      ("query", "/t?a=one%20two", "", "one two", true),
      ("query", "/t?one%20two=a", "", "one two", true),
      ("query", "/t?a=1&b=2", "", "1&b", true), ("query", "/t?a=1", "b=2", "2", false),
      ("query", "/2", "", "2", false),
      ("body", "/t", "a=one+two", "one two", true), ("body", "/t", "one+two=a", "one two", true),
      ("body", "/t", "a=1&b=2", "1&b", true), ("body", "/t?a=1", "b=2", "1", false),
      ("header", "/t?a=1", "b=2", "known", true), ("header", "/t?a=1", "b=2", "b=2", false),
      ("x-one", "/t", "", "known-one", true), ("X-One", "/t", "", "known-two", false),
      ("X-One", "/t", "", "unknown", false), ("X-Three", "/t", "", "known", false),
      (nil, "/t?a=1", "b=2", "1", true), (nil, "/t?a=1", "b=2", "2", true),
      (nil, "/t?a=1", "b=2", "known-two", true), (nil, "/t?a=1", "b=2", "unknown", false),
    ] as [(String?, String, String, String, Bool)])
  func carrying(_ place: String?, _ target: String, _ body: String, _ text: String, _ holds: Bool) {
    var sent = exchange("token", target)
    sent.request.headers = Headers([.init("X-One", "known-one"), .init("X-Two", "known-two")])
    sent.request.body = Array(body.utf8)
    #expect(sent.holds(text, in: place) == holds)
    let form = requests("token", most: 0) { ($0.carrying, $0.place) = ("{text}", place) }
    #expect((wrong(form, run(sent), ["text": text]) != nil) == holds)
  }
}
