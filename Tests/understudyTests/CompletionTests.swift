import Testing

@Suite("The completion of a shell")
struct CompletionTests {
  @Test(
    "proposes names",
    arguments: [
      (["conform", "run"], "--profile", "native-code"),
      (["conform", "list"], "--profile", "web-rp"),
      (["serve"], "--scenario", "codes-expire"), (["serve"], "--at-root", "keycloak"),
      (["serve"], "--with", "standard.pkce-required"), (["serve"], "--strict", "google"),
    ])
  func names(_ command: [String], _ option: String, _ expected: String) throws {
    let words = ["understudy"] + command + [option, ""]
    let result = try Tool(
      ["---completion"] + command + ["--", option, String(words.count - 1), "0"] + words
    ).finish()
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").contains { $0 == expected }, "\(result.output)")
  }
}
