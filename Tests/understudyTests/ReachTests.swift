import Basics
import Engine
import ProviderModel
import Server
import TestSupport
import Testing

@testable import understudy

/// Whether other machines are expected: by an address or by a name, which is the same.
@Suite("Beyond loopback")
struct ReachTests {
  private func options(_ arguments: [String]) throws -> ServerOptions {
    try ServerOptions.parse(arguments)
  }

  static let beyond = [
    ["--host", "0.0.0.0"], ["--host", "::"], ["--host", "192.168.1.7"],
    ["--host", "::ffff:10.0.0.1"], ["--allow-host", "mock.example"],
    ["--allow-host", "localhost.evil.example"], ["--allow-host", "127.0.0.1.evil.example"],
    ["--allow-host", "evil-localhost"], ["--allow-host", "2001:db8::1"],
    ["--public-url", "https://mock.example"], ["--public-url", "http://192.168.1.7:8400"],
    ["--internal-url", "http://understudy:8400"],
  ]

  @Test("is an address or a name of the network, by whichever option", arguments: beyond)
  func remote(_ arguments: [String]) throws {
    #expect(try options(arguments).beyondLoopback == arguments.joined(separator: " "))
    // A name of this machine before it changes nothing.
    let both = try options(["--allow-host", "a.localhost"] + arguments)
    #expect(both.beyondLoopback == arguments.joined(separator: " "))
  }

  @Test(
    "is no address and no name of this machine",
    arguments: [
      [], ["--host", "127.0.0.1"], ["--host", "127.0.0.2"], ["--host", "::1"],
      ["--host", "localhost"], ["--host", "::ffff:127.0.0.1"], ["--allow-host", "app.localhost"],
      ["--allow-host", "LOCALHOST"], ["--allow-host", "::1"],
      ["--public-url", "http://localhost:8400"], ["--public-url", "https://mock.localhost"],
      ["--internal-url", "http://127.0.0.1:8400"], ["--public-url", "http://[::1]:8400"],
    ])
  func local(_ arguments: [String]) throws {
    #expect(try options(arguments).beyondLoopback == nil)
  }

  @Test("--accept-any-client and --sign-in are refused, unless --allow-remote", arguments: beyond)
  func refused(_ arguments: [String]) throws {
    for more in [["--accept-any-client"], ["--sign-in", "alice"]] {
      let failure = #expect(throws: Failure.self) {
        try options(arguments + more).checkReach()
      }
      let given = arguments.joined(separator: " ")
      #expect(failure?.text.hasPrefix("\(more[0]) with \(given) ") == true)
      #expect(failure?.text.hasSuffix("add --allow-remote if that is meant") == true)
      try options(arguments + more + ["--allow-remote"]).checkReach()
      try options(more).checkReach()
    }
    try options(arguments).checkReach()
  }

  @Test("--proxy-others pass is refused where the proxy listens to the network")
  func proxy() throws {
    #expect(throws: Failure.self) {
      try options(["--proxy-others", "pass", "--host", "0.0.0.0"]).checkReach()
    }
    try options(["--proxy-others", "pass", "--host", "0.0.0.0", "--allow-remote"]).checkReach()
    try options(["--proxy-others", "pass", "--host", "127.0.0.2"]).checkReach()
    try options(["--proxy-others", "refuse", "--host", "0.0.0.0"]).checkReach()
  }

  @Test(
    "a token is drawn, and neither passwords nor secrets are shown",
    arguments: [["--public-url", "https://mock.example"], ["--allow-host", "mock.example"]])
  func hidden(_ arguments: [String]) throws {
    let scratch = try Scratch()
    let ready = scratch.path("ready.json")
    let served = try Served(arguments + ["--ready-file", ready])
    let page = try served.get("/").body
    #expect(page.contains("(hidden)") && !page.contains("wonderland"))
    #expect(try served.get("/_understudy/sandboxes").status == 401)
    let members = try JSONReader().read(Files.read(ready), file: ready).root
    let token = try #require(members["control_token"]?.stringValue)
    #expect(token.count == 32)
    let right = try served.send(
      "GET", "/_understudy/sandboxes", ["Authorization": "Bearer \(token)"])
    #expect(right.status == 200)
    _ = served.stop()
  }

  @Test("with a name of this machine no token is asked for, and passwords are shown")
  func shown() throws {
    let served = try Served([
      "--public-url", "http://mock.localhost", "--allow-host", "a.localhost",
    ])
    #expect(try !served.get("/").body.contains("(hidden)"))
    #expect(try served.get("/_understudy/sandboxes").status == 200)
    _ = served.stop()
  }

  @Test(
    "an IPv6 address to listen at, or to answer to, is answered with brackets, as a Host has it")
  func ownAddress() throws {
    let options = try options(["--host", "2001:db8::1", "--allow-host", "2001:db8::2"])
    var setting = MockServer.Setting(keys: try Keys(files: [], seed: 1).ring)
    try options.set(&setting)
    let site = Site(try options.staging().providers, options: setting.site)
    for host in ["[2001:db8::1]:8400", "[2001:DB8::2]"] {
      #expect(site.allows(HostName.name(of: host)), "\(host)")
    }
    for host in ["2001", "[2001:db8::3]", "[2001"] {
      #expect(!site.allows(HostName.name(of: host)), "\(host)")
    }
  }
}

@Suite("A control token")
struct ControlTokenTests {
  @Test(
    "that is short, or that no header carries, ends the start with 2, and is not repeated",
    arguments: [
      "x", "fifteen-letters", "", "a token with spaces in it", "a-token-with-\u{e9}\u{e9}\u{e9}",
    ])
  func refused(_ token: String) throws {
    let given = try Tool.run("serve", "--port", "0", "--control-token", token)
    #expect(given.status == 2 && given.errors.hasPrefix("--control-token: expected "))
    #expect(given.errors.contains("openssl rand -hex 16"))
    #expect(token.count < 2 || !given.errors.contains(token))
    // A variable without a value sets nothing.
    guard !token.isEmpty else { return }
    let variable = try Tool(
      ["serve", "--port", "0"], environment: ["UNDERSTUDY_CONTROL_TOKEN": token]
    ).finish()
    #expect(variable.status == 2)
    #expect(variable.errors.hasPrefix("UNDERSTUDY_CONTROL_TOKEN: expected "))
  }

  @Test("of 16 characters is taken")
  func taken() throws {
    try ServerOptions.checkToken("sixteen-letters!", "--control-token")
    try ServerOptions.checkToken(nil, "--control-token")
    #expect(throws: Failure.self) {
      try ServerOptions.checkToken("fifteen-letters", "--control-token")
    }
  }
}
