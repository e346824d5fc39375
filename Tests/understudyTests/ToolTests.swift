import Basics
import Foundation
import Testing

@Suite("The tool", .serialized, .timeLimit(.minutes(15)))
struct ToolTests {
  @Test("a server says one line, writes the ready file, and takes it away when it is told to stop")
  func serves() throws {
    let scratch = try Scratch()
    let ready = scratch.path("ready.json")
    let tool = try Tool(["serve", "--port", "0", "--quiet", "--ready-file", ready])
    defer { if tool.process.isRunning { tool.process.terminate() } }
    let line = tool.firstLine()
    let prefix = "Understudy listens at "
    #expect(line.hasPrefix(prefix + "http://127.0.0.1:"))
    let url = line.dropFirst(prefix.count).trimmingCharacters(in: .newlines)
    let text = try String(contentsOfFile: ready, encoding: .utf8)
    #expect(text == "{\"url\": \"\(url)\", \"pid\": \(tool.process.processIdentifier)}\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: ready)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let result = tool.stop()
    #expect(result.status == 0)
    #expect(line.last == "\n" && line.count { $0 == "\n" } == 1)
    #expect(result.output == line, "nothing follows the first line")
    #expect(result.errors == "", "--quiet")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(left == [])
  }

  @Test("a port that is taken ends with 2 and says what to do")
  func busy() throws {
    let first = try Tool(["serve", "--port", "0", "--quiet"])
    defer { _ = first.stop() }
    let line = first.firstLine().trimmingCharacters(in: .newlines)
    let port = try #require(line.split(separator: ":").last)
    let second = try Tool.run("serve", "--port", String(port))
    #expect(second.status == 2)
    #expect(second.output == "")
    #expect(
      second.errors
        == "error: port \(port) is already in use on 127.0.0.1; stop what listens there, "
        + "or choose another port (0: any free one) with --port or UNDERSTUDY_PORT\n")
  }

  @Test("an unknown option ends with 2 and is named")
  func unknownOption() throws {
    let result = try Tool.run("serve", "--prot", "0")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: Unknown option '--prot'"), "\(result.errors)")
  }

  @Test("help and version end with 0")
  func help() throws {
    let help = try Tool.run("--help")
    #expect(help.status == 0)
    #expect(help.output.contains("SUBCOMMANDS:"))
    #expect(help.errors == "")
    let version = try Tool.run("--version")
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("0."))
  }

  @Test("a fixture with a mistake ends with 2 and its place", arguments: ["serve", "check"])
  func badFixture(_ command: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write("{\n  \"id\": }\n", to: "bad.json")
    let result =
      command == "serve"
      ? try Tool.run("serve", "--port", "0", "--provider", file) : try Tool.run("check", file)
    #expect(result.status == 2)
    let said = command == "serve" ? result.errors : result.output
    #expect(said.hasPrefix("\(file):2:9: error: "), "\(said)")
    if command == "check" { #expect(result.errors == "1 file checked, errors: 1\n") }
  }

  @Test("a cast or a scenario that can't be meant ends with 2, its places and what was meant")
  func mistaken() throws {
    let scratch = try Scratch()
    let cast = try scratch.write(
      """
      { "schema": 1, "kind": "cast",
        "people": [{ "username": "x", "password": "y", "at": { "vkk": {} } }],
        "clients": [{ "provider": "vk", "client_id": "1", "sign_in": "x", "redirect_uris": "x" },
                    { "provider": "vk", "client_id": "2", "sign_in": "alice" },
                    { "provider": "vk", "client_id": "3", "sign_in": "alicee" }] }
      """, to: "cast.json")
    let scenario = try scratch.write(
      """
      { "schema": 1, "kind": "scenario", "rules": [
        { "match": { "method": "post" }, "then": { "reset": true } },
        { "match": { "endpoint": "token" }, "then": { "change": { "twice": true } } } ] }
      """, to: "scenario.json")
    let result = try Tool.run("check", cast, scenario)
    #expect(result.status == 2 && result.errors == "2 files checked, errors: 5\n")
    let places = result.output.split(separator: "\n").map { line in
      line.split(separator: ":").prefix(2).joined(separator: ":") + " "
        + (line.components(separatedBy: "(at ").last?.dropLast() ?? "")
    }
    #expect(
      places == [
        "\(cast):2 /people/0/at/vkk", "\(cast):3 /clients/0/redirect_uris",
        "\(cast):5 /clients/2/sign_in", "\(scenario):2 /rules/0/match/method",
        "\(scenario):3 /rules/1/then/change/twice",
      ], "\(result.output)")
    #expect(result.output.contains("did you mean \"POST\"?"), "\(result.output)")
    let served = try Tool.run("serve", "--port", "0", "--cast", cast)
    #expect(served.status == 2 && served.errors.contains("/people/0/at/vkk"), "\(served.errors)")
  }

  @Test("a file that is not there ends with 2")
  func missing() throws {
    let result = try Tool.run("check", "/nowhere/at/all.json")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "/nowhere/at/all.json: error: No such file or directory\n1 file checked, errors: 1\n")
  }

  @Test("files without mistakes end with 0")
  func checks() throws {
    let files = ["providers/vk.json", "providers/standard.json", "casts/default.json"]
    let result = try Tool(["check"] + files.map { fixtures().appendingPathComponent($0).path })
      .finish()
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.errors == "3 files checked, no errors\n")
  }

  @Test("a provider is shown with its quirks")
  func shows() throws {
    let result = try Tool.run("providers", "vk")
    #expect(result.status == 0)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "VK (vk), as of 2020-10")
    #expect(lines.contains { $0.hasPrefix("on  denial-has-reason ") && $0.contains("observed") })
    #expect(lines.contains { $0.hasPrefix("off documented-denial ") })
  }

  @Test("providers tells each endpoint's addresses, methods and kind, as a table and as JSON")
  func endpoints() throws {
    let table = try Tool.run("providers", "vk").output
    #expect(
      table.contains("  token             token       GET POST  oauth.vk.com/access_token\n"))
    #expect(table.contains("  login             login       POST      login.vk.com/?act=login\n"))
    let json = try Tool.run("providers", "azure-ad-b2c", "--format", "json").output
    let tree = try JSONReader().read(Array(json.utf8), file: "providers").root
    let metadata = try #require(
      tree["endpoints"]?.arrayValue?.first { $0["name"] == "metadata" })
    #expect(metadata["kind"] == "document" && metadata["methods"] == ["GET"])
    #expect(
      metadata["addresses"]?.arrayValue?.first == [
        "host": "login.microsoftonline.com",
        "path": "/{tenant}/v2.0/.well-known/openid-configuration?p={policy}",
      ])
    #expect(metadata["url"] == nil, "no server runs")
  }

  @Test(
    "what a provider refuses is shown with what sets it off, its facts, its clause and its evidence"
  )
  func refusals() throws {
    let lines = try Tool.run("providers", "vk").output.split(separator: "\n").map(String.init)
    #expect(lines.contains("refusals at token, errors.token:"))
    func line(_ condition: String) -> String { lines.first { $0.contains(" \(condition) ") } ?? "" }
    #expect(
      line("code_expired").contains(
        "The code has expired. (err.value, err.issued_at, err.expires_at, err.now; RFC 6749 §5.2)"))
    #expect(line("grant_unsupported").contains("; look inferred: /errors/token/grant_unsupported "))
    #expect(line("user_denied").contains("; look observed: quirk denial-has-reason: "))
    #expect(line("method_unknown").contains("The check "))
  }

  @Test("a provider may be a file, which is shown and resolved as a bundled one is")
  func shownFile() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      { "id": "own", "title": "Own", "hosts": { "main": "own.test" }, "shapes": { "no": { "empty": true } },
        "endpoints": { "me": { "kind": "document", "at": "main:/me", "answer": "no" } }, "errors": {} }
      """, to: "own.json")
    let shown = try Tool.run("providers", file)
    #expect(shown.status == 0 && shown.output.hasPrefix("Own (own)"), "\(shown.errors)")
    let resolved = try Tool.run("providers", file, "--resolved")
    #expect(
      resolved.output.contains("/endpoints/me/at = \"main:/me\"  [own \(file):2]"),
      "\(resolved.output)")
    let missing = try Tool.run("providers", "nowhere/own.json")
    #expect(missing.status == 2)
    #expect(missing.errors == "nowhere/own.json: error: No such file or directory\n")
  }

  @Test("the bundled scenarios are listed with what they are for")
  func scenarios() throws {
    let result = try Tool.run("scenarios")
    #expect(result.status == 0)
    #expect(
      result.output.contains("codes-expire"), "\(result.output)")
    #expect(result.output.contains("Every code has expired when it is redeemed\n"))
  }

  @Test("a provider that is not there ends with 2 and the nearest name")
  func unknownProvider() throws {
    let result = try Tool.run("providers", "vkk")
    #expect(result.status == 2)
    #expect(result.errors == "error: there is no provider \"vkk\"; did you mean \"vk\"?\n")
  }

  @Test("a quirk that is not there ends with 2 and the nearest name")
  func unknownQuirk() throws {
    let result = try Tool.run("serve", "--port", "0", "--with", "vk.documented-denail")
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(
      result.errors
        == "--with vk.documented-denail: vk has no quirk \"documented-denail\"; "
        + "did you mean \"documented-denial\"?; understudy providers vk lists them\n")
  }
}
