import Testing

@testable import ProviderModel

@Suite("Redirect URIs by host, prefix, path and wildcard")
struct RedirectMatchTests {
  private static let registered = "https://app.test/cb"

  private func matches(
    _ sent: String, _ match: RedirectRule.Match, _ registered: String = registered
  ) -> Bool {
    RedirectURI.matches(sent, registered: registered, RedirectRule(match: match))
  }

  @Test(
    "each takes what it says",
    arguments: [
      ("https://app.test/cb", "host prefix below wildcard"),
      ("https://app.test/cb?x=1", "host prefix below"),
      ("https://app.test/cb/more/deep?x=1", "host prefix below"),
      ("https://app.test/cbother", "host prefix"),
      ("https://app.test/", "host"), ("https://app.test", "host"),
      ("https://app.test/other?x", "host"),
      ("https://app.test:443/cb", ""), ("http://app.test/cb", ""), ("https://www.app.test/cb", ""),
      ("https://app.test.evil.test/cb", ""), ("https://evil.test/cb", ""),
      ("https://app.test@evil.test/cb", ""), ("https://user@app.test/cb", ""),
      ("https://app.test\\@evil.test/cb", ""), ("https://app.test/cb/../admin", ""),
      ("https://app.test/cb/..", ""), ("https://app.test/cb/%2e%2E/admin", ""),
      ("https://app.test/cb/.%2e/admin", ""), ("https://app.test/cb%2f..%2fadmin", ""),
      ("https://app.test/cb/..%5cadmin", ""), ("https://app.test/cb\\..\\admin", ""),
      ("https://app.test/cb#x", ""), ("https:/app.test/cb", ""), ("https:app.test/cb", ""),
      ("//app.test/cb", ""), ("javascript://app.test/cb", ""),
    ])
  func table(_ sent: String, _ takers: String) {
    let names = takers.split(separator: " ").map(String.init)
    for match in [RedirectRule.Match.host, .prefix, .below, .wildcard] {
      #expect(matches(sent, match) == names.contains(match.rawValue), "\(match) \(sent)")
    }
  }

  @Test("a path that ends in a slash is a folder")
  func folder() {
    #expect(matches("https://app.test/a/b", .below, "https://app.test/a/"))
    #expect(!matches("https://app.test/ab", .below, "https://app.test/a/"))
    #expect(matches("https://app.test/any", .below, "https://app.test"))
  }

  @Test("a star stands for any end of a path")
  func wildcard() {
    let open = "https://app.test/a/*"
    #expect(matches("https://app.test/a/b?x=1", .wildcard, open))
    #expect(matches("https://app.test/a/", .wildcard, open))
    #expect(!matches("https://app.test/b", .wildcard, open))
    #expect(!matches("https://app.test.evil.test/a/", .wildcard, "https://app.test*"))
    #expect(!matches("https://app.test/a/b", .exact, open))
    #expect(RedirectURI.isOpen(open, RedirectRule(match: .wildcard)))
    #expect(!RedirectURI.isOpen(open, .exact))
  }
}
