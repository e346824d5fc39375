import Foundation
import Testing

@testable import understudy

@Suite("Ports and variables")
struct SettingTests {
  @Test("a variable that sets nothing is told, with the one that is meant, and the server starts")
  func misspelt() throws {
    let served = try Served(environment: [
      "UNDERSTUDY_ACCEPT_ANY_CLIENTS": "1", "UNDERSTUDY_XYZZY": "1", "UNDERSTUDY_URL": "http://a",
      "UNDERSTUDY_HTTPS_URL": "https://a", "UNDERSTUDY_PROXY_URL": "http://a",
      "UNDERSTUDY_CA_FILE": "/a", "UNDERSTUDY_QUIET": "0", "OTHER_UNDERSTUDY_X": "1",
      "UNDERSTUDY_RECORD": "1",
    ])
    let errors = served.stop().errors
    #expect(
      errors.contains(
        "UNDERSTUDY_ACCEPT_ANY_CLIENTS sets nothing: there is no such option; did you mean UNDERSTUDY_ACCEPT_ANY_CLIENT?"
      ), "\(errors)")
    #expect(errors.contains("UNDERSTUDY_XYZZY sets nothing: there is no such option\n"))
    #expect(errors.ranges(of: "sets nothing").count == 2, "\(errors)")
  }

  @Test("run tells of it, too")
  func run() throws {
    let result = try Tool(
      ["run", "--", "true"], environment: ["UNDERSTUDY_SIGNIN": "alice"]
    ).finish()
    #expect(result.status == 0)
    #expect(
      result.errors.hasPrefix(
        "UNDERSTUDY_SIGNIN sets nothing: there is no such option; did you mean UNDERSTUDY_SIGN_IN?\n"
      ))
  }

  /// The help of `serve` names every variable that it reads, and no other.
  @Test("the help names each variable")
  func help() throws {
    let help = try Tool.run("serve", "--help").output
    let named = Set(
      help.matches(of: /\[(UNDERSTUDY_[A-Z_]+)\]/).map { String($0.output.1) })
    #expect(named == Set(Setting.allCases.map(\.variable)))
  }

  @Test(
    "a port that is none is refused, with what was expected",
    arguments: [
      (["serve", "--port", "70000"], [:], "70000"), (["serve", "--https", "65536"], [:], "65536"),
      (["serve", "--proxy=-1"], [:], "-1"), (["serve", "--port", "http"], [:], "http"),
      (["serve"], ["UNDERSTUDY_PORT": "70000"], "UNDERSTUDY_PORT"),
      (["serve"], ["UNDERSTUDY_HTTPS": "70000"], "UNDERSTUDY_HTTPS"),
      (["run", "--port", "70000", "--", "true"], [:], "70000"),
      (["hosts", "--https", "70000"], [:], "70000"),
      (["visit", "http://127.0.0.1/", "--resolve", "a:70000:127.0.0.1:80"], [:], "--resolve"),
    ] as [([String], [String: String], String)])
  func ports(_ arguments: [String], _ environment: [String: String], _ named: String) throws {
    let result = try Tool(arguments, environment: environment).finish()
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("expected a port from 0 to 65535"), "\(result.errors)")
    #expect(result.errors.contains(named), "\(result.errors)")
  }
}
