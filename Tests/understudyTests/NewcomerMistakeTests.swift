import Foundation
import TestSupport
import Testing

/// Slips of somebody who starts, each with the sentence that helps.
@Suite("A newcomer's mistake")
struct NewcomerMistakeTests {
  @Test(
    "in the arguments is answered with what was meant",
    arguments: [
      (["serve", "--port", "-1"], "--port -1: expected a number that is not negative."),
      (["serve", "8400"], "A port: --port 8400"), (["serve", "-p", "8400"], "The port: --port"),
      (["-v"], "The version: understudy --version"),
      (["version"], "there is no command \"version\"; did you mean --version?"),
      (["help", "nope"], "there is no command \"nope\"; known here: "),
      (["conform", "rn"], "there is no command \"conform rn\"; did you mean \"run\"?"),
      (["import", "auth0", "x.json"], "there is no command \"import auth0\"; known here: "),
      (["store", "lst"], "there is no command \"store lst\"; did you mean \"ls\"?"),
      (
        ["run", "npm", "test"],
        "put -- before npm, so that its options are its own: understudy run -- npm test"
      ),
      (
        ["serve", "--port", "8499", "--https", "8499"],
        "--port and --https name the same port, 8499: give each its own"
      ),
      (["serve", "--with", "gogle.x"], "there is no provider \"gogle\"; did you mean \"google\"?"),
      (["serve", "--with", "google"], "--with google: expected PROVIDER.QUIRK, such as google."),
      (
        ["serve", "--with", "no-dpop"],
        "--with no-dpop: expected PROVIDER.QUIRK; did you mean standard.no-dpop?"
      ),
      (["serve", "google"], "All bundled providers are served, google too."),
      (
        ["serve", "--allow-host", "http://foo"], "--allow-host http://foo: expected a host without"
      ),
      (
        ["serve", "--allow-host", "*.example.com"], "expected a host without scheme, port and path"
      ),
      (["serve", "--store", "localhost:6379"], "did you mean redis://localhost:6379?"),
      (["serve", "--store", "rediss:/x"], "did you mean rediss://x?"),
      (["serve", "--no-bundled", "--sign-in", "alice"], "leaves the bundled people out"),
      (["visit", "http://127.0.0.1:1/", "--timeout", "0"], "expected seconds from 1 to 3600"),
      (["visit", "http://127.0.0.1:1/", "--cacert", "/nowhere"], "/nowhere: error: No such file"),
      (
        ["visit", "http://127.0.0.1:1/", "--cookie-jar", "/nowhere/x"],
        "/nowhere/x: can't be written"
      ),
      (["serve", "--cast", ""], "--cast: expected a value, found an empty text"),
      (
        ["visit", "http://127.0.0.1:1/", "--as", ""], "--as: expected a value, found an empty text"
      ),
      (["check", ""], "expected the name of a file, found an empty text"),
      (["serve", "--max-sandboxes", "0"], "--max-sandboxes 0: expected 1 or more"),
      (["serve", "--proxy-others", "pass"], "--proxy-others is about the proxy: add --proxy"),
      (["serve", "--host", "127.0.0.1:9000"], "without a port; the port is in --port"),
      (["visit", "http://127.0.0.1:1/", "--open", "firefox"], "expected a command with {url}"),
      (
        ["send-event", "session-revoked", "alice", "--to", "127.0.0.1:3000"],
        "did you mean http://127.0.0.1:3000?"
      ),
      (["store", "list"], "did you mean \"ls\"?"),
      (["serve", "--seed", "abc"], "Expected a whole number that is not negative."),
      (["serve", "--provider", "google"], "google is a bundled provider, which is served without"),
      (["serve", "--scenario", "codes-expires"], "did you mean \"codes-expire\"?"),
      (["serve", "--store", "/tmp"], "/tmp is a folder; expected a file"),
      (["play", "https://accounts.google.com=keycloak"], "this is a host of the provider google"),
      (["play", "https://localhost:9999"], "start understudy serve --at-root standard"),
      (
        ["play", "https://login.acme.test", "pytest"],
        "Put -- before the command: understudy play https://login.acme.test -- pytest"
      ),
      (["providers", "Microsoft"], "did you mean \"entra\" (Microsoft Entra ID)?"),
      (["new", "shop", "--from", "google.com"], "did you mean https://google.com?"),
      (["import", "keycloak", "https://a.test/realm.json"], "expected a file, found a URL"),
      (["visit", "http://127.0.0.1:1/", "--sandbox", "x"], "A sandbox has its own URL: "),
      (["conform", "list", "native-code"], "understudy conform list --profile native-code"),
      (["run", "--", ""], "there is no command;"),
      (["serve", "--cast="], "--cast: expected a value"),
      (
        ["serve", "--at-root", "google", "--at-root", "github"],
        "--at-root: expected one provider, found several"
      ),
      (["serve", "--store", "memory"], "To keep the state in memory, leave --store out."),
      (["serve", "--store", "sqlite:///tmp/x.db"], "a file is named by its path alone: /tmp/x.db"),
      (
        ["serve", "--store", "/nowhere/deep/x.db"],
        "The folder of /nowhere/deep/x.db does not exist"
      ),
      (["visit", "https://127.0.0.1:1/?a", "--cacert", "/etc/hostname"], "found none"),
      (
        [
          "conform", "run", "--profile", "web-rp", "--redirect-uri", "localhost:3000/cb",
          "--start-url", "http://127.0.0.1:1/", "--probe-url", "http://127.0.0.1:1/me",
        ], "did you mean \"http://localhost:3000/cb\"?"
      ),
      (
        ["visit", "--cast", "x.json", "http://a.test/"],
        "--cast is an option of serve and run; visit asks"
      ),
      (["serve", "--user", "alice"], "Did you mean --sign-in?"),
      (["serve", "--config", "x"], "Did you mean --cast?"),
      (["serve", "--sandbox", "x"], "Sandboxes are created at a running server: POST"),
      (
        ["serve", "--port", "0", "--ready-file", "/tmp"],
        "--ready-file /tmp: expected a file, found a"
      ),
      (
        ["serve", "--port", "0", "--ready-file", "/nowhere/x"],
        "--ready-file: can't write /nowhere/x: No such file"
      ),
      (["visit", "--timeout", "5s", "http://a.test/"], "Expected a whole number of seconds"),
      (["visit", "http://"], "expected an authorization URL with a host"),
      (
        ["visit", "http://a.test/", "--resolve", "a.test:80"],
        "expected HOST:PORT:ADDRESS, or HOST:"
      ),
      (["conform", "observe", "http://127.0.0.1:1"], "did you mean --url http://127.0.0.1:1?"),
      (["compare", "x.har"], "The provider's ID comes before the recording: understudy compare"),
      (
        ["bisect", "--provider", "google", "true"], "comes first: understudy bisect google -- true"
      ),
      (
        ["bisect", "--provider", "google", "--", "true"],
        "The provider's ID comes first: understudy"
      ),
      (["play", "https://a.acme.test", "https://b.test", "--", "true"], "play takes one issuer"),
      (["play", "https://a.acme.test=", "--", "true"], "expected the ID of a provider behind ="),
      (["examine"], "did you mean \"conform\"?"),
      (["conform-run"], "did you mean \"conform run\"?"),
      (["completion"], "did you mean --generate-completion-script bash?"),
      (["serve", "--sign-in", "alice", "--consent", "no"], "expected granted or denied"),
    ] as [([String], String)] + Self.misplaced)
  func arguments(_ arguments: [String], _ sentence: String) throws {
    let result = try Tool(arguments).finish()
    #expect(result.status == 2 && result.errors.contains(sentence), "\(result.errors)")
    #expect(!result.errors.contains("?."), "\(result.errors)")
    #expect(!result.errors.contains(". Did you mean"), "\(result.errors)")
  }

