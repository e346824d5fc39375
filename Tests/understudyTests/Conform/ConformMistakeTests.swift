import Foundation
import TestSupport
import Testing

@Suite("conform says what is wrong, and gives no verdict", .serialized, .timeLimit(.minutes(15)))
struct ConformMistakeTests {
  private func run(_ arguments: [String]) throws -> Tool.Result {
    try Tool(["conform"] + arguments).finish()
  }

  private static let native = ["run", "--profile", "native-code"]
  private static let web = ["run", "--profile", "web-rp"]

  @Test(
    "of wrong usage, before anything is started",
    arguments: [
      (["run", "--profile", "nativ-code", "--", "true"], "did you mean \"native-code\"?"),
      (native + ["--only", "code-hapy", "--", "true"], "did you mean \"code-happy\"?"),
      (native + ["--skip", "impl-happy", "--", "true"], "no check \"impl-happy\""),
      (native + ["--ability", "refesh", "--", "true"], "did you mean \"refresh\"?"),
      (native + ["--report", "junitt=x.xml", "--", "true"], "did you mean \"junit\"?"),
      (native + ["--report", "json=/nowhere/x.json", "--", "true"], "can't write /nowhere/x.json"),
      (
        native + ["--baseline", "/nowhere/b.json", "--", "true"], "/nowhere/b.json: error: No such"
      ),
      (native + ["--requirements", "2025-1", "--", "true"], "2026-1"),
      (native + ["--provider", "vk", "--", "true"], "not run in the dialect of \"vk\""),
      (native + ["--fixture", "/nowhere/f.json", "--", "true"], "/nowhere/f.json"),
      (native + ["--as", "alise", "--", "true"], "did you mean \"alice\"?"),
      (native + ["--timeout", "0", "--", "true"], "--timeout: expected a whole number from 1"),
      (native + ["--template", "here", "--", "true"], "--template here: expected IN:OUT"),
      (
        native + ["--template", "/nowhere/in:{home}/out", "--", "true"],
        "/nowhere/in: error: No such file"
      ),
      (native, "there is nothing to examine;"),
      (
        native + ["true"],
        "put -- before true, so that its options are its own: "
          + "understudy conform run --profile native-code -- true"
      ),
      (["run", "--profil", "native-code", "--", "true"], "Did you mean --profile?"),
      (native + ["--provider", "gogle", "--", "true"], "no provider \"gogle\"; did you mean"),
      (native + ["--", "no-such-client"], "there is no program \"no-such-client\" in PATH"),
      (native + ["--", "/nowhere/client"], "/nowhere/client can't be started: No such file"),
      (native + ["--", "/etc/passwd"], "/etc/passwd can't be started: Permission denied"),
      (native + ["--", "/tmp"], "/tmp can't be started: it is a folder"),
      (
        web + ["--start-url", "http://127.0.0.1:1/"], "--start-url and --probe-url belong together"
      ),
      (
        web + ["--start-url", "ftp://127.0.0.1/", "--probe-url", "/me"],
        "--start-url: expected a web address, found ftp://127.0.0.1/"
      ),
      (["serve", "--profile", "native-cod"], "did you mean \"native-code\"?"),
      (["serve", "--profile", "native-code", "--only", "code-hapy"], "did you mean"),
      (
        ["explain", "code-hapy"], "There is no check \"code-hapy\"; did you mean \"code-happy\"?\n"
      ),
      (["list", "--profile", "web"], "did you mean \"web-oauth\" or \"web-rp\"?"),
    ] as [([String], String)])
  func usage(_ arguments: [String], _ says: String) throws {
    let result = try run(arguments)
    #expect(result.status == 2, "\(arguments): \(result.status)")
    #expect(result.errors.contains(says), "\(arguments): \(result.errors)")
    #expect(result.output == "")
  }

