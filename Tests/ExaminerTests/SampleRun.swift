import Basics

@testable import Examiner

/// A run with everything that a report may meet: nasty texts, each verdict, known and stale ones.
enum SampleRun {
  static let code = "c0de-Zx81_secret~of/the+run"
  static let token = "tok_5f0c7d9a1b2e4c6d8f"
  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let password = "won{der}land"
  static let secrets = [code, token, verifier, password]

  /// What XML, HTML, YAML, Markdown and terminals trip over.
  static let nasty =
    "a\u{0}b\u{8}\u{1B}[31mred\u{1B}[0m ]]> <script>alert(1)</script> &amp; \"q\" 'q' `t` | # \\ 100% é 😀 "
    + "\u{202E}turned\u{202C} \u{FFFE} \u{85} e\u{301} --- ... ::error::x"

  static func check(
    _ id: String, _ severity: Severity = .must, expect: Check.Expectation = .rejected
  ) -> Check {
    var check = Check(
      id: id, title: "The callback has <another> state",
      requirement: "A client takes no callback whose state is not its own.",
      clause: "RFC 9700 §2.1", link: "https://www.rfc-editor.org/rfc/rfc9700.html#section-2.1",
      severity: severity, evidence: [.journal, .silence, .outcome], expect: expect,
      why:
        "Whoever makes a user open such a callback signs that user in to an account of the attacker.",
      fix: "Compare the state with the one that was sent, and refuse where they differ.",
      since: "2026-1")
    check.control = expect == .rejected ? "code-happy" : nil
    check.twins = [("openid", ["invalid-state-fails", "other"])]
    return check
  }

  static func result(
    _ id: String, _ verdict: Verdict, _ reason: String, _ severity: Severity = .must
  ) -> CheckResult {
    var result = CheckResult(check(id, severity), verdict, reason)
    result.seconds = 0.1234
    result.evidence = [
      .init(.journal, "It sent POST /token with code=\(code)."),
      .init(.outcome, "It exited with 0."),
    ]
    result.steps = [
      .init(
        from: .client, to: .server, sent: "GET /authorize?client_id=conformance&state=s1",
        came: "302 Found",
        detail:
          "GET /authorize HTTP/1.1\nHost: 127.0.0.1\n\nHTTP/1.1 302 Found\nLocation: http://127.0.0.1/cb?code=\(code)"
      ),
      .init(
        from: .browser, to: .client,
        sent: "GET /cb?code=c0de-Zx81_secret~of%2Fthe%2Brun&state=other",
        came: "200 OK", isMarked: true),
      .init(
        from: .client, to: .server, sent: "POST /token", came: "200 OK",
        detail:
          "POST /token HTTP/1.1\r\nAuthorization: Basic Y29uZm9ybWFuY2U6dG9wLXNlY3JldC1vZi1jbGllbnQ=\r\nCookie: sid=abcdef123456; lang=en\r\n\r\ngrant_type=authorization_code&code_verifier=\(verifier)\n\n{\"access_token\":\"\(token)\",\"token_type\":\"bearer\"}"
      ),
    ]
    result.curl =
      "curl -si 'http://127.0.0.1:8400/_sandbox/x/standard/authorize?client_id=conformance'"
    result.output = "signing in\npassword: \(password)\n"
    return result
  }

  static var report: RunReport {
    var happy = CheckResult(check("code-happy", expect: .accepted), .pass, "It ended signed in.")
    happy.evidence = [
      .init(.journal, "It redeemed the code."), .init(.outcome, "It exited with 0."),
    ]
    happy.seconds = 1.5
    var known = result("iss-mismatch", .fail, "It took the callback.")
    known.isKnown = true
    known.knownBecause = "issue 12 | <b>"
    var later = result("later-check", .fail, "It took the callback.")
    later.isRequired = false
    var flaky = result("code-injection", .inconclusive, "Its control did not pass.")
    flaky.repeats = [(.pass, 2), (.inconclusive, 1)]
    flaky.evidence = []
    var odd = result("code-2k", .fail, SampleRun.nasty)
    odd.evidence = [.init(.canary, SampleRun.nasty), .init(.silence, "two\nlines")]
    odd.output = SampleRun.nasty + "\n" + String(repeating: "x", count: 5000)
    odd.steps[0].detail = SampleRun.nasty
    odd.steps[0].sent = SampleRun.nasty
    var error = CheckResult(check("code-error-and-code"), .error, "The sandbox could not be made.")
    error.curl = "curl -si http://127.0.0.1:8400/"
    var report = RunReport(
      toolVersion: "0.1.0", profile: "native-code",
      profileTitle: "Native app: authorization code with PKCE",
      provider: "standard", client: "./my client --client-secret=top-secret-of-client 'login' <b>",
      requirements: "2026-1", started: 1_790_000_000, seconds: 12.345,
      results: [
        happy,
        result(
          "code-state-mismatch", .fail, "It redeemed the code of a callback with another state."),
        result("native-loopback-literal", .warn, "It used localhost.", .should), flaky, known,
        later, odd,
        CheckResult(check("refresh-happy"), .skip, "The client says that it has no refresh."),
        error,
      ])
    report.stale = ["code-happy", "no-such-check"]
    return report
  }

  /// A second client of the same checks, which met nearly all.
  static var other: RunReport {
    var report = SampleRun.report
    report.client = "./other"
    report.stale = []
    report.results = report.results.dropLast(2).map { CheckResult($0.check, .pass, "It refused.") }
    return report
  }
}
