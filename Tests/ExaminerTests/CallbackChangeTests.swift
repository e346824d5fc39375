import Testing

@testable import Examiner

@Suite("A callback is changed as a check wants it")
struct CallbackChangeTests {
  private func moved(_ url: String, to path: String) -> String {
    var agent = Agent()
    agent.path = path
    return CallbackChange(agent, Placeholders()).applied(to: url, form: nil).url
  }

  @Test(
    "to another path of the same host, or of the same app where there is no host",
    arguments: [
      ("http://127.0.0.1:1/callback?code=1", "http://127.0.0.1:1/other?code=1"),
      ("https://app.example?code=1", "https://app.example/other?code=1"),
      ("com.example.app:/callback?code=1", "com.example.app:/other?code=1"),
      ("com.example.app:/callback#code=1", "com.example.app:/other#code=1"),
      ("app://callback/deep#code=1", "app://callback/other#code=1"),
    ])
  func path(_ url: String, _ expected: String) {
    #expect(moved(url, to: "/other") == expected)
  }

  @Test(
    "and what differs is said, with the characters",
    arguments: [
      ("state=abcdef", "state=abcde", ["state is \"…cde\" and was \"…cdef\""]),
      ("state=abcdef", "state=abXdef", ["state is \"abX…\" and was \"abc…\""]),
      ("state=ab&iss=x", "state=ab", ["iss is left out"]),
      ("code=1", "code=1&code=two", ["code=two is added"]),
      ("code=1", "code=1", []),
    ])
  func differences(_ sent: String, _ brought: String, _ said: [String]) {
    let pairs = [sent, brought].map { CallbackChange.pairs("app:/callback?\($0)", nil) }
    #expect(CallbackChange.differences(pairs[0], pairs[1]) == said)
  }

  @Test("or behind the path that it had")
  func behind() {
    #expect(moved("app:/callback#code=1", to: ".evil") == "app:/callback.evil#code=1")
    #expect(moved("http://a.test/cb?code=1", to: "_other") == "http://a.test/cb_other?code=1")
    // What stands behind a host without a path would be a part of the host or its port.
    #expect(moved("http://a.test:80?code=1", to: "_other") == "http://a.test:80/_other?code=1")
  }
}
