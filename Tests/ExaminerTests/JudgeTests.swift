import HTTPMessages
import HTTPTypes
import JSON
import Testing

@testable import Examiner

@Suite("The judge")
struct JudgeTests {
  // MARK: Runs and checks, made up

  /// A check with a fault that a rule of its stage lays.
  private func check(
    _ expect: Check.Expectation = .rejected, _ severity: Severity = .must, isStaged: Bool = true,
    forbidden: [String] = ["token", "resource"]
  ) -> Check {
    var check = SampleRun.check("made-up", severity, expect: expect)
    check.forbidden = forbidden
    if isStaged { check.stage = ["rules": [["match": ["endpoint": "token"]]]] }
    return check
  }

  private func exchange(
    _ kind: String, at: Int, status: Int = 200, rule: String? = nil, body: [UInt8] = []
  ) -> Exchange {
    let isPage = kind == "authorize"
    var exchange = Exchange(
      number: at, at: at,
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

  private func callback(at: Int = 20, isAnswered: Bool = true, _ what: String = "callback")
    -> AgentCall
  {
    var call = AgentCall(what, at: at, url: "http://127.0.0.1:4000/cb?code=abc&state=xyz")
    if isAnswered { call.answer = Answer(status: .ok) } else { call.note = "it closed" }
    return call
  }

  /// A client that came as far as a token answer with a fault, and then ended in this way.
  private func episode(_ kind: Outcome.Kind, _ sign: String = "its sign") -> Episode {
    var episode = Episode(check: "made-up")
    episode.exchanges = [
      exchange("authorize", at: 10), exchange("token", at: 30, rule: "rule-1"),
    ]
    episode.deliveries = [callback()]
    episode.outcome = Outcome(kind, sign)
    return episode
  }

  /// The fault is in the callback, so that no token request has a place.
  private func earlyEpisode(_ kind: Outcome.Kind) -> Episode {
    var episode = episode(kind)
    episode.exchanges = [exchange("authorize", at: 10, status: 302, rule: "rule-1")]
    return episode
  }

  private func judge(
    _ check: Check, _ episode: Episode, control: Verdict? = .pass, isStrict: Bool = false
  ) -> CheckResult {
    let control = control.map {
      Judge.Control(id: "code-happy", verdict: $0, episode: Episode(check: "code-happy"))
    }
    return Judge(
      check, episode, control: control, placeholders: Placeholders(), isStrict: isStrict
    ).result()
  }

  // MARK: What comes before all else

  @Test("what the examiner could not do is an error of its own")
  func trouble() {
    var episode = episode(.rejected)
    episode.trouble = "the stage could not be set"
    let result = judge(check(), episode, control: .fail)
    #expect(result.verdict == .error && result.reason == "the stage could not be set")
    #expect(result.evidence.isEmpty)
  }

  @Test(
    "without a control that passed nothing is proved",
    arguments: [Verdict.fail, .warn, .inconclusive, .skip, .error])
  func control(_ verdict: Verdict) {
    for kind in Outcome.Kind.allCases {
      let result = judge(check(), episode(kind), control: verdict)
      #expect(result.verdict == .inconclusive)
      #expect(result.reason.contains("code-happy did not pass"))
    }
  }

  @Test("a check about another response type says nothing of who asks for this one")
  func responseType() {
    var check = check(.accepted)
    check.responseType = "code id_token"
    #expect(judge(check, episode(.accepted)).verdict == .inconclusive)
    check.responseType = "code"
    #expect(judge(check, episode(.accepted)).verdict == .pass)
  }

  // MARK: Delivery

  @Test("a fault that the client never met proves nothing", arguments: Outcome.Kind.allCases)
  func unmet(_ kind: Outcome.Kind) {
    var episode = episode(kind)
    episode.exchanges[1].rule = nil
    for expect in [Check.Expectation.accepted, .rejected, .either] {
      let result = judge(check(expect), episode)
      #expect(result.verdict == .inconclusive)
      #expect(result.reason.contains("met the fault"), "\(result.reason)")
    }
  }

  @Test("neither does an answer that did not reach it whole, unless it is far too long")
  func broken() {
    var episode = episode(.rejected)
    episode.exchanges[1].isDelivered = false
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("did not reach the client"))
    episode.exchanges[1].answer.body = [UInt8](repeating: 0x20, count: 300 << 10)
    #expect(judge(check(), episode).verdict == .pass)
  }

  @Test("a callback has to be answered, or handed to a program")
  func unanswered() {
    var episode = earlyEpisode(.rejected)
    episode.deliveries = [callback(isAnswered: false)]
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("it closed"))
    episode.deliveries[0].method = "OPEN"
    #expect(judge(check(), episode).verdict == .pass)
    episode.deliveries[0].method = "FAILED"
    #expect(judge(check(), episode).verdict == .inconclusive)
    episode.deliveries = []
    #expect(judge(check(), episode).verdict == .inconclusive)
    #expect(judge(check(isStaged: false), episode).verdict == .inconclusive)
  }

