import Testing

@testable import ProviderModel

@Suite("A host's name")
struct HostNameTests {
  @Test(
    "is the loopback's where nobody else can own it",
    arguments: [
      "", "localhost", "vk.localhost", "127.0.0.1", "127.255.255.255", "127.0.0.1:8400", "[::1]",
      "[::1]:8400", "LOCALHOST:1",
    ])
  func loopback(_ authority: String) {
    #expect(HostName.isLoopback(HostName.name(of: authority)))
  }

  @Test("without brackets or port is the loopback's too")
  func bare() { #expect(HostName.isLoopback("::1")) }

  @Test(
    "that only looks like the loopback's is not",
    arguments: [
      "127.x.evil.com", "127.0.evil.com", "127.0.0.com", "127.0.0.256", "127.0.0.0001",
      "127.0.0.+1",
      "127.0.0.", "127..0.0.1", "127.0.0.1.evil.com", "128.0.0.1", "0127.0.0.1",
      "localhost.evil.com",
      "evil-localhost", "[::2]",
    ])
  func foreign(_ authority: String) {
    #expect(!HostName.isLoopback(HostName.name(of: authority)))
  }
}
