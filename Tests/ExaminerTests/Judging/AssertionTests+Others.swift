import Basics
import HTTPTypes
import Testing

@testable import Examiner

/// What is no number of requests.
extension AssertionTests {
  @Test(
    "asks for seconds between two requests, but for a timer's slack of 1 ms",
    arguments: [(1998.9, "1.9 s"), (999.5, "999 ms"), (1999, nil), (2000, nil)]
      as [(Double, String?)])
  func spacing(_ gap: Double, _ shown: String?) {
    let run = run(
      exchange("token", "/t", at: 100), exchange("resource", "/r", at: 101),
      exchange("token", "/t", at: 100 + gap))
    let form = Assertion.Form.spacing(to: "token", least: 2)
    #expect(wrong(form, run) == shown.map { "two requests to token came within \($0)" })
    #expect(
      wrong(form, run, otherwise: "it hurried")
        == shown.map { "it hurried: after \($0), expected 2.0 s at least" })
  }

  @Test(
    "finds the name of an error as a word of the client's own",
    arguments: [
      (nil, "invalid_grant", true), ("invalid_grant", "invalid_grant", true),
      ("400 invalid_grant: no", "invalid_grant", true),
      ("error=oauth2_error", "oauth2_error", true), ("invalid_grants", "invalid_grant", false),
      ("invalid_grant_2", "invalid_grant", false), ("error2", "error", false),
      ("access_denied", "invalid_grant", false),
    ] as [(String?, String, Bool)])
  func errors(_ named: String?, _ expected: String, _ isMet: Bool) {
    var run = CheckRun(check: "made-up")
    run.outcome.error = named
    for otherwise in [nil, "it mixed them up"] {
      let said = "\(otherwise ?? "it named another error"): \(named ?? ""), expected \(expected)"
      #expect(wrong(.error(expected), run, otherwise: otherwise) == (isMet ? nil : said))
    }
  }

  private func answer(_ change: (inout Assertion.ClientAnswer) -> Void) -> Assertion.Form {
    var wanted = Assertion.ClientAnswer(to: "callback")
    change(&wanted)
    return .answer(wanted)
  }

  @Test("looks at status, head and body of the client's answers to one kind of request")
  func answers() {
    let run = run([
      action("start", status: 500, body: "started"),
      action("callback", status: 403, headers: [.contentType: "text/plain"], body: "Hello, alice"),
    ])
    #expect(wrong(answer { $0.status = "4xx" }, run) == nil)
    #expect(
      wrong(answer { $0.status = "200" }, run) == "it answered 403 to callback, expected 200")
    #expect(wrong(answer { $0.has = "{user}" }, run, ["user": "alice"]) == nil)
    #expect(wrong(answer { $0.has = "Content-Type: text/plain" }, run) == nil)
    #expect(
      wrong(answer { $0.has = "{user}" }, run, ["user": "bob"])
        == "its answer to callback does not hold \"bob\"")
    #expect(wrong(answer { $0.lacks = "bob" }, run) == nil)
    #expect(
      wrong(answer { $0.lacks = "alice" }, run)
        == "its answer to callback holds \"alice\" as it came")
    for form in [
      answer { $0.status = "200" }, answer { $0.has = "bob" }, answer { $0.lacks = "alice" },
    ] {
      #expect(wrong(form, run, otherwise: "it is rude") == "it is rude")
    }
  }

  @Test(
    "about pages looks at what a browser reads as markup",
    arguments: [
      ("text/html", true), ("text/html;charset=utf-8", true), ("text/html ; charset=utf-8", true),
      ("Image/SVG+XML", true), ("application/xhtml+xml", true), ("text/htmlx", false),
      ("text/plain", false),
    ])
  func pages(_ type: String, _ isPage: Bool) {
    let run = run([action("callback", headers: [.contentType: type], body: "<script>")])
    let form = answer { ($0.lacks, $0.isPage) = ("<script>", true) }
    #expect((wrong(form, run) != nil) == isPage)
  }

  @Test("is a prohibition where it says what must not be seen")
  func prohibitions() {
    for (form, isProhibition) in [
      (requests("token", most: 0), true), (requests("token", least: 1), false),
      (requests("token", least: 1, most: 1), false), (requests("token"), false),
      (.spacing(to: "token", least: 1), true), (.judge("made-up"), true),
      (answer { $0.lacks = "x" }, true), (answer { $0.has = "x" }, false),
      (.error("invalid_grant"), false),
    ] as [(Assertion.Form, Bool)] {
      #expect(Assertion(form: form).isProhibition == isProhibition, "\(form)")
    }
  }
}
