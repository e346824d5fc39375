import Basics
import Examiner
import HTTPTypes
import Testing

@Suite("Results of passive checks")
struct PassiveResultTests {
  private func result(
    _ id: String, _ episodes: [CheckRun],
    of subject: Subject = Subject(clientID: "native", kind: .public),
    isStrict: Bool = false, unseen: Verdict = .inconclusive
  ) throws -> CheckResult {
    let check = try #require(Catalogue.bundled.check(id))
    return PassiveJudge.judge(check, episodes, subject)
      .result(of: check, in: episodes, isStrict: isStrict, unseen: unseen)
  }

  private static let twice = Trace.run { trace in
    for _ in 0..<2 {
      trace.token(
        "grant_type=authorization_code&code=code-00001&client_id=native",
        headers: [Trace.basic("native:it's-secret-0123456789")])
    }
    trace.edit { $0.secrets = ["code-00001", "access-token-0001"] }
  }

  @Test("are verdicts: by severity, by what a judge weighs less, and by what can't be seen")
  func verdicts() throws {
    #expect(try result("code-used-once", [Self.twice]).verdict == .fail)
    #expect(try result("code-used-once", [Trace.careful()]).verdict == .pass)
    #expect(try result("code-used-once", []).verdict == .inconclusive)
    #expect(try result("code-used-once", [], unseen: .skip).verdict == .skip)
    let implicit = Trace.run { $0.authorize("response_type=token&client_id=native") }
    #expect(try result("no-implicit", [implicit]).verdict == .warn)
    #expect(try result("no-implicit", [implicit], isStrict: true).verdict == .fail)
    #expect(try result("pkce-present", [implicit]).verdict == .skip)
    let bare = Trace.run { $0.authorize("response_type=code&client_id=native") }
    #expect(try result("pkce-present", [bare]).verdict == .fail)
    let web = Subject(kind: .confidential)
    #expect(try result("pkce-present", [bare], of: web).verdict == .warn)
    #expect(try result("pkce-present", [bare], of: web, isStrict: true).verdict == .fail)
    // A sign and no proof never fails.
    let embedded = Trace.run {
      $0.authorize(
        "client_id=native", byBrowser: false, headers: [("X-Requested-With", "com.example.app")])
    }
    #expect(try result("ua-embedded", [embedded], isStrict: true).verdict == .warn)
  }

  @Test("show the exchange, what led to it, and a command line, with secrets hidden")
  func shown() throws {
    let result = try result("code-used-once", [Trace.careful(), Self.twice])
    #expect(result.reason.contains("in the run of code-happy"))
    #expect(result.reason.contains("POST /standard/token → 200"))
    #expect(result.steps.map(\.isMarked) == [false, true])
    #expect(result.evidence.map(\.kind) == [.journal])
    #expect(result.curl.hasPrefix("curl -i "))
    #expect(result.curl.hasSuffix(" 'http://127.0.0.1:8400/standard/token'"))
    let all =
      result.curl + result.reason + result.steps.map { $0.sent + $0.came + $0.detail }.joined()
    for secret in [
      "code-00001", "access-token-0001", Trace.basic("native:it's-secret-0123456789").1,
    ] {
      #expect(!all.contains(secret), "\(all)")
    }
    #expect(result.curl.contains("code=co…(10)"))
  }

  @Test(
    "hide what header fields carry, and keep the scheme and the marks of a journal",
    arguments: [
      ("Authorization", "Bearer token-0001", "Bearer to…(10)"),
      ("Authorization", "token-0001", "to…(10)"),
      ("Authorization", "‹secret 01234567›", "‹secret 01234567›"),
      ("Proxy-Authorization", "Basic token-0001", "Basic to…(10)"),
      ("Cookie", "sid=token-0001", "sid=to…(10)"), ("X-Token-1", "token-0001", "to…(10)"),
    ])
  func headers(_ name: String, _ value: String, _ shown: String) throws {
    let run = Trace.run { trace in
      for _ in 0..<2 {
        trace.token(
          "grant_type=authorization_code&code=code-00001&client_id=native",
          headers: [(name, value)])
      }
    }
    let curl = try result("code-used-once", [run]).curl
    #expect(curl.contains("'\(name): \(shown)'"), "\(curl)")
  }

  @Test("hide what only the journal shows to be a secret, wherever a program prints it")
  func everywhere() throws {
    let body =
      #"{"device_code": "device-code-1", "user_code": "VSPG-PXKT", "registration_access_token": "registration-1", "expires_in": 600}"#
    let run = Trace.run { trace in
      trace.edit { run in
        run.exchanges.append(
          Exchange(
            number: 1, at: 1,
            request: Request(
              authority: "localhost", target: "/", headers: [.cookie: "sid=session-0001"]),
            answer: Answer(status: .ok, body: Array(body.utf8))))
      }
    }
    let printed = "device-code-1 VSPG-PXKT registration-1 session-0001 for 600 seconds"
    let shown = ReportRedactor(secrets: run.hidden).hidden(printed)
    #expect(shown == "dev…(13) VS…(9) reg…(14) ses…(12) for 600 seconds", "\(shown)")
  }

  @Test("rest on what was seen: where nothing was, there is no evidence")
  func evidence() throws {
    let held = try result("code-used-once", [Trace.careful()])
    #expect(held.evidence == [.init(.journal, held.reason)])
    #expect(try result("code-used-once", []).evidence.isEmpty)
    let none = Trace.run { $0.authorize("response_type=token&client_id=native") }
    #expect(try result("pkce-present", [none]).evidence.isEmpty)
  }

  @Test("name the run, except over a journal, where there is only one")
  func observed() throws {
    var episode = Self.twice
    let reason = "a code was sent again after the response 200 to request 1"
    let line = "(POST /standard/token → 200)"
    #expect(
      try result("code-used-once", [episode]).reason
        == "\(reason) (in the run of code-happy) \(line)")
    episode.check = "observe"
    #expect(try result("code-used-once", [episode]).reason == "\(reason) \(line)")
  }

  @Test("show no exchange of a run that is not there")
  func gone() throws {
    let check = try #require(Catalogue.bundled.check("code-used-once"))
    let result = PassiveJudge.judge(check, [Self.twice], Subject())
      .result(of: check, in: [], isStrict: false)
    #expect(result.verdict == .fail && result.steps.isEmpty && result.curl.isEmpty)
    #expect(result.reason == "a code was sent again after the response 200 to request 1")
  }

  @Test("quote for a shell what the client sent")
  func quoted() {
    let episode = Trace.run {
      $0.add("resource", "DELETE", "/it's?a=b", headers: [("X-A", "it's"), ("Host", "x")])
    }
    #expect(
      CurlLine.text(episode.exchanges[0].request)
        == #"curl -i -X DELETE -H 'X-A: it'\''s' 'http://127.0.0.1:8400/standard/it'\''s?a=b'"#)
  }
}
