import Foundation
import TestSupport
import Testing

/// Arguments and options in the wrong place.
extension NewcomerMistakeTests {
  static let misplaced: [([String], String)] = [
    (
      ["serve", "--sign-in", "alice", "--consent", "deny"],
      "expected granted or denied; did you mean \"denied\"?"
    ),
    (["serve", "--sign-in", "deny"], "there is no person \"deny\"; did you mean \"denies\"?"),
    (["check", "--store", "x"], "--store is an option of serve."),
    (["run", "--ready-file", "x", "--", "true"], "--ready-file is an option of serve."),
    (["run", "--quiet", "--", "true"], "--quiet is an option of serve."),
    (["check", "--seed", "1"], "--seed is an option of serve and run."),
    (["serve", "--ability", "x"], "--ability is an option of conform run and conform serve."),
    (["serve", "--silence", "3"], "--silence is an option of conform run."),
    (["check", "x.json", "--verbose"], "--verbose is an option of visit and bisect."),
    (["bisect", "--from", "x", "--", "true"], "--from is an option of play and new."),
    (["bisect", "--store", "x", "--", "true"], "--store is an option of serve."),
    (["logout", "--user", "alice"], "The person is an argument: understudy logout alice"),
    (["check", "--cast", "a.json"], "The files are arguments: understudy check cast.json"),
    (["visit", "alice", "http://127.0.0.1:1/"], "The person who signs in: --as alice"),
    (["visit", "http://127.0.0.1:1/", "alice"], "The person who signs in: --as alice"),
    (["serve", "nowhere.json"], "A file: --cast FILE, --provider FILE or --scenario FILE"),
    (["providers", "standard", "--json"], "The format is the value of an option: --format json"),
    (["conform"], "expected a command after \"conform\": list, explain, run, serve, observe"),
    (["import"], "expected a command after \"import\": navikt, keycloak"),
    (["explain", "code-happy"], "did you mean \"conform explain\"?"),
    (
      ["new", "https://acme.test"], "did you mean understudy new my-shop --from https://acme.test?"
    ),
    (
      ["serve", "--cast", "a.json,b.json"],
      "a.json,b.json: error: No such file or directory; repeat --cast for each file"
    ),
    (["play", "https://login.acme.test:70000", "--", "true"], "expected a port from 1 to 65535"),
    (["play", "https://login.acme.test:0", "--", "true"], "expected a port from 1 to 65535"),
    (["play", "https://login.acme.test#x", "--", "true"], "an issuer has no fragment"),
    (
      ["ca", "client", "b", "--san", "http://x/"],
      "--san 'http://x/': expected a host name or an IP address"
    ),
    (["ca", "client", "b", "--san", "a b"], "--san 'a b': expected a host name or an IP address"),
  ]

  @Test(
    "a file that can't be run is answered with the reason", arguments: [(".", "found a folder")])
  func program(_ program: String, _ sentence: String) throws {
    let result = try Tool.run("run", "--", program)
    #expect(result.status == 126 && result.errors.contains(sentence), "\(result)")
    let scratch = try Scratch()
    let file = try scratch.write("#!/bin/sh\n", to: "client")
    let plain = try Tool.run("run", "--", file)
    #expect(plain.errors.contains("chmod +x \(file) lets the system run it"), "\(plain)")
  }

  @Test("of Kubernetes, which sets UNDERSTUDY_PORT, is answered with how to stop it")
  func serviceLink() throws {
    let environment = ["UNDERSTUDY_PORT": "tcp://10.0.0.1:8400"]
    let result = try Tool(["serve"], environment: environment).finish()
    #expect(result.status == 2 && result.errors.contains(#""enableServiceLinks": false"#))
  }

  @Test("in a cast is told by run, too: its client would be missing for no visible reason")
  func leftOut() throws {
    let scratch = try Scratch()
    let cast = try scratch.write(
      #"{"schema": 1, "kind": "cast", "clients": [{"provider": "gogle", "client_id": "a", "kind": "public", "redirect_uris": ["http://localhost/"]}]}"#,
      to: "cast.json")
    let result = try Tool.run("run", "--cast", cast, "--", "true")
    #expect(result.errors.contains(#"there is no provider "gogle""#), "\(result)")
  }

  @Test("in a host of a provider is answered with the host that is meant")
  func host() throws {
    let result = try Tool.run("run", "--", "curl", "-s", "https://acounts.google.com/")
    #expect(result.errors.contains("host; did you mean accounts.google.com? To"), "\(result)")
  }

  @Test("at a running server names what is unknown there, and where the server is")
  func running() throws {
    let served = try Served()
    defer { _ = served.stop() }
    let home = "http://127.0.0.1:\(served.port)"
    for (arguments, sentence) in [
      (["logout", "alice", "--provider", "standrd"], "; did you mean \"standard\"?"),
      (
        ["logout", "--client", "wbe"],
        "no client \"wbe\" is registered; did you mean \"web\"?"
      ),
      (
        ["send-event", "session-revoke", "alice", "--to", home],
        "send-event: standard has no event \"session-revoke\"; did you mean \"session-revoked\"?"
      ),
    ] {
      let result = try Tool(arguments, environment: ["UNDERSTUDY_URL": home]).finish()
      #expect(result.status == 2 && result.errors.contains(sentence), "\(result)")
      #expect(!result.errors.contains("(at \"/"), "\(result)")
    }
    for path in ["/standard", "/_understudy"] {
      for arguments in [
        ["logout", "--url"], ["rotate-keys", "--url"], ["mcp", "--server"], ["top"],
      ] {
        let result = try Tool(arguments + [home + path]).finish()
        #expect(result.status == 2, "\(arguments) \(path): \(result)")
        #expect(
          result.errors.contains("expected the address of a server, without a path"), "\(result)")
      }
    }
  }

  @Test("in the quotation marks of a URL is told where parameters are missing, and only there")
  func quotation() throws {
    let served = try Served()
    defer { _ = served.stop() }
    let page = "http://127.0.0.1:\(served.port)/standard/authorize?"
    for (query, isCut) in [
      ("client_id=web", true), ("response_type=code", true), ("client_id=nobody", false),
      ("client_id=web&scope=openid", false),
    ] {
      let result = try Tool.run("visit", page + query)
      #expect(result.errors.contains("an unquoted & ends the command") == isCut, "\(result)")
    }
    let nobody = try Tool.run("visit", "http://127.0.0.1:1/authorize?client_id=web")
    #expect(nobody.errors.hasSuffix("\nStart one with \"understudy serve\".\n"), "\(nobody)")
    let lost = try Tool.run("visit", "http://127.0.0.1:\(served.port)/standrd/authorize?a=b")
    #expect(lost.errors.contains("have matched: /standard/…, /google/…, "), "\(lost)")
    let wrong = try Tool.run(
      "visit", "--as", "alice", "--password", "wrong",
      page + "client_id=web&response_type=code&redirect_uri=http://127.0.0.1:7999/cb")
    #expect(wrong.errors.contains("without --password, the person's button"), "\(wrong)")
  }
}
