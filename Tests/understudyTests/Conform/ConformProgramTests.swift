import Basics
import Foundation
import Testing

@Suite("conform starts the client as it was told", .serialized, .timeLimit(.minutes(15)))
struct ConformProgramTests {
  @Test("with its arguments as they are, and placeholders filled in")
  func arguments() throws {
    let scratch = try Scratch()
    let file = scratch.path("arguments")
    let script = #"printf '%s\n' "$@" >"$1"; exec "$0" reference-client"#
    let given = ["a b", "*", "\"q\" 'q'", "$HOME `id` ; #", "", "-x=--", "{client_id}|{unknown}|{"]
    let examined = try Examined(
      ["--only", "code-happy"],
      ["/bin/sh", "-c", script, try Tool.location(of: "self-test").path, file] + given + [
        "{issuer}"
      ])
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    #expect(lines.prefix(7) == [file] + given.dropLast())
    #expect(lines[7] == "conformance|{unknown}|{")
    #expect(lines[8].hasPrefix("http://127.0.0.1:") && lines[8].hasSuffix("/standard"))
  }

  @Test(
    "with the addresses of the provider's own metadata, and none where it publishes none",
    arguments: [
      (
        "azure-ad-b2c", "/v2.0/.well-known/openid-configuration?p=", "/v2.0/",
        "/discovery/v2.0/keys"
      ),
      ("standard", "/standard/.well-known/openid-configuration", "/standard", "/standard/jwks"),
      ("vk", "", "/vk", ""),
    ])
  func metadata(_ provider: String, _ document: String, _ issuer: String, _ keys: String) throws {
    let scratch = try Scratch()
    let seen = scratch.path("seen")
    let script = """
      printf '%s\\n' "$OAUTH_DISCOVERY_URL" "$OAUTH_ISSUER" "$OAUTH_JWKS_URL" >'\(seen)'
      test -z "$OAUTH_DISCOVERY_URL" || curl -sS "$OAUTH_DISCOVERY_URL" >>'\(seen)'
      exec "$0" reference-client --profile implicit-native --untyped
      """
    _ = try Examined(
      ["--provider", provider, "--only", "impl-happy"], script: script,
      profile: "implicit-native")
    let lines = try String(contentsOfFile: seen, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(document.isEmpty ? lines[0].isEmpty : lines[0].contains(document), "\(lines)")
    #expect(lines[1].hasSuffix(issuer), "\(lines)")
    #expect(keys.isEmpty ? lines[2].isEmpty : lines[2].contains(keys), "\(lines)")
    guard !document.isEmpty else { return }
    let tree = try JSONReader().read(Array(lines[3].utf8), file: "metadata").root
    #expect(tree["issuer"]?.stringValue == lines[1])
  }

  @Test("each time in a home of its own, with its variables and templates, of which nothing stays")
  func home() throws {
    let scratch = try Scratch()
    let template = try scratch.write("issuer={issuer}\nid={client_id}\n", to: "in.conf")
    let seen = scratch.path("seen")
    let names = [
      "OAUTH_ISSUER", "OAUTH_DISCOVERY_URL", "OAUTH_AUTHORIZE_URL", "OAUTH_TOKEN_URL",
      "OAUTH_USERINFO_URL", "OAUTH_JWKS_URL", "OAUTH_RESOURCE_URL", "OAUTH_CLIENT_ID",
      "OAUTH_REDIRECT_URI", "OAUTH_SCOPE", "OAUTH_RESPONSE_TYPE", "OAUTH_PROFILE",
      "OAUTH_TEST_ID", "OAUTH_REPORT_URL", "BROWSER", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
      "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR",
    ]
    let tests = names.map { "test -n \"$\($0)\" || echo \"no \($0)\" >>'\(seen)'" }
    let script =
      tests.joined(separator: "\n") + """

        test ! -e "$HOME/before" || echo "home is not fresh" >>'\(seen)'
        touch "$HOME/before"
        grep -qx "issuer=$OAUTH_ISSUER" "$HOME/.config/app/app.conf" || echo "no template" >>'\(seen)'
        test -z "$OAUTH_STALE$UNDERSTUDY_STALE" || echo "stale variables" >>'\(seen)'
        echo "$OAUTH_TEST_ID $HOME" >>'\(seen)'
        exec "$0" reference-client
        """
    let examined = try Examined(
      [
        "--only", "code-happy,code-unknown-params", "--template",
        "\(template):{home}/.config/app/app.conf",
      ], script: script,
      environment: ["TMPDIR": scratch.path(""), "OAUTH_STALE": "1", "UNDERSTUDY_STALE": "1"])
    #expect(examined["code-unknown-params"] == "pass", "\(examined.result.errors)")
    let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.allSatisfy { $0.hasPrefix("code-") })
    let homes = lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(Set(homes).count == 2)
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(left.sorted() == ["in.conf", "seen"])
  }

  @Test(
    "and stands behind every name of a browser",
    arguments: [
      "$BROWSER", "xdg-open", "open", "open -a Firefox", "x-www-browser", "www-browser",
      "sensible-browser", "wslview",
    ])
  func openers(_ opener: String) throws {
    let examined = try Examined(
      ["--only", "code-happy"], script: ShellClient.open(by: opener) + ShellClient.redeem)
    #expect(examined["code-happy"] == "pass", "\(examined.result.errors)")
  }

  @Test("and hands callbacks that are no web addresses to a command or to standard input")
  func scheme() throws {
    let scratch = try Scratch()
    let place = scratch.path("callback")
    let script =
      ShellClient.open()
      + "i=0; while [ ! -s '\(place)' ] && [ $i -lt 200 ]; do i=$((i+1)); sleep 0.05; done\n"
      + "exec <'\(place)'\n" + ShellClient.redeem
    let byCommand = try Examined(
      ["--only", "code-happy", "--open-cmd", "printf '%s\\n' {url} >'\(place)'"], script: script)
    #expect(byCommand["code-happy"] == "pass", "\(byCommand.result.errors)")
    let callback = try String(contentsOfFile: place, encoding: .utf8)
    #expect(callback.hasPrefix("com.example.app:/cb?"))
    let failing = try Examined(
      ["--only", "code-happy", "--timeout", "3", "--open-cmd", "false {url}"],
      script: ShellClient.open() + ShellClient.redeem)
    #expect(failing["code-happy"] != "pass" && failing.result.status != 0)
    #expect(failing.result.errors.contains("--open-cmd"), "\(failing.result.errors)")
  }

  @Test("and believes its own words more than its exit code")
  func outcome() throws {
    let silent = ShellClient.open() + ShellClient.redeem
    let says = try Examined(
      ["--only", "code-happy"],
      script: silent + #"echo '{"outcome": "rejected", "error": "mine"}'"#)
    #expect(says["code-happy"] == "fail", "\(says.result.errors)")
    let posts = try Examined(
      ["--only", "code-happy"],
      script: silent
        + #"curl -sf "$OAUTH_REPORT_URL" -d '{"outcome": "accepted"}' || exit 0; exit 1"#)
    #expect(posts["code-happy"] == "pass", "\(posts.result.errors)")
  }
}