  @Test("a whole command line in quotation marks is not found, and the message says why")
  func quoted() throws {
    let result = try Tool.run("run", "--", "echo hello")
    #expect(result.status == 127, "\(result)")
    #expect(result.errors.contains("leave the quotation marks out: -- echo hello"), "\(result)")
    #expect(result.errors.contains("-- sh -c 'echo hello'"), "\(result)")
  }

  @Test("ca in a folder without a CA says that it made one")
  func newFolder() throws {
    let folder = try Scratch().path("ca")
    let first = try Tool.run("ca", "--ca-dir", folder)
    #expect(first.status == 0 && first.errors.contains("There was no CA in \(folder)"), "\(first)")
    #expect(try Tool.run("ca", "--ca-dir", folder).errors.isEmpty)
    let other = try Scratch()
    let client = try Tool.run(
      "ca", "client", "--ca-dir", other.path("ca"), "--out", other.path("out"), "app")
    #expect(client.errors.contains("There was no CA in \(other.path("ca"))"), "\(client)")
  }

  @Test(
    "in a variable names the variable",
    arguments: [
      ("ACCEPT_ANY_CLIENT", "maybe", "expected 1, true, yes or on, or 0, false, no or off, found"),
      ("SIGN_IN", "nobdy", "--sign-in nobdy: there is no person"),
      ("WITH", "foo", "--with foo: expected PROVIDER.QUIRK"),
      ("CAST", "nope.json", "nope.json: error: No such file"),
      ("CAST", "a.json:b.json", "; several values are separated by commas"),
      ("KEY", "nope.pem", "nope.pem: error: No such file"),
      ("SCENARIO", "nope", "nope: error: No such file"),
      ("READY_FILE", "/nowhere/x", "can't write /nowhere/x: No such file"),
      ("CONSENT", "no", "expected granted or denied"),
      ("MAX_SANDBOXES", "-1", "expected a number that is not negative, found \"-1\""),
    ])
  func variables(_ name: String, _ value: String, _ sentence: String) throws {
    let result = try Tool(
      ["serve", "--port", "0"], environment: ["UNDERSTUDY_\(name)": value]
    ).finish()
    #expect(result.status == 2 && result.errors.hasPrefix("UNDERSTUDY_\(name): "), "\(result)")
    #expect(result.errors.contains(sentence), "\(result.errors)")
  }

