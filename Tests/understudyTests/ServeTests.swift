import Foundation
import Server
import TestSupport
import Testing

@Suite("serve", .serialized, .timeLimit(.minutes(15)))
struct ServeTests {
  private static let vk = "/vk/authorize?client_id=753197&display=page&response_type=token"
  private static let madeUp =
    "?client_id=4711&redirect_uri=https://app.example/cb&response_type=token"

  @Test("starts from any folder")
  func anyFolder() throws {
    let served = try Served(folder: "/")
    #expect(try served.get(Self.vk).status == 200)
    #expect(served.stop().status == 0)
  }

  @Test("finds files from where it was started")
  func relative() throws {
    let scratch = try Scratch()
    _ = try scratch.write(madeUpProvider(), to: "made-up.json")
    _ = try scratch.write(madeUpCast, to: "cast.json")
    let served = try Served(
      ["--provider", "made-up.json", "--cast", "cast.json"], folder: scratch.folder.path)
    let page = try served.get("/made-up/authorize" + Self.madeUp)
    #expect(page.status == 200)
    #expect(page.body.contains("Carol Caterpillar"))
    #expect(try served.get(Self.vk).status == 200, "the bundled ones are there too")
  }

  @Test("with --no-bundled has neither the bundled providers nor their cast")
  func noBundled() throws {
    let scratch = try Scratch()
    let provider = try scratch.write(madeUpProvider(), to: "made-up.json")
    let cast = try scratch.write(madeUpCast, to: "cast.json")
    let served = try Served(["--no-bundled", "--provider", provider, "--cast", cast])
    #expect(try served.get(Self.vk).status == 404)
    let page = try served.get("/authorize" + Self.madeUp, host: "oauth.made-up.example")
    #expect(page.body.contains("Carol Caterpillar"))
    #expect(!page.body.contains("Alice"))
    let front = try served.get("/").body
    #expect(front.contains("Made Up"))
    #expect(!front.contains("Instagram"))
  }

  @Test("takes a provider's file for the bundled one of that name, and says so")
  func replaces() throws {
    let scratch = try Scratch()
    let file = try scratch.write(madeUpProvider(id: "vk", title: "Our own"), to: "vk.json")
    let served = try Served(["--provider", file])
    #expect(served.tool.says("\(file) replaces the bundled vk\n"))
    let page = try served.get(Self.vk + "&redirect_uri=https://oauth.vk.com/blank.html")
    #expect(page.body.contains("Our own"))
    let twice = try Tool.run("serve", "--port", "0", "--provider", file, "--provider", file)
    #expect(twice.status == 2)
    #expect(twice.errors == "\(file) and \(file) both describe the provider \"vk\"\n")
  }

  @Test("takes any client with --accept-any-client, and refuses that beyond loopback")
  func anyClient() throws {
    let target =
      "/standard/authorize?client_id=nobody&redirect_uri=https://a.example/cb&response_type=code"
    #expect(try Served().get(target).status == 400)
    let served = try Served(["--accept-any-client"])
    #expect(try served.get(target).status == 200)
    let evil = "/standard/authorize?client_id=nobody&redirect_uri=javascript:x&response_type=code"
    #expect(try served.get(evil).status == 400)
    let remote = try Tool.run(
      "serve", "--port", "0", "--host", "0.0.0.0", "--accept-any-client")
    #expect(remote.status == 2)
    #expect(remote.errors.contains("add --allow-remote if that is meant"))
  }

