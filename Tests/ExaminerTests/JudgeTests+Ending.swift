import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// How it had to end.
extension JudgeTests {
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
    #expect(result.verdict == .fail && result.reason.contains("although it got no token"))
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
    // A refused token request is the fault itself, so it comes first.
    episode.exchanges[2].kind = "token"
    #expect(
      judge(check(.accepted, forbidden: []), episode).reason
        == "the provider refused POST /standard/resource → 401, no such token; after that, its sign"
    )
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
    var busy = CheckRun(check: "code-happy")
    busy.exchanges = (0..<3).map { exchange("resource", at: Double($0)) }
    var episode = episode(.rejected)
    episode.exchanges += (40..<46).map { exchange("resource", at: Double($0), status: 400) }
    func result(_ control: CheckRun) -> CheckResult {
      Judge(
        check, episode, control: .init(id: "code-happy", verdict: .pass, episode: control),
        placeholders: Placeholders()
      ).result()
    }
    #expect(result(busy).verdict == .pass)
    let idle = result(CheckRun(check: "code-happy"))
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