  @Test("off switches a flag off, and a misspelt variable is told by a quiet server, too")
  func flags() throws {
    let served = try Served(
      ["--quiet"],
      environment: ["UNDERSTUDY_ACCEPT_ANY_CLIENT": "off", "UNDERSTUDY_PROT": "8123"])
    let authorize = "/standard/authorize?client_id=nobody&response_type=code"
    #expect(try served.get(authorize + "&redirect_uri=http://127.0.0.1:1/cb").status == 400)
    #expect(served.stop().errors.contains("did you mean UNDERSTUDY_PORT?"))
  }

  @Test("in TMPDIR names the variable")
  func temporaryFolder() throws {
    let result = try Tool(["run", "--", "true"], environment: ["TMPDIR": "/nowhere"]).finish()
    #expect(
      result.errors == "TMPDIR: can't make a folder in /nowhere: No such file or directory\n",
      "\(result)")
  }

  @Test("never costs a file that is no ready file, nor that of a server which runs")
  func readyFile() throws {
    let scratch = try Scratch()
    let cast = try scratch.write(madeUpCast, to: "cast.json")
    let taken = try Tool.run("serve", "--port", "0", "--ready-file", cast)
    #expect(taken.status == 2 && taken.errors.contains("no server has written it"), "\(taken)")
    #expect(try String(contentsOfFile: cast, encoding: .utf8) == madeUpCast)
    let ready = scratch.path("ready.json")
    let served = try Served(["--ready-file", ready])
    let second = try Tool.run("serve", "--port", "0", "--ready-file", ready)
    #expect(second.status == 2 && second.errors.contains("still runs"), "\(second)")
    #expect(served.stop().status == 0)
    // What a server that was killed has left is no hindrance.
    let stale = try scratch.write(
      "{\"url\": \"http://127.0.0.1:1\", \"pid\": 1}\n", to: "stale.json")
    #expect(try Served(["--ready-file", stale]).stop().status == 0)
  }

  @Test("an empty file is no store, and stays empty")
  func store() throws {
    let scratch = try Scratch()
    let file = try scratch.write("", to: "empty.db")
    let result = try Tool.run("store", "ls", "--store", file)
    #expect(result.status == 2 && result.errors.contains("the file is empty"), "\(result)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).isEmpty)
  }

  @Test(
    "of importing another file is refused",
    arguments: [
      ("navikt", madeUpCast, "expected the configuration of mock-oauth2-server"),
      ("navikt", "{}", "expected the configuration of mock-oauth2-server"),
      ("navikt", #"{"realm": "x"}"#, "understudy import keycloak"),
      ("navikt", #"{"tokenCallbacks": "x"}"#, "/tokenCallbacks: expected an array of objects"),
      ("keycloak", madeUpCast, "this is a cast"),
      ("keycloak", #"{"realm": "x", "users": "a"}"#, "/users: expected an array, found"),
    ])
  func imports(_ tool: String, _ text: String, _ sentence: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(text, to: "given.json")
    let result = try Tool.run("import", tool, file, "--to", scratch.path("made"))
    #expect(result.status == 2 && result.errors.contains(sentence), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("made")))
  }

  @Test("a cast as a scenario says which option was meant")
  func scenario() throws {
    let scratch = try Scratch()
    let file = try scratch.write(madeUpCast, to: "cast.json")
    let result = try Tool.run("serve", "--port", "0", "--scenario", file)
    #expect(result.status == 2)
    #expect(result.errors.contains("expected a scenario, found a cast; did you mean --cast"))
    let bare = try Tool.run("serve", file)
    #expect(bare.errors.contains("A file: --cast \(file)"), "\(bare.errors)")
  }

  @Test("new makes the folder that it writes to, and takes --to as import does")
  func new() throws {
    let scratch = try Scratch()
    let result = try Tool.run("new", "shop", "--to", scratch.path("a/b"))
    #expect(result.status == 0 && result.output.contains("a/b/shop.json"), "\(result)")
  }
}
