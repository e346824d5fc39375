import Basics
import Foundation
import ProviderModel
import Server
import Testing

@testable import understudy

@Suite("A provider that is begun")
struct NewTests {
  /// Discovery documents, written by hand from what providers publish.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Recorded/discovery")
  static let documents = ["google", "entra", "auth0", "keycloak", "okta", "gitlab", "mcp"]

  private static func path(_ name: String) -> String {
    folder.appendingPathComponent("\(name).json").path
  }

  /// The command that `new` prints, with the built tool.
  private static func signIn(_ output: String) throws -> Tool.Result {
    let line = try #require(output.split(separator: "\n").first { $0.contains(" understudy run ") })
    return try Tool.shell(
      String(line).replacing("understudy run", with: "$tool run")
        .replacing("-- understudy visit", with: "-- $tool visit")
    ).finish()
  }

  @Test("has eight lines, no mistakes, and a command that signs somebody in")
  func blank() throws {
    let scratch = try Scratch()
    let result = try Tool(["new", "shop"], folder: scratch.folder.path).finish()
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let text = try String(contentsOfFile: scratch.path("shop.json"), encoding: .utf8)
    #expect(text.split(separator: "\n").count == 8, "\(text)")
    let check = try Tool.run("check", scratch.path("shop.json"), scratch.path("shop.cast.json"))
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    let elsewhere = try Tool.run("new", "shop", "--folder", scratch.path(""))
    #expect(
      elsewhere.status == 2
        && elsewhere.errors.contains("shop.json: error: the file exists; remove it, or choose"),
      "\(elsewhere.errors)")
    let inside = try Scratch()
    let printed = try Tool.run("new", "shop", "--folder", inside.folder.path).output
    let visit = try Self.signIn(printed)
    #expect(visit.output.hasPrefix("http://127.0.0.1:7999/cb?code="), "\(visit.errors)")
  }

  @Test("has an ID that a provider can have, and that none has")
  func ids() throws {
    let capital = try Tool.run("new", "Shop")
    #expect(capital.status == 2)
    #expect(
      capital.errors
        == "Shop: expected an ID of lowercase letters, digits and \"-\", such as my-shop\n")
    let known = try Tool.run("new", "vk")
    #expect(known.status == 2 && known.errors.contains("a bundled provider has this ID"))
  }

  @Test("follows a discovery document, and signs somebody in", arguments: documents)
  func discovered(_ name: String) throws {
    let scratch = try Scratch()
    let folder = scratch.folder.path
    let made = try Tool.run("new", "my-\(name)", "--from", Self.path(name), "--folder", folder)
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
    let file = scratch.path("my-\(name).json")
    let check = try Tool.run("check", file, scratch.path("my-\(name).cast.json"))
    // Some of these documents are those of bundled providers, and name their hosts.
    let others = check.output.split(separator: "\n").filter { line in
      !(line.contains(": warning: ") && line.contains(" is a host of "))
    }
    #expect(check.status == 0 && others.isEmpty, "\(check.output)")
    #expect(!made.output.contains("is left out: the placeholder"), "\(made.output)")
    let visit = try Self.signIn(made.output)
    #expect(visit.output.hasPrefix("http://127.0.0.1:7999/cb?code="), "\(visit.errors)")
  }

  /// What a client reads of the played provider is what the real one publishes.
  @Test("answers with the document itself, at the real addresses", arguments: ["google", "okta"])
  func metadata(_ name: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: Self.path(name))))
    let document = try JSONReader().read(bytes, file: name).root
    var discovered = try DiscoveredProvider(
      id: "other", source: name, try #require(document.objectValue))
    var provider = try discovered.provider()
    try provider.prune()
    let staging = try LoadedFixtures(
      providers: [.init(name: "other.json", bytes: Array(provider.text.utf8))], bundled: false)
    let server = MockServer(
      staging, MockServer.Setting(keys: try Keys(files: [], seed: 1).ring), now: 0)
    let issuer = URIReference(try #require(document["issuer"]?.stringValue))
    let reply = server.respond(
      to: Request(
        scheme: "https", authority: String(issuer.authority),
        target: "\(issuer.path)/.well-known/openid-configuration"), at: 0)
    guard case .answer(let answer) = reply else {
      Issue.record("no answer")
      return
    }
    let played = try JSONReader().read(answer.body, file: "the answer").root
    #expect(played == document, "\(played.text(.pretty(2)))")
  }

  @Test("names what has no counterpart")
  func counterparts() throws {
    let scratch = try Scratch()
    let made = try Tool.run(
      "new", "realm", "--from", Self.path("keycloak"), "--folder", scratch.folder.path)
    for text in [
      "localhost:8080 is played as realm.test",
      "algorithms without a counterpart: PS384, RS384, HS512, HS384, ES512, PS512, RS512",
      "response types without a counterpart: none",
      "urn:openid:params:grant-type:ciba", "check_session_iframe",
    ] { #expect(made.output.contains(text), "\(text): \(made.output)") }
  }

  @Test(
    "is not begun from what is no discovery document",
    arguments: [
      ("<html>", "expected a discovery document, which is JSON"),
      ("[]", "expected a discovery document, an object, found an array"),
      ("{}", "found an empty object"),
      (#"{ "id": 1, "keys": [] }"#, "found the members id, keys"),
      (#"{ "token_endpoint": "/token" }"#, "expected absolute https addresses"),
      (#"{ "authorization_endpoint": 7 }"#, "expected a discovery document"),
    ])
  func broken(_ text: String, _ message: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(text, to: "document.json")
    let made = try Tool.run("new", "shop", "--from", file, "--folder", scratch.folder.path)
    #expect(made.status == 2 && made.output.isEmpty)
    #expect(made.errors.contains(message) && made.errors.contains(file), "\(made.errors)")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
    #expect(left == ["document.json"])
  }

  @Test("has another page for user codes where the document's own address would be that")
  func devicePage() throws {
    let scratch = try Scratch()
    let document = """
      {"issuer": "https://id.shop.test", "authorization_endpoint": "https://id.shop.test/a", "token_endpoint": "https://id.shop.test/t",
       "device_authorization_endpoint": "https://id.shop.test/device"}
      """
    let file = try scratch.write(document, to: "document.json")
    let made = try Tool.run("new", "shop", "--from", file, "--folder", scratch.folder.path)
    #expect(made.status == 0 && !made.output.contains("left out"), "\(made.output)\(made.errors)")
    let text = try String(contentsOfFile: scratch.path("shop.json"), encoding: .utf8)
    #expect(text.contains("main:/activate/connected"), "\(text)")
    let check = try Tool.run("check", scratch.path("shop.json"))
    #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
  }

  @Test("is not begun without the token endpoint, whose address is no web address")
  func strangeAddress() throws {
    let scratch = try Scratch()
    let document = """
      {"issuer": "https://id.shop.test", "authorization_endpoint": "https://id.shop.test/a", "token_endpoint": "ftp://x/y"}
      """
    let file = try scratch.write(document, to: "document.json")
    let made = try Tool.run("new", "shop", "--from", file, "--folder", scratch.folder.path)
    #expect(made.status == 2, "\(made.output)")
    #expect(
      made.errors.contains("; token_endpoint is left out: expected an absolute https address"),
      "\(made.errors)")
  }

  @Test("is begun from an issuer's address, and says why it can't be")
  func fetched() throws {
    let served = try Served()
    let origin = "http://127.0.0.1:\(served.port)"
    let url = "\(origin)/standard"
    let scratch = try Scratch()
    let made = try Tool.run("new", "copy", "--from", url, "--folder", scratch.folder.path)
    #expect(made.status == 0, "\(made.errors)")
    let text = try String(contentsOfFile: scratch.path("copy.json"), encoding: .utf8)
    #expect(text.contains("\(url)/.well-known/openid-configuration"), "\(text)")
    let absent = try Tool.run("new", "shop", "--from", "\(origin)/nobody")
    #expect(
      absent.status == 2
        && absent.errors.contains(
          "/nobody/.well-known/openid-configuration: expected status 200, found 404"),
      "\(absent.errors)")
    _ = served.stop()
    let gone = try Tool.run("new", "shop", "--from", url)
    #expect(gone.status == 2 && gone.errors.contains("could not be fetched"), "\(gone.errors)")
    let scheme = try Tool.run("new", "shop", "--from", "ftp://a.test/b")
    #expect(scheme.errors.contains("expected an https or http address, or a file"))
  }

  @Test("is asked for a document at the addresses that an issuer has")
  func addresses() {
    #expect(
      DiscoverySource.addresses("https://as.test/tenant/") == [
        "https://as.test/tenant/.well-known/openid-configuration",
        "https://as.test/.well-known/oauth-authorization-server/tenant",
      ])
    let own = "https://as.test/.well-known/openid-configuration"
    #expect(DiscoverySource.addresses(own) == [own])
  }

  @Test("is written in few lines, each of which fits")
  func layout() throws {
    let value: JSONValue = [
      "a": "b", "list": [1, 2], "empty": [:],
      "long": .init(.array((0..<40).map { .init(.string("text \($0)")) })),
    ]
    let text = FixtureText.text(value)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(text)")
    #expect(text.hasPrefix("{\n  \"a\": \"b\", \"list\": [1, 2], \"empty\": {},\n  \"long\": [\n"))
    #expect(try JSONReader().read(Array(text.utf8), file: "").root == value)
  }

  @Test("loses a member by its pointer, and nothing else")
  func removing() {
    let value: JSONValue = ["a": ["b/c": 1, "d": [1, 2]]]
    #expect(value.removing("/a/b~1c") == ["a": ["d": [1, 2]]])
    #expect(value.removing("/a/d/0") == ["a": ["b/c": 1, "d": [2]]])
    #expect(value.removing("/a/x") == nil && value.removing("/a/d/7") == nil)
  }
}
