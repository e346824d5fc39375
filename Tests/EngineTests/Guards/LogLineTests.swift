import Engine
import ProviderModel
import Testing

@Suite("A line of the log")
struct LogLineTests {
  private func entry(_ set: (inout LogEntry) -> Void = { _ in }) -> LogEntry {
    var entry = LogEntry()
    entry.method = "GET"
    entry.path = "/a"
    entry.outcome = .status(200)
    set(&entry)
    return entry
  }

  @Test("names what is known of an exchange, and leaves out the rest")
  func line() {
    #expect(entry().line == "GET /a · - - · 200")
    let refused = entry {
      ($0.provider, $0.endpoint) = ("standard", "token")
      $0.outcome = .refused(.codeExpired)
      ($0.rule, $0.why, $0.remedy, $0.clause) = ("r", "it is late", "be early", "RFC 1 §2")
    }
    #expect(
      refused.line
        == "GET /a · standard token · refused: code_expired · rule r · it is late → be early (RFC 1 §2)"
    )
    #expect(entry { $0.rule = "r" }.line == "GET /a · - - · 200 · rule r")
    #expect(entry { $0.why = "late" }.line == "GET /a · - - · 200 · late")
    #expect(entry { $0.remedy = "wait" }.line == "GET /a · - - · 200 → wait")
    #expect(entry { $0.clause = "RFC 1" }.line == "GET /a · - - · 200 (RFC 1)")
    #expect(entry { ($0.remedy, $0.clause) = ("", "") }.line == "GET /a · - - · 200")
    #expect(!entry { $0.path = "/a\nb\u{1B}[2J" }.line.contains("\n"))
  }

  @Test(
    "says what came of a request",
    arguments: [
      (.status(404), "404"), (.preflight, "preflight"), (.answered, "answered"),
      (.introspected, "introspected"), (.revoked, "revoked"), (.minted, "minted"),
      (.signedOut, "signed out"), (.wrongPassword, "wrong password"), (.lockedOut, "locked out"),
      (.page, "page"), (.shown("login"), "page: login"), (.goesOn("next"), "continues: next"),
      (.signedIn("alice"), "signed in: alice"), (.granted("code"), "granted: code"),
      (.refused(.codeExpired), "refused: code_expired"), (.staleForm, "refused: stale form"),
      (.byRule("r"), "by rule r"), (.reset("r"), "reset by rule r"),
      (.closed("r"), "closed by rule r"), (.rehearsed(.granted("code")), "would be granted: code"),
      (.none, ""),
    ] as [(LogEntry.Said, String)])
  func outcomes(_ said: LogEntry.Said, _ text: String) { #expect(said.text == text) }

  @Test(
    "has a family of outcomes, for counting",
    arguments: [
      (.status(404), "404"), (.shown("login"), "page"), (.goesOn("next"), "continues"),
      (.signedIn("alice"), "signed in"), (.granted("code"), "granted"),
      (.refused(.codeExpired), "refused: code_expired"), (.staleForm, "refused: stale form"),
      (.byRule("a: b"), "by rule"), (.reset("r"), "by rule"), (.closed("r"), "by rule"),
      (.rehearsed(.granted("code")), "would be granted"), (.told("store refuses"), "store refuses"),
      (.delivered(500), "not delivered"), (.none, ""),
    ] as [(LogEntry.Said, String)])
  func families(_ said: LogEntry.Said, _ text: String) { #expect(said.family == text) }

  @Test("advises the people who run the engine in process by what they can change")
  func advice() {
    func advice(isCalling: Bool) -> String {
      Advice.inProcess.addClient(
        .init(provider: "vk", id: "7", sandbox: nil, isCalling: isCalling))
    }
    #expect(advice(isCalling: true) == "add it to \"clients\" of a cast")
    #expect(
      advice(isCalling: false)
        == "add {\"provider\": \"vk\", \"client_id\": \"7\", \"redirect_uris\": […]} to \"clients\" of a cast"
    )
  }
}
