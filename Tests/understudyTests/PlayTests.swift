import Basics
import TestSupport
import Testing

@testable import understudy

@Suite("An issuer of one's own")
struct PlayTests {
  private func play(_ arguments: String...) throws -> Tool.Result {
    try Tool(["play"] + arguments + ["--", "/bin/sh", "-c", "echo \"$HTTPS_PROXY\""]).finish()
  }

  @Test(
    "is answered while a command runs",
    arguments: ["https://login.acme.test", "https://login.acme.test/=keycloak"])
  func command(_ target: String) throws {
    let result = try play(target)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("http://127.0.0.1:"))
  }

  @Test("has the paths of a discovery document, moved to its own address")
  func discovered() throws {
    let scratch = try Scratch()
    let file = scratch.folder.path + "/discovery.json"
    try Files.write(
      """
      {"issuer": "https://a.test/old", "authorization_endpoint": "https://a.test/old/in",
       "token_endpoint": "https://api.a.test/token", "jwks_uri": "https://a.test/keys"}
      """, to: file)
    let provider = try PlayedIssuer("https://b.test/new").provider(from: file)
    #expect(provider.id == "b-test")
    #expect(provider.authorize == "https://b.test/new/in")
    #expect(provider.text.contains("api.a.test"))
    #expect(provider.text.contains("/keys") && !provider.text.contains("\"a.test\""))
    let result = try play("https://b.test/new", "--from", file)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test("accepts any client only where nobody comes from another machine")
  func clients() throws {
    func play(_ options: String...) throws -> String {
      let script =
        "\"\(try Tool.location().path)\" visit --as alice 'https://a.test/authorize?client_id=nobody&response_type=code&redirect_uri=http://127.0.0.1:7/cb'"
      return try Tool(["play", "https://a.test"] + options + ["--", "/bin/sh", "-c", script])
        .finish().output
    }
    #expect(try play().contains("code="))
    #expect(try !play("--allow-host", "mock.example").contains("code="))
    #expect(try play("--allow-host", "mock.example", "--allow-remote").contains("code="))
  }

  @Test(
    "is refused in words that say what to do",
    arguments: [
      (["login.acme.test"], "expected the URL of an issuer, such as https://login.acme.test"),
      (["https://a.test/?x=y"], "expected the URL of an issuer"),
      (
        ["https://a.test/main"],
        "expected an origin, https://a.test; for an issuer with a path, add --from"
      ),
      (
        ["https://a.test=keyclok"],
        "play https://a.test=keyclok: there is no provider \"keyclok\"; did you mean \"keycloak\""
      ),
      (["https://a.test", "--at-root", "google"], "leave one of them out"),
      (["https://a.test=google", "--from", "x.json"], "leave =google out"),
      (["https://a.test", "--from", "/nowhere.json"], "/nowhere.json"),
    ])
  func refused(_ arguments: [String], _ words: String) throws {
    let result = try Tool(["play"] + arguments + ["--", "true"]).finish()
    #expect(result.status == 2 || result.status == 1)
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
