import ProviderModel
import Testing

@Suite("A suggestion")
struct SuggestionTests {
  @Test("names each name once, however often it was known")
  func once() {
    #expect(Suggestion.hint(for: "x", among: ["vk", "oclc", "vk"]) == "; known here: oclc, vk")
    #expect(Suggestion.list(for: "x", among: ["vk", "oclc", "vk"]) == "; known here: oclc, vk")
    #expect(
      Suggestion.list(for: "vkk", among: ["vk", "oclc", "vk"])
        == "; did you mean \"vk\"? Known here: oclc, vk")
    #expect(Suggestion.list(for: "x", among: [String]()) == "")
  }

  @Test("of a name that is near stands alone where a list would be long")
  func long() {
    let names = (0..<20).map { "name\($0)" } + ["secret"]
    #expect(Suggestion.list(for: "secert", among: names) == "; did you mean \"secret\"?")
    #expect(Suggestion.list(for: "client_secret", among: names) == "; did you mean \"secret\"?")
    #expect(Suggestion.list(for: "x", among: names).hasPrefix("; known here: name0, name1, name10"))
  }

  @Test(
    "of an address ends as the path does, else says what it says, else looks like it",
    arguments: [
      ("/a/oauth2/token", "/a/token"), ("/a/oauth2/v2.0/AUTHORIZE", "/a/authorize"),
      ("/a/x/.well-known/keys", "/a/.well-known/keys"), ("/a/keys", "/a/.well-known/keys"),
      ("/a/access_token", "/a/token"), ("/a/tokne", "/a/token"),
    ])
  func paths(_ path: String, _ meant: String) {
    let known = ["/a/authorize", "/a/token", "/a/.well-known/keys", "/b/token"]
    #expect(Suggestion.nearest(toPath: path, among: known) == meant)
    #expect(Suggestion.nearest(toPath: "/a/what/ever", among: known) == nil)
  }
}
