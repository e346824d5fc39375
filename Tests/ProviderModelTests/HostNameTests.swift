import Testing

@testable import ProviderModel

@Suite("A host's name")
struct HostNameTests {
  @Test(
    "is the loopback's where nobody else can own it",
    arguments: [
      "", "localhost", "vk.localhost", "127.0.0.1", "127.255.255.255", "127.0.0.1:8400", "[::1]",
      "[::1]:8400", "LOCALHOST:1", "127.0.0.2", "[::ffff:127.0.0.1]", "[::FFFF:127.8.9.10]:8400",
      "[::ffff:7f00:1]", "[::ffff:7fff:ffff]",
    ])
  func loopback(_ authority: String) {
    #expect(HostName.isLoopback(HostName.name(of: authority)))
  }

  @Test("without brackets or port is the loopback's too")
  func bare() {
    #expect(HostName.isLoopback("::1"))
    #expect(HostName.isLoopback("::ffff:127.0.0.1"))
  }

  @Test("gets brackets where it is an IPv6 address without them")
  func brackets() {
    #expect(HostName.bracketed("fe80::1") == "[fe80::1]")
    for other in ["[::1]", "127.0.0.1", "mock.example:80", ""] {
      #expect(HostName.bracketed(other) == other)
    }
  }

  @Test(
    "that only looks like the loopback's is not",
    arguments: [
      "127.x.evil.com", "127.0.evil.com", "127.0.0.com", "127.0.0.256", "127.0.0.0001",
      "127.0.0.+1",
      "127.0.0.", "127..0.0.1", "127.0.0.1.evil.com", "128.0.0.1", "0127.0.0.1",
      "localhost.evil.com",
      "evil-localhost", "[::2]", "[::ffff:128.0.0.1]", "[::ffff:127.0.0.1.evil.com]",
      "[::ffff:7f0:1]", "[::ffff:7f00:1:1]", "[::ffff:7f00]", "[::ffff:7fxy:1]", "[::fffe:7f00:1]",
      "localhost.", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost",
    ])
  func foreign(_ authority: String) {
    #expect(!HostName.isLoopback(HostName.name(of: authority)))
  }
}
