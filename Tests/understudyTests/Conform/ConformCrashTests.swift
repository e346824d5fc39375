import Basics
import Foundation
import Testing

/// A client that dies looks like one that takes care: it sends nothing more.
@Suite("A crash is no care", .serialized, .timeLimit(.minutes(15)))
struct ConformCrashTests {
  private static let hostile = ["code-state-mismatch", "code-error-access_denied", "token-empty"]

  /// Passes what is benign, and does this wherever it has to refuse.
  private func examine(_ ending: String, _ options: [String] = []) throws -> Examined {
    try Examined(
      ["--only", Self.hostile.joined(separator: ",")] + options,
      script: """
        if [ "$OAUTH_TEST_ID" = code-happy ]; then exec "$0" reference-client; fi
        \(ShellClient.open())
        \(ending)
        """)
  }

  @Test(
    "where a refusal is asked for",
    arguments: [
      "read -r callback; kill -SEGV $$", "read -r callback; kill -KILL $$",
      "read -r callback; exit 127", "read -r callback; exit 134",
      "read -r callback; echo 'Traceback (most recent call last):' >&2; exit 1",
      "read -r callback; echo \"thread 'main' panicked at src/main.rs:1:2\" >&2; exit 101",
      "read -r callback; echo '{\"outcome\": \"crashed\"}'; exit 1",
      // Without a look at the callback.
      "exit 127",
    ])
  func dies(_ ending: String) throws {
    let examined = try examine(ending)
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
    #expect(examined.isGreenNowhere(Self.hostile), "\(examined.verdicts)")
    #expect(examined.result.status == 1)
  }

  @Test("neither is a hang")
  func hangs() throws {
    let examined = try examine("read -r callback; exec sleep 60", ["--timeout", "3"])
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
    #expect(examined.isGreenNowhere(Self.hostile), "\(examined.verdicts)")
    #expect(examined.result.status == 1)
  }

  @Test("nor a callback at which nobody answers")
  func unanswered() throws {
    let examined = try Examined(
      ["--only", Self.hostile.joined(separator: ",")],
      script: """
        if [ "$OAUTH_TEST_ID" = code-happy ]; then exec "$0" reference-client; fi
        \(ShellClient.open("http%3A%2F%2F127.0.0.1%3A1%2Fcb"))
        exit 1
        """)
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
    #expect(examined.isGreenNowhere(Self.hostile), "\(examined.verdicts)")
  }

  @Test("and one that fails at a proper provider has nothing to show anywhere")
  func control() throws {
    let examined = try Examined(
      ["--only", Self.hostile.joined(separator: ",")],
      script: ShellClient.open() + "read -r callback; exit 1")
    #expect(examined["code-happy"] == "fail", "\(examined.result.errors)")
    for id in Self.hostile { #expect(examined[id] == "inconclusive") }
    #expect(examined.result.status == 1)
  }

  @Test("but a plain refusal is")
  func refuses() throws {
    let examined = try Examined(
      ["--only", "code-state-mismatch,code-error-access_denied"],
      script: ShellClient.open() + ShellClient.redeem)
    #expect(examined["code-state-mismatch"] == "pass", "\(examined.result.errors)")
    #expect(examined["code-error-access_denied"] == "pass")
  }

  /// The next sign-in shows that the website is alive: it must not meet the same fault.
  @Test(
    "nor is a website that refuses by 502",
    arguments: [
      ("web-rp", "rp-idt-alg-secret"), ("web-rp", "rp-idt-iss-missing"),
      ("web-oauth", "rp-tls-expired"), ("web-oauth", "rp-tls-wrong-host"),
    ])
  func badGateway(_ profile: String, _ check: String) throws {
    let urls = ["--start-url", "http://127.0.0.1:{port}/login", "--probe-url", "/me"]
    let examined = try Examined(
      urls + ["--only", check], try Examined.reference() + ["--refuses", "502"], profile: profile)
    #expect(examined[check] == "pass", "\(examined.result.errors)")
    #expect(examined.result.status == 0)
  }
}
