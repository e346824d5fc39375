import Basics
import HTTPTypes
import Testing

@testable import Examiner

@Suite("What became of a client")
struct OutcomeReaderTests {
  private func outcome(_ ending: Ending, _ edit: (inout OutcomeReader) -> Void = { _ in })
    -> Outcome
  {
    var reader = OutcomeReader(ending)
    edit(&reader)
    return reader.outcome()
  }

  @Test(
    "git ends with 128 when its helper was refused; the codes around it are a shell's for what died"
  )
  func git() {
    #expect(outcome(.exited(128)).kind == .rejected)
    for code in [126, 127, 129, 137, 139] { #expect(outcome(.exited(code)).kind == .crashed) }
  }

  @Test("words of a refusal are no crash, and words of a runtime are")
  func words() {
    let refusal = "2026/11/22 Fatal error: failed to get token: state did not match"
    #expect(outcome(.exited(1)) { $0.errors = refusal }.kind == .rejected)
    let deadlock =
      "fatal error: all goroutines are asleep - deadlock!\n\ngoroutine 1 [chan receive]:"
    #expect(outcome(.exited(2)) { $0.errors = deadlock }.kind == .crashed)
    let panic = "panic: runtime error: index out of range\n\ngoroutine 34 [running]:"
    #expect(outcome(.exited(2)) { $0.errors = panic }.kind == .crashed)
    let raised =
      "Traceback (most recent call last):\n  File \"app.py\", line 1\n    raise\nKeyError: 'state'\nbye"
    let python = outcome(.exited(1)) { $0.errors = raised }
    #expect(python.kind == .crashed)
    #expect(python.sign.hasSuffix(#""Traceback (most recent call last) … KeyError: 'state'""#))
    #expect(outcome(.signalled(9)).kind == .crashed)
  }

  @Test("an exception that nobody caught is a refusal where its client is said to refuse so")
  func declared() {
    let text = """
      Traceback (most recent call last):
        File "app.py", line 1
      KeyError: 'oauthlib.oauth2'

      Traceback (most recent call last):
        File "app.py", line 2
      oauthlib.oauth2.rfc6749.errors.MismatchingStateError: (mismatching_state) CSRF Warning!
      """
    func ended(_ refusals: [String], _ errors: String = text) -> Outcome {
      outcome(.exited(1)) { ($0.errors, $0.refusals) = (errors, refusals) }
    }
    #expect(ended([]).kind == .crashed)
    #expect(ended([]).module == "oauthlib.oauth2.rfc6749.errors")
    #expect(ended(["oauthlib.oauth2"]).kind == .rejected)
    let sign = "it exited with 1, a refusal according to --refusal oauthlib.oauth2"
    #expect(ended(["oauthlib.oauth2"]).sign == sign)
    #expect(ended(["requests", "Mismatching"]).kind == .rejected)
    // What was raised before, and caught, is not what it died of.
    #expect(ended(["KeyError"]).kind == .crashed)
    let own = ended(["oauthlib"], "Traceback (most recent call last):\n  File\nKeyError: 'code'")
    #expect(own.kind == .crashed && own.module == nil)
    let ruby = "app.rb:3:in `<main>': no state (RuntimeError)"
    #expect(ended([], ruby).kind == .crashed)
    #expect(ended(["no state"], ruby).kind == .rejected)
    let node =
      "file:///n.mjs:5\n  throw e\n  ^\n\nRefused: state\n    at fail (file:///n.mjs:5)\n    at node:internal/process/x"
    #expect(ended([], node).sign == #"it exited with 1 and wrote "Refused: state""#)
    #expect(ended(["Refused"], node).kind == .rejected)
    // A place of the stack is not what was thrown.
    let inside = node.replacing(
      "    at fail (file:///n.mjs:5)", with: "    at x (node_modules/own/i.js)")
    #expect(ended(["node_modules/own"], inside).kind == .crashed)
    let json =
      "Traceback (most recent call last):\n  File\njson.decoder.JSONDecodeError: Expecting value"
    #expect(ended([], json).kind == .crashed && ended([], json).module == nil)
    #expect(
      outcome(.exited(255)) { ($0.errors, $0.refusals) = ("no state", ["state"]) }.kind == .rejected
    )
    #expect(
      outcome(.exited(127)) { ($0.errors, $0.refusals) = ("state", ["state"]) }.kind == .crashed)
    let php = { (refusals: [String]) in
      outcome(.exited(255)) {
        ($0.errors, $0.refusals) = (
          "PHP Fatal error:  Uncaught Refused: state in n.php", refusals
        )
      }
    }
    #expect(php([]).kind == .crashed && php([]).sign.contains("Uncaught Refused: state"))
    #expect(php(["Uncaught Refused"]).kind == .rejected)
  }

  @Test("a listener that knows no other method has refused, and one that failed has crashed")
  func method() {
    for (status, kind) in [(501, Outcome.Kind.rejected), (405, .rejected), (500, .crashed)] {
      let answer = Answer(status: .init(code: status))
      #expect(outcome(.exited(1)) { $0.callback = answer }.kind == kind)
      #expect(outcome(.waiting) { $0.callback = answer }.kind == kind)
    }
  }

  @Test(
    "a page that fails while the provider is broken is a refusal only where the next user gets in")
  func probe() {
    #expect(outcome(.standing) { $0.probe = 500 }.kind == .crashed)
    #expect(
      outcome(.standing) {
        $0.probe = 500
        $0.recovered = true
      }.kind == .rejected)
    #expect(outcome(.exited(1)) { $0.probe = 0 }.kind == .crashed)
  }

  @Test(
    "and none where the program met a mistake of its own, unless whoever knows it says so",
    arguments: [
      ("TypeError: Cannot read properties of undefined", "TypeError", true),
      ("KeyError: 'state'", "KeyError", true),
      ("java.lang.NullPointerException: x", "NullPointerException", true),
      ("authlib.OAuthError: mismatching_state", "OAuthError", false),
      ("MyTypeErrors: x", "MyTypeErrors", false),
    ])
  func mistake(_ written: String, _ name: String, _ isMistake: Bool) {
    func ended(_ refusals: [String]) -> Outcome {
      outcome(.standing) {
        ($0.probe, $0.recovered, $0.errors, $0.refusals) = (500, true, written, refusals)
      }
    }
    #expect(ended([]).kind == (isMistake ? .crashed : .rejected))
    #expect(ended([name]).kind == .rejected)
    #expect(!isMistake || ended([]).sign.contains(name))
  }

  @Test("whoever takes the proper callback after the other one has refused that")
  func passedOver() {
    let passed = outcome(.exited(0)) {
      ($0.output, $0.recovered) = ("{\"outcome\":\"accepted\"}", true)
    }
    #expect(passed.kind == .rejected)
  }
}