  @Test("has a provider at its root with --at-root, and all of them where they were")
  func root() throws {
    let served = try Served(["--at-root", "standard"])
    let issuer = try served.get("/.well-known/openid-configuration", host: "localhost:1").body
    #expect(issuer.contains(#""issuer":"http://localhost:1","#), "\(issuer)")
    #expect(issuer.contains(#""token_endpoint":"http://localhost:1/token""#))
    let prefixed = try served.get("/standard/.well-known/openid-configuration", host: "localhost:1")
    #expect(prefixed.body.contains(#""issuer":"http://localhost:1/standard""#))
    #expect(try served.get("/").body.contains("Understudy"))
    #expect(try served.get("/_understudy/health").status == 200)
    #expect(try Served().get("/.well-known/openid-configuration").status == 404)
    let nobody = try Tool.run("serve", "--port", "0", "--at-root", "standrad")
    #expect(nobody.status == 2)
    #expect(
      nobody.errors.contains(
        "--at-root: there is no provider \"standrad\"; did you mean \"standard\""))
  }

  @Test("answers to another Host only with --allow-host or --public-url")
  func hosts() throws {
    let foreign = try Served().get("/", host: "mock.example")
    #expect(foreign.status == 421)
    #expect(foreign.body.contains("--allow-host"))
    let allowed = try Served(["--allow-host", "mock.example"]).get("/", host: "mock.example:80")
    #expect(allowed.status == 200)
    #expect(allowed.body.contains("http://mock.example:80/vk/"))
    let proxied = try Served(["--public-url", "https://mock.example"])
    let front = try proxied.get("/", host: "mock.example").body
    #expect(front.contains("https://mock.example/vk/"))
    #expect(!front.contains("http://mock.example"))
    #expect(try proxied.get("/").body.contains("https://mock.example/vk/"))
    #expect(proxied.tool.says("Try the providers at https://mock.example/\n"))
    let index = BundledFixtures.index
    for provider in index.prefix(5) {
      let link = "https://mock.example/_understudy/landing?try=\(provider.id)"
      #expect(proxied.tool.says("  \(provider.id): \(link)\n"))
    }
    #expect(proxied.tool.says("  and \(index.count - 5) more providers\n"))
    #expect(!index.isEmpty)
    let path = try Tool.run("serve", "--port", "0", "--public-url", "https://a.example/path")
    #expect(path.status == 2)
    #expect(path.errors.hasPrefix("--public-url https://a.example/path: expected an origin"))
  }

  @Test("says where the console is, with the token where it has drawn one")
  func console() throws {
    let open = try Served()
    #expect(open.tool.says("The console is at http://127.0.0.1:\(open.port)/_understudy/\n"))
    let given = try Served(["--control-token", "a-token-of-one's-own"])
    #expect(given.tool.says("The console is at http://127.0.0.1:\(given.port)/_understudy/\n"))
    #expect(try given.get("/_understudy/").status == 401, "a program needs the token")
    let drawn = try Served(["--host", "0.0.0.0"])
    #expect(drawn.tool.says("The console is at http://127.0.0.1:\(drawn.port)/_understudy/#token="))
    _ = (open.stop(), given.stop(), drawn.stop())
  }

  @Test("at a provider's host tells what that host would answer")
  func nowhereAtAHost() throws {
    let served = try Served()
    let named = try served.get("/autorize", host: "vk.localhost:\(served.port)")
    #expect(named.status == 404)
    #expect(named.body.contains("Did you mean /authorize?\n"), "\(named.body)")
    #expect(named.body.contains("\n  /login.vk.com/"), "\(named.body)")
    let own = try served.get("/autorize", host: "oauth.vk.com")
    #expect(own.body.contains("Did you mean /authorize?\n"), "\(own.body)")
    #expect(!own.body.contains("login.vk.com"), "another host is another address: \(own.body)")
    _ = served.stop()
  }

  @Test("says which entry of the journal is about an answer, unless it is to be plain")
  func exchange() throws {
    let served = try Served()
    let first = try served.get("/vk/authorize?client_id=1")
    let second = try served.get("/instagram/nowhere")
    let rule = try served.send(
      "POST", "/_understudy/sandboxes/default/rules",
      body: #"{"match": {"provider": "vk"}, "then": {"delay": 1}}"#)
    #expect(rule.status == 201 && rule.header("understudy-exchange") == nil)
    let number = try #require(first.header("understudy-exchange"))
    #expect(second.header("understudy-exchange") == String((Int(number) ?? 0) + 1))
    let entry = try served.get("/_understudy/sandboxes/default/journal/\(number)")
    #expect(entry.body.contains("\"condition\":\"client_unknown\""), "\(entry.body)")
    let plain = try Served(["--plain", "--scenario", "token-endpoint-flaky"])
    let answer = try plain.send("POST", "/vk/access_token")
    #expect(answer.header("understudy-exchange") == nil)
    #expect(answer.header("understudy-rule") == nil)
    _ = (served.stop(), plain.stop())
  }

  @Test("switches quirks on and off")
  func quirks() throws {
    let unknown = "/vk/authorize?client_id=nobody&response_type=token"
    #expect(try Served().get(unknown).body.contains("Security Error"))
    let with = try Served(["--with", "vk.unknown-client-named"]).get(unknown)
    #expect(with.body.contains("client_id is incorrect"))
    let without = try Served(["--without", "vk.blank-page-is-default-redirect"]).get(Self.vk)
    #expect(without.status != 200)
    #expect(try Served().get(Self.vk).status == 200)
  }

  @Test("says which address is busy where only one of the two is")
  func busy() throws {
    // A machine without IPv6 has one address, and nothing to test here.
    guard let other = try? Served(["--host", "::1", "--quiet"]) else { return }
    let result = try Tool.run("serve", "--port", String(other.port))
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("error: port \(other.port) is already in use on ::1;"))
    #expect(result.output == "")
  }

  @Test("takes options from the environment, and the command line's before them")
  func environment() throws {
    let scratch = try Scratch()
    let ready = scratch.path("ready")
    let served = try Served(
      environment: [
        "UNDERSTUDY_PORT": "1", "UNDERSTUDY_READY_FILE": ready, "UNDERSTUDY_LOG": "json",
        "UNDERSTUDY_ALLOW_HOST": "a.example,b.example",
        "UNDERSTUDY_WITH": "vk.unknown-client-named", "UNDERSTUDY_NO_BUNDLED": "no",
        "UNDERSTUDY_ACCEPT_ANY_CLIENT": "0",
      ])
    #expect(FileManager.default.fileExists(atPath: ready))
    #expect(try served.get("/", host: "b.example").status == 200)
    let unknown = try served.get("/vk/authorize?client_id=nobody&response_type=token")
    #expect(unknown.body.contains("client_id is incorrect"))
    #expect(served.tool.says("{\"time\":"))
    let quiet = try Served(environment: ["UNDERSTUDY_QUIET": "1"])
    #expect(quiet.stop().errors == "")
    for (name, value, says) in [
      ("PORT", "x", "UNDERSTUDY_PORT: expected a port from 0 to 65535, found \"x\"\n"),
      ("LOG", "xml", "UNDERSTUDY_LOG: expected text or json, found \"xml\"\n"),
    ] {
      let bad = try Tool(["serve"], environment: ["UNDERSTUDY_\(name)": value]).finish()
      #expect(bad.status == 2)
      #expect(bad.errors == says)
    }
  }

  @Test("with one seed makes the same secrets, and other ones without")
  func seed() throws {
    func cookies(_ arguments: [String]) throws -> [String] {
      try Served(arguments).get(Self.vk).all("set-cookie")
    }
    let first = try cookies(["--seed", "7"])
    #expect(!first.isEmpty)
    #expect(try cookies(["--seed", "7"]) == first)
    #expect(try cookies([]) != first)
  }

  @Test("ends with 2 where its ready file can't be written")
  func noReadyFile() throws {
    let result = try Tool.run("serve", "--port", "0", "--ready-file", "/nowhere/at/all")
    #expect(result.status == 2)
    #expect(
      result.errors == "--ready-file: can't write /nowhere/at/all: No such file or directory\n")
    #expect(result.output == "")
  }

  @Test("with --exit-with-parent ends when the process that has started it is killed")
  func parent() throws {
    let scratch = try Scratch()
    let ready = scratch.path("ready.json")
    // The shell waits for the server, so it is the parent until it is killed.
    let script =
      "\(try Tool.location().path) serve --port 0 --ready-file \(ready) --exit-with-parent & wait"
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", script]
    let output = Pipe()
    (shell.standardOutput, shell.standardError) = (output, FileHandle.nullDevice)
    try shell.run()
    try output.fileHandleForWriting.close()
    let line = output.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).hasPrefix("Understudy listens at "))
    #expect(FileManager.default.fileExists(atPath: ready))
    kill(shell.processIdentifier, SIGKILL)
    // Only the server holds the other end of the pipe now.
    #expect(output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: ready), "it has ended as by SIGTERM")
  }
}
