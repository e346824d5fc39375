import Basics
import Foundation
import Testing

@Suite("conform reports what it found", .serialized, .timeLimit(.minutes(15)))
struct ConformReportTests {
  /// The reference client with one fault.
  private func examine(_ fault: String, _ options: [String]) throws -> Examined {
    try Examined(options, try Examined.reference() + ["--fault", fault])
  }

  private static let state = ["--only", "code-state-mismatch"]

  @Test("with --only the control of a check runs too, and with --skip a check does not")
  func chosen() throws {
    let examined = try Examined(
      ["--only", "code-state-mismatch,code-2k", "--skip", "code-2k"], try Examined.reference())
    #expect(examined.verdicts == ["code-happy": "pass", "code-state-mismatch": "pass"])
    #expect(examined.result.status == 0, "\(examined.result.errors)")
    let missing = try Examined(
      ["--only", "code-state-mismatch", "--no-ability", "state"], try Examined.reference())
    #expect(missing["code-state-mismatch"] == "skip" && missing.result.status == 0)
  }

  @Test("and a known failure breaks nothing, as long as it is one")
  func baseline() throws {
    let scratch = try Scratch()
    let known = try scratch.write(
      #"[{"id": "code-state-mismatch", "why": "issue 7"}]"#, to: "known.json")
    let bare = try examine("any-state", Self.state)
    #expect(bare["code-state-mismatch"] == "fail" && bare.result.status == 1)
    let failing = try examine("any-state", Self.state + ["--baseline", known])
    #expect(failing["code-state-mismatch"] == "fail")
    #expect(failing.result.status == 0, "\(failing.result.errors)")
    #expect(failing.result.errors.contains("issue 7"))
    let mended = try Examined(Self.state + ["--baseline", known], try Examined.reference())
    #expect(mended["code-state-mismatch"] == "pass")
    #expect(mended.result.status == 1, "a stale entry breaks")
    #expect(
      mended.report["stale"]?.arrayValue?.compactMap(\.stringValue) == ["code-state-mismatch"])
    let misspelt = try scratch.write(#"["code-state-mismach"]"#, to: "misspelt.json")
    let stale = try Examined(Self.state + ["--baseline", misspelt], try Examined.reference())
    #expect(stale.result.status == 1 && stale.result.errors.contains("code-state-mismach"))
  }

  @Test("and SHOULD is asked for with --strict alone")
  func strict() throws {
    let only = ["--only", "native-loopback-literal"]
    let lenient = try examine("named-loopback", only)
    #expect(lenient["native-loopback-literal"] == "warn" && lenient.result.status == 0)
    let strict = try examine("named-loopback", only + ["--strict"])
    #expect(strict["native-loopback-literal"] == "fail" && strict.result.status == 1)
  }

  @Test("of several runs the worst counts, one after another or side by side")
  func repeated() throws {
    let scratch = try Scratch()
    let count = scratch.path("count")
    // Every second run of the check crashes.
    let script = """
      echo "$OAUTH_TEST_ID" >>'\(count)'
      if [ "$OAUTH_TEST_ID" = code-state-mismatch ] && [ $(($(grep -c mismatch '\(count)') % 2)) = 0 ]
      then kill -KILL $$; fi
      exec "$0" reference-client
      """
    let examined = try Examined(
      Self.state + ["--repeat", "3", "--jobs", "2"], script: script)
    #expect(examined["code-state-mismatch"] == "inconclusive", "\(examined.result.errors)")
    #expect(examined["code-happy"] == "pass" && examined.result.status == 1)
    let runs = try String(contentsOfFile: count, encoding: .utf8).split(separator: "\n")
    #expect(runs.count == 6, "\(runs)")
    #expect(examined.result.errors.contains("1 inconclusive, 2 pass"), "\(examined.result.errors)")
  }

  @Test("in each form, in files, and with no secret in any of them")
  func forms() throws {
    let scratch = try Scratch()
    let secrets = scratch.path("secrets")
    let forms = ["junit", "json", "html", "tap", "md", "sarif"]
    // It takes any state, writes its token to standard output, and tells us what it knows.
    let script =
      ShellClient.open()
      + ShellClient.redeem.replacingOccurrences(of: "exit 4", with: ":") + """
        cat "$HOME/tokens"; printf '%s\\n' "$code" "$verifier" >>'\(secrets)'
        grep -oE '"(access|refresh|id)_token": *"[^"]*"' "$HOME/tokens" | cut -d'"' -f4 >>'\(secrets)'
        """
    let plan = forms.map { "\($0)=\(scratch.path("report.\($0)"))" }.joined(separator: ",")
    let arguments = [
      "conform", "run", "--profile", "native-code", "--only", "code-state-mismatch,canary-stdout",
      "--report", plan,
    ]
    let command = ["--", "/bin/sh", "-c", script]
    let result = try Tool(arguments + command).finish()
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    let known = try String(contentsOfFile: secrets, encoding: .utf8).split(separator: "\n")
    #expect(known.count >= 6, "\(known)")
    var texts = [("text", result.output + result.errors)]
    for form in forms {
      texts.append(
        (form, try String(contentsOfFile: scratch.path("report.\(form)"), encoding: .utf8)))
    }
    for (form, text) in texts {
      #expect(text.contains("code-state-mismatch"), "\(form)")
      for secret in known { #expect(!text.contains(secret), "\(secret) stands in \(form)") }
    }
    let unsafe = try Tool(arguments + ["--unsafe-show-secrets"] + command).finish()
    #expect(unsafe.status == 1)
    let all = try String(contentsOfFile: scratch.path("report.json"), encoding: .utf8)
    let fresh = try String(contentsOfFile: secrets, encoding: .utf8).split(separator: "\n")
    #expect(fresh.dropFirst(known.count).contains { all.contains($0) })
  }

  @Test("and the lines to try it work as they stand")
  func reproduction() throws {
    let report = try examine("any-state", Self.state).report
    let row = report["checks"]?.arrayValue?.first {
      $0["id"]?.stringValue == "code-state-mismatch"
    }
    let lines = row?["curl"]?.stringValue ?? ""
    #expect(lines.contains("curl ") && !lines.contains("…("), "\(lines)")
  }

  @Test("and list and explain say what there is, in each form")
  func catalogue() throws {
    for form in ["text", "md", "json"] {
      let list = try Tool.run("conform", "list", "--profile", "native-code", "--format", form)
      #expect(list.status == 0 && list.output.contains("code-state-mismatch"), "\(list.errors)")
    }
    let explained = try Tool.run("conform", "explain", "code-state-mismatch")
    #expect(explained.status == 0)
    for part in ["RFC 9700", "must", "curl"] {
      #expect(explained.output.localizedCaseInsensitiveContains(part), "\(explained.output)")
    }
  }
}
