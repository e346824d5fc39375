import Basics
import Foundation
import Testing

@Suite("The journal of a server", .serialized, .timeLimit(.minutes(15)))
struct JournalTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]
  private static let client =
    "client_id=web&client_secret=understudy-secret-0123456789"
    + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb"
  private static let authorize =
    "/standard/authorize?client_id=web&redirect_uri=http://127.0.0.1:7999/cb&response_type=code"
    + "&scope=openid%20email&state=s-1&nonce=n-1"

  /// Exchanges of many kinds and acts upon the sandbox.
  private func play(_ served: Served) throws {
    let own = "/_understudy/sandboxes/default"
    // Nothing that an answer tells of time is another in the next run.
    _ = try served.send(
      "POST", own + "/clock", body: #"{"set": "2030-01-01T00:00:00Z", "freeze": true}"#)
    _ = try served.send(
      "PUT", own + "/answer", body: #"{"sign_in": "alice", "consent": "granted"}"#)
    let granted = try served.send("GET", Self.authorize)
    let query = try #require(granted.header("location")?.split(separator: "?").last)
    let code = try #require(
      query.split(separator: "&").first { $0.hasPrefix("code=") }?.dropFirst("code=".count))
    let redeem = "grant_type=authorization_code&code=\(code)&" + Self.client
    let tokens = try served.send("POST", "/standard/token", Self.form, body: redeem)
    let token = try #require(
      try JSONReader().read(Array(tokens.body.utf8), file: "").root["access_token"]?.stringValue)
    let bearer = ["Authorization": "Bearer \(token)"]
    _ = try served.send("GET", "/standard/userinfo", bearer)
    _ = try served.send("POST", "/standard/token", Self.form, body: redeem)
    _ = try served.send("GET", "/standard/userinfo", bearer)
    _ = try served.send("GET", "/standard/userinfo", ["authorization": "Bearer nothing-of-ours"])
    _ = try served.send("GET", "/standard/userinfo")
    _ = try served.send(
      "POST", "/standard/introspect", Self.form, body: "token=\(token)&" + Self.client)
    _ = try served.send("GET", "/vk/authorize?client_id=nobody&response_type=token")
    _ = try served.send(
      "GET",
      "/vk/authorize?client_id=753197&response_type=token"
        + "&redirect_uri=https%3A%2F%2Fa.example%2Fcb%3Ftoken%3Dhidden-0123456789")
    _ = try served.send(
      "GET",
      "/vk/authorize?client_id=753197&display=page&response_type=token"
        + "&redirect_uri=https://oauth.vk.com/blank.html&v=5.52",
      ["Cookie": "one=first-of-them; two=second-of-them", "Accept-Language": "de"])
    _ = try served.send("GET", "/vk/method/users.get?v=5.52", ["X-Access-Token": "in-an-odd-place"])
    _ = try served.send("GET", "/nowhere?code=SECRET-SECRET")
    _ = try served.send("DELETE", "/standard/token")
    _ = try served.send("OPTIONS", "/standard/token", ["Origin": "https://app.example"])
    _ = try served.send("GET", "/standard/.well-known/openid-configuration")
    _ = try served.send(
      "POST", own + "/rules",
      body: """
        [{"id": "near", "match": {"provider": "vk", "client": "4711"}, "then": {"reset": true}},
         {"id": "teapot", "match": {"provider": "vk"}, "times": 1,
          "then": {"answer": {"status": 418, "body": "short and stout"}}},
         {"id": "cut", "match": {"endpoint": "jwks"}, "times": 1, "then": {"truncate": 3}},
         {"id": "gone", "match": {"endpoint": "jwks"}, "times": 1, "then": {"close": true}}]
        """)
    _ = try served.send("GET", "/vk/authorize?client_id=753197")
    for _ in 0..<2 { try served.abandon("/standard/jwks") }
    _ = try served.send("POST", own + "/clock", body: #"{"advance": "PT2H"}"#)
    _ = try served.send("GET", "/standard/userinfo", bearer)
    _ = try served.send(
      "POST", "/standard/token", Self.form,
      body: "a=" + String(repeating: "x", count: 20_000) + "&code=behind-what-is-kept")
    // Neither the page that shows passwords nor the health check is written down; what they refuse is.
    for target in ["/", "/_understudy/health"] {
      for method in ["GET", "POST", "OPTIONS"] { _ = try served.send(method, target) }
    }
    _ = try served.send("POST", own + "/checkpoints", body: #"{"name": "one"}"#)
    _ = try served.send("POST", own + "/checkpoints/one/restore")
    _ = try served.send("POST", own + "/reset")
  }

  /// Without what is another in every run: the port, the instants, the marks of secrets.
  private func plain(_ text: String, _ port: UInt16) -> String {
    var text = text.replacing("127.0.0.1:\(port)", with: "127.0.0.1:PORT")
      .replacing("127.0.0.1%3A\(port)", with: "127.0.0.1%3APORT")
    // The wall clock's: the sandbox stands in 2030.
    text = text.replacing(/20[2-9][0-9]-[0-9-]+T[0-9:]+Z/) { match in
      match.output.hasPrefix("2030-01-01T") ? String(match.output) : "INSTANT"
    }
    // Each secret is told from the others, by when it was first seen.
    var marks: [Substring: Int] = [:]
    return text.replacing(/‹secret ([0-9a-f]{8})›/) { match in
      let number = marks[match.output.1, default: marks.count + 1]
      marks[match.output.1] = number
      return "‹secret \(number)›"
    }
  }

  /// What was recorded is what the first engine said, before it was written anew.
  ///
  /// `UNDERSTUDY_RECORD=1 swift test --filter understudyTests.JournalTests` writes it anew: read the difference.
  @Test("is what it was, member by member", arguments: ["json", "har"])
  func recorded(_ format: String) throws {
    let served = try Served(["--seed", "1", "--quiet"])
    try play(served)
    let shown = try served.send("GET", "/_understudy/sandboxes/default/journal?format=\(format)")
    #expect(shown.status == 200)
    let tree = try JSONReader().read(Array(shown.body.utf8), file: "journal").root
    let text = plain(tree.text(.pretty(1)), served.port) + "\n"
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Recorded/journal.\(format)")
    if ProcessInfo.processInfo.environment["UNDERSTUDY_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let known = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    for (number, (line, old)) in zip(lines, known).enumerated() where line != old {
      Issue.record("line \(number + 1) of journal.\(format): \(line), and was: \(old)")
      break
    }
    #expect(lines.count == known.count)
    #expect(served.stop().status == 0)
  }

  @Test("shows secrets with --journal-secrets alone; the log never does", arguments: [false, true])
  func secrets(_ isShown: Bool) throws {
    let served = try Served(isShown ? ["--journal-secrets"] : [])
    let target =
      "/vk/authorize?client_id=753197&response_type=token"
      + "&redirect_uri=https%3A%2F%2Fa.example%2Fcb%3Ftoken%3Dhidden-0123456789"
    #expect(try served.send("GET", target).status >= 400)
    // One that is too long to be kept as it came.
    _ = try served.send(
      "GET", target, Self.form, body: "a=" + String(repeating: "x", count: 20_000))
    let journal = try served.send("GET", "/_understudy/sandboxes/default/journal")
    let entries = try JSONReader().read(Array(journal.body.utf8), file: "").root.arrayValue ?? []
    #expect(entries.count == 2)
    for entry in entries {
      for text in [entry["why"]?.stringValue, entry["request"]?["target"]?.stringValue] {
        #expect(text?.contains("hidden-0123456789") == isShown, "\(text ?? "")")
        #expect(text?.contains("‹secret ") == !isShown, "\(text ?? "")")
      }
    }
    let log = served.stop().errors
    #expect(log.contains("a.example/cb?token="), "\(log)")
    #expect(!log.contains("hidden-0123456789"), "\(log)")
  }
}