  @Test(
    "a website answers the callback, whatever it thinks of the token answer; a program may just end"
  )
  func unansweredWebsite() {
    var episode = episode(.rejected)
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).verdict == .pass)
    episode.outcome.isSeenFromOutside = true
    let result = judge(check(), episode)
    #expect(result.verdict == .inconclusive && result.reason.contains("was not answered"))
    episode.deliveries = [callback()]
    #expect(judge(check(), episode).verdict == .pass)
  }

  @Test("a page from which no way leads on needs no callback; one from which a way leads does")
  func deadEnd() {
    var episode = earlyEpisode(.rejected)
    episode.deliveries = []
    episode.exchanges[0].answer.status = .init(code: 400)
    #expect(judge(check(), episode).verdict == .pass)
    episode.exchanges[0].answer.status = .init(code: 302)
    #expect(judge(check(), episode).verdict == .inconclusive)
    // Where either will do, the page is all there is to see.
    #expect(judge(check(.either), episode).verdict == .pass)
    var closed = check()
    closed.agent.delivery = .never
    #expect(judge(closed, episode).verdict == .pass)
  }

  // MARK: What must not follow

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

  // MARK: How it ended

  @Test(
    "each ending has its verdict, by what is expected",
    arguments: [
      (.accepted, .accepted, .pass), (.accepted, .rejected, .fail), (.accepted, .crashed, .fail),
      (.accepted, .hung, .fail), (.accepted, .unknown, .inconclusive),
      (.rejected, .rejected, .pass), (.rejected, .crashed, .inconclusive),
      (.rejected, .hung, .inconclusive), (.rejected, .unknown, .inconclusive),
      (.either, .accepted, .pass), (.either, .rejected, .pass), (.either, .crashed, .fail),
      (.either, .hung, .fail), (.either, .unknown, .inconclusive),
    ] as [(Check.Expectation, Outcome.Kind, Verdict)])
  func endings(_ expect: Check.Expectation, _ kind: Outcome.Kind, _ verdict: Verdict) {
    let result = judge(check(expect), episode(kind, "its very sign"))
    #expect(result.verdict == verdict, "\(result.reason)")
    #expect(result.reason.contains("its very sign"))
  }

  @Test("who takes what it has to refuse breaks it; who only says so after silence proves nothing")
  func taken() {
    // It asked for no token, although it could have.
    #expect(judge(check(), episode(.accepted)).verdict == .inconclusive)
    // The check lets it ask, so that it said yes is all there is.
    let free = judge(check(forbidden: ["resource"]), episode(.accepted))
    #expect(free.verdict == .fail && free.evidence.map(\.kind) == [.outcome])
    // It had its token from the callback itself.
    var implicit = earlyEpisode(.accepted)
    implicit.deliveries[0].url = "http://127.0.0.1:4000/cb#access_token=abc"
    #expect(judge(check(), implicit).verdict == .fail)
    implicit.deliveries[0].url = "http://127.0.0.1:4000/cb"
    implicit.deliveries[0].body = "id_token=a.b.c"
    #expect(judge(check(), implicit).verdict == .fail)
  }

  @Test("a user who is signed in is taken, whether or not there was a token to take")
  func signedIn() {
    var episode = earlyEpisode(.accepted)
    #expect(judge(check(), episode).verdict == .inconclusive)
    episode.outcome.isSeenFromOutside = true
    let result = judge(check(), episode)
    #expect(result.verdict == .fail && result.reason.contains("took what it has to refuse"))
  }

  @Test("who refuses what is proper is told what the provider had refused before")
  func refusedBefore() {
    var episode = episode(.rejected)
    #expect(!judge(check(.accepted, forbidden: []), episode).reason.contains("the provider"))
    episode.exchanges.append(exchange("resource", at: 40, status: 401))
    episode.exchanges[2].condition = "token_unknown"
    episode.exchanges[2].why = "no such token"
    let reason = judge(check(.accepted, forbidden: []), episode).reason
    #expect(
      reason.hasSuffix("the provider had refused POST /standard/resource → 401, no such token"))
    // What it refuses by order is no mistake of the client's.
    episode.exchanges[2].rule = "rule-1"
    #expect(!judge(check(.accepted, forbidden: []), episode).reason.contains("the provider"))
  }

  @Test("a callback that killed the client says what it died of")
  func deathAtTheCallback() {
    var episode = earlyEpisode(.crashed)
    episode.deliveries = [callback(isAnswered: false)]
    #expect(judge(check(), episode).reason.hasSuffix("it closed, and its sign"))
    episode.outcome = Outcome(.rejected, "it exited with 1")
    episode.output = "Traceback (most recent call last):"
    #expect(judge(check(), episode).reason.contains("it wrote \"Traceback"))
  }

  @Test("so many requests count for each that the control sent, where the check says so")
  func perControl() {
    var wanted = Assertion.Requests(to: "resource")
    wanted.isPerControl = true
    var check = check(forbidden: [])
    check.asserts = [
      Assertion(form: .requests(wanted, least: nil, most: 2), otherwise: "again and again")
    ]
    var busy = Episode(check: "code-happy")
    busy.exchanges = (0..<3).map { exchange("resource", at: $0) }
    var episode = episode(.rejected)
    episode.exchanges += (40..<46).map { exchange("resource", at: $0, status: 400) }
    func result(_ control: Episode) -> CheckResult {
      Judge(
        check, episode, control: .init(id: "code-happy", verdict: .pass, episode: control),
        placeholders: Placeholders()
      ).result()
    }
    #expect(result(busy).verdict == .pass)
    let idle = result(Episode(check: "code-happy"))
    #expect(idle.verdict == .fail)
    #expect(idle.reason.hasPrefix("again and again: 6 times, expected at most 2 (POST "))
    episode.exchanges.append(exchange("resource", at: 46, status: 400))
    #expect(result(busy).verdict == .fail)
  }

  @Test(
    "a value that comes a little other is never the one that was sent",
    arguments: [("aB-3", "Ab-3"), ("42", "42x"), ("", "x")])
  func alterations(_ value: String, _ other: String) {
    #expect(Agent.Alteration.longer.applied(to: value) == value + "x")
    #expect(Agent.Alteration.shorter.applied(to: value) == String(value.dropLast()))
    #expect(Agent.Alteration.otherCase.applied(to: value) == other)
  }

  @Test("a refusal rests on its outcome and on silence")
  func evidence() {
    var episode = episode(.rejected)
    episode.settled = 2300
    let result = judge(check(), episode)
    #expect(result.evidence.map(\.kind) == [.outcome, .silence])
    #expect(result.evidence[1].text.contains("2.3 s"))
    #expect(judge(check(.accepted), self.episode(.accepted)).evidence.first?.kind == .outcome)
  }

  @Test("who takes the proper callback after an odd one has refused the odd one")
  func recovery() {
    var reader = OutcomeReader(.waiting)
    #expect(judge(check(), episode(reader.outcome().kind)).verdict == .inconclusive)
    reader.recovered = true
    #expect(reader.outcome().kind == .rejected)
    #expect(judge(check(), episode(reader.outcome().kind)).verdict == .pass)
  }

  @Test(
    "the keyword of the RFC says how much a broken requirement weighs",
    arguments: [
      (.must, false, .fail), (.must, true, .fail), (.should, false, .warn), (.should, true, .fail),
      (.robustness, false, .warn), (.robustness, true, .warn),
    ] as [(Severity, Bool, Verdict)])
  func severity(_ severity: Severity, _ isStrict: Bool, _ verdict: Verdict) {
    let result = judge(check(.accepted, severity), episode(.crashed), isStrict: isStrict)
    #expect(result.verdict == verdict)
  }

  @Test("a passive check is judged over all runs, and never over one")
  func passive() {
    #expect(judge(check(.passive), episode(.accepted)).verdict == .error)
  }

  @Test("markup counts where a browser reads it as markup, and nowhere else")
  func markup() {
    var check = check(.either, isStaged: false, forbidden: [])
    var wanted = Assertion.ClientAnswer(to: "callback")
    (wanted.lacks, wanted.isPage) = ("<script>", true)
    check.asserts = [Assertion(form: .answer(wanted), needs: [], otherwise: nil)]
    func verdict(_ headers: HTTPFields) -> Verdict {
      var episode = earlyEpisode(.rejected)
      var answer = Answer(status: .badRequest, body: Array("<script>".utf8))
      for field in headers { answer.headers.append(.init("\(field.name)", field.value)) }
      episode.deliveries[0].answer = answer
      return judge(check, episode).verdict
    }
    #expect(verdict([.contentType: "text/html; charset=utf-8"]) == .fail)
    #expect(verdict([.contentType: "Text/HTML"]) == .fail)
    #expect(verdict([:]) == .fail)
    #expect(verdict([.contentType: "application/json"]) == .pass)
    #expect(verdict([.contentType: "text/plain"]) == .pass)
    #expect(verdict([.xContentTypeOptions: "nosniff"]) == .pass)
  }

  @Test(
    "whoever listens no more after noise has met it; a callback at a closed port proves nothing else"
  )
  func noise() {
    let check = check(.accepted, .robustness, isStaged: false, forbidden: [])
    var episode = earlyEpisode(.rejected)
    episode.deliveries = [callback(at: 5, "before"), callback(isAnswered: false)]
    #expect(judge(check, episode).verdict == .warn)
    episode.deliveries.removeFirst()
    #expect(judge(check, episode).verdict == .inconclusive)
  }

  @Test("a forbidden request says what became of the client after it")
  func late() {
    var episode = episode(.rejected, "its probe URL answered 401")
    episode.exchanges.append(exchange("resource", at: 40))
    let reason = judge(check(), episode).reason
    #expect(reason.hasSuffix("it refused only after that: its probe URL answered 401"))
    episode.outcome = Outcome(.accepted, "its probe URL answered 200")
    #expect(!judge(check(), episode).reason.contains("refused"))
  }
}
