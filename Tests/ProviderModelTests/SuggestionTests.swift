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

  @Test("of an address begins as the path does, where several end alike")
  func beginnings() {
    let known = ["/g/api.g.test/apps/{client}/token", "/g/login/oauth/access_token", "/g/o/auth"]
    #expect(
      Suggestion.nearest(toPath: "/g/login/oauth/token", among: known)
        == "/g/login/oauth/access_token")
    #expect(Suggestion.nearest(toPath: "/g/authorize", among: known) == "/g/o/auth")
  }

  @Test("does not count what all names begin with")
  func beginning() {
    let grant = "urn:ietf:params:oauth:grant-type:"
    let grants = ["jwt-bearer", "token-exchange"].map { grant + $0 } + ["refresh_token"]
    #expect(Suggestion.nearest(to: grant + "device_code", among: grants) == nil)
    #expect(Suggestion.nearest(to: grant + "token-exchang", among: grants) == grants[1])
    #expect(
      Suggestion.nearest(to: "urn:ietf:param:oauth:grant-type:jwt-bearer", among: grants)
        == grants[0])
    let known = ["revoke", "mcp", "deny", ".well-known/oauth-authorization-server"]
      .map { "/standard/" + $0 }
    for path in ["device", "par", "fedcm", "device_authorization", "register"] {
      #expect(Suggestion.nearest(toPath: "/standard/" + path, among: known) == nil, "\(path)")
    }
  }

  @Test("of an address in the folder of the path goes before others with the same words")
  func misspelt() {
    let known = ["/s/.well-known/openid-configuration", "/s/fedcm/config.json", "/s/device"]
    #expect(
      Suggestion.nearest(toPath: "/s/.well-known/openid-configuratoin", among: known) == known[0])
  }

  @Test("of many names shows those that share a word with this one")
  func akin() {
    let names = (100..<300).map { "name\($0)" } + ["token_format", "id_token", "tok", "key"]
    #expect(
      Suggestion.list(for: "token_lifetime", among: names)
        == "; known here: id_token, tok, token_format and 201 more")
  }

  @Test("of hundreds of names shows the first, and says how many there are more")
  func hundreds() {
    let names = (100..<300).map { "name\($0)" }
    let list = Suggestion.list(for: "x", among: names)
    #expect(list.hasPrefix("; known here: name100, ") && list.hasSuffix("name115 and 184 more"))
    #expect(Suggestion.nearest(to: "", among: ["x"]) == nil)
    let long = String(repeating: "a", count: 600)
    #expect(Suggestion.nearest(to: long, among: [long + "b"]) == nil)
    #expect(Suggestion.nearest(toPath: "/\(long)/token", among: ["/a/token"]) == nil)
  }
}
