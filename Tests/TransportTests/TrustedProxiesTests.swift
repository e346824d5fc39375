import Basics
import HTTPTypes
import TestSupport
import Testing

@testable import Transport

@Suite("Who stands in front")
struct TrustedProxiesTests {
  private func trusting(_ texts: String...) throws -> TrustedProxies {
    var trusted = TrustedProxies()
    for text in texts {
      let isAdded = trusted.add(text)
      try #require(isAdded, "\(text)")
    }
    return trusted
  }

  @Test("is known by its address or its network")
  func contains() throws {
    let trusted = try trusting("10.0.0.0/8", "192.168.1.5", "fd00::/8")
    func has(_ text: String) throws -> Bool {
      trusted.contains(try #require(SocketAddress.resolve(text)?.first))
    }
    #expect(try has("10.200.3.4") && has("192.168.1.5") && has("fd12::1"))
    #expect(try !has("11.0.0.1") && !has("192.168.1.6") && !has("fe80::1") && !has("::a00:1"))
    #expect(try trusting("0.0.0.0/0").contains(#require(SocketAddress.resolve("8.8.8.8")?.first)))
  }

  /// The first and the last address of a network, and their neighbours outside.
  @Test(
    "is known by a network that does not end at an octet",
    arguments: [
      ("10.1.2.0/23", ["10.1.2.0", "10.1.3.255"], ["10.1.1.255", "10.1.4.0"]),
      ("10.1.3.7/23", ["10.1.2.0", "10.1.3.255"], ["10.1.1.255", "10.1.4.0"]),
      ("10.1.2.4/31", ["10.1.2.4", "10.1.2.5"], ["10.1.2.3", "10.1.2.6"]),
      ("10.1.2.4/32", ["10.1.2.4"], ["10.1.2.3", "10.1.2.5"]),
      ("128.0.0.0/1", ["128.0.0.0", "255.255.255.255"], ["127.255.255.255", "0.0.0.0"]),
      ("172.16.0.0/12", ["172.16.0.0", "172.31.255.255"], ["172.15.255.255", "172.32.0.0"]),
      ("10.0.0.0/9", ["10.0.0.0", "10.127.255.255"], ["10.128.0.0", "9.255.255.255"]),
      (
        "2001:db8:0:8::/61", ["2001:db8:0:8::", "2001:db8:0:f:ffff:ffff:ffff:ffff"],
        ["2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:10::"]
      ),
      ("fe80::/10", ["fe80::", "febf:ffff::1"], ["fe7f:ffff::", "fec0::"]),
      ("::/127", ["::", "::1"], ["::2", "::3"]),
    ] as [(String, [String], [String])])
  func bits(_ network: String, _ inside: [String], _ outside: [String]) throws {
    let trusted = try trusting(network)
    for (texts, isInside) in [(inside, true), (outside, false)] {
      for text in texts {
        let address = try #require(SocketAddress.resolve(text)?.first)
        #expect(trusted.contains(address) == isInside, "\(text) in \(network)")
      }
    }
  }

  @Test(
    "is known in its own family alone: the bits of an IPv6 address are not those of an IPv4 network",
    arguments: [
      ("10.0.0.0/8", "a00::1"), ("a00::/8", "10.0.0.1"), ("::/128", "0.0.0.0"),
      ("0.0.0.0/32", "::"),
    ])
  func families(_ network: String, _ address: String) throws {
    #expect(try !trusting(network).contains(#require(SocketAddress.resolve(address)?.first)))
  }

  @Test("may have as many bits as its address, and not one more")
  func most() {
    for (text, isNetwork) in [
      ("10.0.0.0/32", true), ("10.0.0.0/33", false), ("::/128", true), ("::/129", false),
      ("::/0", true),
      ("10.0.0.0/+8", false), ("10.0.0.0/ 8", false), ("10.0.0.0/8/8", false), ("/8", false),
    ] {
      var trusted = TrustedProxies()
      let isAdded = trusted.add(text)
      #expect(isAdded == isNetwork, "\(text)")
    }
  }

  @Test(
    "is no name, and no network that is none",
    arguments: ["localhost", "10.0.0.0/33", "10.0.0.0/", "::/129", "", "10.0.0.0/-1", "10.0.0/8"])
  func bad(_ text: String) {
    var trusted = TrustedProxies()
    let isAdded = trusted.add(text)
    #expect(!isAdded)
  }

  private func seen(_ fields: String, trusted: TrustedProxies) throws -> String {
    let stage = try TestServer(
      trusted: trusted,
      handler: { Answer(status: .ok, body: Array("\($0.scheme)://\($0.authority)".utf8)) })
    defer { stage.finish() }
    let text = "GET / HTTP/1.1\r\nHost: a.example\r\n\(fields)\r\n"
    return try #require(try exchange(stage.port, text)).body
  }

  @Test(
    "says how the client came",
    arguments: [
      ("X-Forwarded-Proto: https\r\n", "https://a.example"),
      ("X-Forwarded-Proto: http, HTTPS\r\n", "https://a.example"),
      ("X-Forwarded-Proto: https, http\r\n", "http://a.example"),
      ("X-Forwarded-Proto: https\r\nX-Forwarded-Host: b.example:444\r\n", "https://a.example"),
      (
        "Forwarded: proto=http, for=\"a;b,c\";proto=https;host=\"c.example\"\r\n",
        "https://a.example"
      ),
      ("Forwarded: PROTO=https\r\nX-Forwarded-Host: b\r\n", "https://a.example"),
      // The client's quote takes in what the proxy said behind it: nobody is believed then.
      ("Forwarded: proto=https;x=\", proto=http\r\n", "http://a.example"),
      ("Forwarded: x=\"\r\nForwarded: proto=https\r\n", "http://a.example"),
      ("Forwarded: for=1.2.3.4\r\nX-Forwarded-Proto: https\r\n", "https://a.example"),
      ("Forwarded: proto=http\r\nForwarded: proto=https\r\n", "https://a.example"),
      ("Forwarded: for=\"a,proto=https\"\r\n", "http://a.example"),
      ("Forwarded: for=a;proto=https, for=b\r\n", "http://a.example"),
      ("Forwarded: proto=\"https\"\r\n", "https://a.example"),
      ("Forwarded: proto=httpsx\r\n", "http://a.example"),
      ("Forwarded: xproto=https\r\n", "http://a.example"),
      ("X-Forwarded-Proto: gopher\r\n", "http://a.example"),
      ("X-Forwarded-Host: a b\r\n", "http://a.example"), ("", "http://a.example"),
    ])
  func forwarded(_ fields: String, _ origin: String) throws {
    #expect(try seen(fields, trusted: trusting("127.0.0.0/8")) == origin)
  }

  @Test("is not believed where nobody trusts it")
  func stranger() throws {
    let fields = "X-Forwarded-Proto: https\r\nForwarded: proto=https;host=evil.example\r\n"
    #expect(try seen(fields, trusted: .init()) == "http://a.example")
    #expect(try seen(fields, trusted: trusting("10.0.0.0/8", "::1")) == "http://a.example")
  }
}
