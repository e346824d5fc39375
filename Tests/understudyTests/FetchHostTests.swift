import Basics
import TestSupport
import Testing

@testable import understudy

/// The hosts from which documents are fetched.
@Suite("--fetch-host")
struct FetchHostTests {
  @Test(
    "takes a host alone",
    arguments: [
      "https://a.example", "a.example:443", "a.example/x", "", "a b", "*", "user@a.example",
    ])
  func bad(_ host: String) throws {
    do {
      _ = try ServerOptions.parse(["--fetch-host", host]).fetcher()
      Issue.record("took \(host)")
    } catch {
      #expect("\(error)".contains("--fetch-host ") && (host.isEmpty || "\(error)".contains(host)))
      #expect("\(error)".contains(": expected a host without scheme"))
    }
  }

  @Test(
    "takes names and addresses",
    arguments: ["a.example", "A-b.example", "10.0.0.1", "::1", "[fd00::1]", "localhost"])
  func good(_ host: String) throws {
    _ = try ServerOptions.parse(["--fetch-host", host, "--fetch-host", "b.example"]).fetcher()
  }

  @Test(
    "may lead to the loopback only of a server that listens there, or that may be used from a network",
    arguments: [
      ([], true), (["--host", "0.0.0.0"], false), (["--host", "0.0.0.0", "--allow-remote"], true),
    ]
      as [([String], Bool)])
  func loopback(_ options: [String], _ isAllowed: Bool) throws {
    let parsed = try ServerOptions.parse(["--fetch-host", "vm"] + options)
    #expect(parsed.fetchesFromLoopback == isAllowed)
  }

  @Test("stops the server where it is wrong, also from the environment")
  func exit() throws {
    let result = try Tool.run("serve", "--port", "0", "--fetch-host", "https://a.example")
    #expect(result.status == 2)
    #expect(result.errors.contains("--fetch-host https://a.example"))
  }
}
