import Testing

@testable import Server

@Suite("A text without a known secret")
struct NamedSecretsTests {
  private func hidden(_ text: String) -> String {
    String(decoding: NamedSecrets.hidden(Array(text.utf8), as: .beginning), as: UTF8.self)
  }

  @Test(
    "keeps words that only begin as a JWT does",
    arguments: ["eyJust.an.example", "eyJhbGciOiJIUzI1NiJ9 alone"])
  func words(_ text: String) { #expect(hidden(text) == text) }

  @Test("hides a JWT by its look")
  func token() {
    #expect(hidden("see eyJhbGciOiJub25lIn0.e30.c2ln.") == "see eyJh…(28).")
  }

  @Test(
    "keeps a mark of four characters and a length, and hides what only looks like one",
    arguments: [
      ("abcd…(12)", "abcd…(12)"), ("…(3)", "…(3)"), ("abcde…(12)", "ab…(10)"),
      ("abcd…(x)", "ab…(8)"),
    ])
  func marks(_ value: String, _ shown: String) {
    #expect(hidden("password=\(value)") == "password=\(shown)")
  }
}