  @Test("of a baseline that is none, with its place")
  func baseline() throws {
    let scratch = try Scratch()
    let file = try scratch.write(#"[{"id": "code-happy", "because": "x"}]"#, to: "known.json")
    let result = try run(Self.native + ["--baseline", file, "--", "true"])
    #expect(result.status == 2 && result.output == "")
    #expect(result.errors.contains("known.json:1:"), "\(result.errors)")
  }

  @Test("of a program that the system can't run, or that can't be found through its shebang")
  func shebang() throws {
    let scratch = try Scratch()
    let file = try scratch.write("#!/nowhere/interpreter\n", to: "client")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    let result = try run(Self.native + ["--", file])
    #expect([2, 3].contains(result.status) && result.output == "")
    #expect(result.errors.contains("\(file) can't be started"), "\(result.errors)")
  }

  @Test("of a client that opens no browser: how it ended, what it wrote, and what it has to do")
  func browserless() throws {
    let quits = try run(Self.native + ["--", "/bin/sh", "-c", "echo not configured >&2; exit 4"])
    #expect(quits.status == 3 && quits.output == "", "\(quits.output)")
    for part in ["it can't be examined", "it exited with 4", "    not configured", "$BROWSER"] {
      #expect(quits.errors.contains(part), "\(quits.errors)")
    }
    let waits = try run(Self.native + ["--timeout", "1", "--", "sleep", "60"])
    #expect(waits.status == 3 && waits.output == "")
    #expect(waits.errors.contains("still running at the time limit"), "\(waits.errors)")
    let opens = try run(
      Self.native + ["--", "/bin/sh", "-c", "$BROWSER file:///etc/hosts; exit 1"])
    #expect(opens.status == 3 && opens.output == "")
    #expect(
      opens.errors.contains("expected a web address to open, found \"file:///etc/hosts\""),
      "\(opens.errors)")
  }

  @Test("of web applications at which nobody answers")
  func silent() throws {
    let start = try run(
      Self.web + ["--port", "0", "--start-url", "http://127.0.0.1:1/in", "--probe-url", "/me"])
    #expect(start.status == 3 && start.output == "")
    #expect(
      start.errors.contains("no server answers at the start URL http://127.0.0.1:1/in"),
      "\(start.errors)")
    let dies = try run(
      Self.web + ["--start-url", "http://127.0.0.1:{port}/in", "--probe-url", "/me"]
        + ["--", "/bin/sh", "-c", "echo no such module >&2; exit 4"])
    #expect(dies.status == 3 && dies.output == "")
    for part in ["the program exited with 4", "What it wrote last:", "    no such module"] {
      #expect(dies.errors.contains(part), "\(dies.errors)")
    }
    let served = try Served(["--quiet"])
    let home = "http://127.0.0.1:\(served.port)/"
    let probe = try run(
      Self.web + ["--port", "0", "--start-url", home, "--probe-url", "http://127.0.0.1:1/me"])
    #expect(probe.status == 3 && probe.output == "")
    #expect(
      probe.errors.contains("no server answers at the probe URL http://127.0.0.1:1/me"),
      "\(probe.errors)")
    let open = try run(Self.web + ["--port", "0", "--start-url", home, "--probe-url", "/"])
    #expect(open.status == 3 && open.output == "")
    #expect(
      open.errors.contains("answers 200 to a browser without a session"),
      "\(open.errors)")
    let nowhere = try run(
      Self.web + ["--port", "0", "--start-url", home + "_understudy/health"]
        + ["--probe-url", "/none"])
    #expect(nowhere.status == 3 && nowhere.output == "", "\(nowhere.output)")
    #expect(nowhere.errors.contains("leads to no provider"), "\(nowhere.errors)")
    _ = served.stop()
  }

  @Test("of a port that is taken")
  func port() throws {
    let served = try Served(["--quiet"])
    let port = String(served.port)
    for arguments in [
      Self.native + ["--port", port, "--", "true"],
      ["serve", "--profile", "native-code", "--port", port],
    ] {
      let result = try run(arguments)
      #expect([2, 3].contains(result.status) && result.output == "")
      #expect(result.errors.contains("port \(port) is already in use"), "\(result.errors)")
    }
    _ = served.stop()
  }
}
