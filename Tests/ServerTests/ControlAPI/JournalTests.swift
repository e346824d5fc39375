import Basics
import Foundation
import HTTPTypes
import Testing
import UnderstudyKit

@Suite("The journal")
struct JournalTests {
  private static let secret = "understudy-secret-0123456789"

  private func redeem(_ understudy: Understudy, _ box: UnderstudyKit.Sandbox, _ code: String)
    -> Answer
  {
    var request = Basics.Request(
      method: .post, authority: "localhost", target: "\(box.path)/standard/token")
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array(
      ("grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Self.secret)"
        + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A7999%2Fcb").utf8)
    return understudy.respond(to: request)
  }

  @Test("tells why, and shows no secret")
  func redaction() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let box = try understudy.makeSandbox(signIn: "alice")
    let start = Basics.Request(
      method: .get, authority: "localhost",
      target: "\(box.path)/standard/authorize?client_id=web&response_type=code&scope=openid"
        + "&redirect_uri=http://127.0.0.1:7999/cb")
    let location = try #require(understudy.respond(to: start).headers[.location])
    let query = try #require(location.split(separator: "?").last)
    let code = try #require(Parameters(formEncoded: query).first("code"))
    let first = redeem(understudy, box, code)
    #expect(first.status == .ok)
    let token = try #require(
      try JSONReader().read(first.body, file: "").root["access_token"]?.stringValue)
    #expect(redeem(understudy, box, code).status == .badRequest)
    let entries = try box.entries()
    let text = entries.map { $0.text() }.joined()
    for secret in [code, token, Self.secret] {
      #expect(!text.contains(secret), "\(secret) stands in the journal")
    }
    #expect(text.contains("‹secret "))
    let last = try #require(entries.last)
    #expect(last["condition"] == "code_reused" && last["clause"] == "RFC 6749 §4.1.2")
    #expect(last["why"]?.stringValue?.contains("has been used") == true)
    #expect(last["client"] == "web")
  }

  @Test("hides secrets wherever a client or a rule has put them")
  func everywhere() throws {
    let site = try Site()
    let box = try site.sandbox()
    var secrets: [String] = []
    // A page that posts the code, and one that delivers it twice.
    let form = try box.authorize("&response_mode=form_post").text
    secrets.append(try #require(value(of: "code", in: form)))
    try box.rule([
      "times": 1, "match": ["endpoint": "authorize"], "then": ["change": ["twice": true]],
    ])
    let twice = try box.authorize().text
    secrets.append(
      try #require(
        twice.components(separatedBy: "?code=").dropFirst().first?.prefix { $0 != "&" }.description)
    )
    // A member under another name.
    try box.rule([
      "times": 1, "match": ["endpoint": "token"],
      "then": ["change": ["rename": ["access_token": "accessToken"]]],
    ])
    let renamed = try box.tokens()
    secrets.append(try #require(renamed["accessToken"]?.stringValue))
    // Sent in odd places.
    secrets += (0..<8).map { "hidden-\($0)-0123456789" }
    _ = try box.get("/vk/authorize", ["Referer": "https://a.example/cb?code=\(secrets[3])"])
    _ = try box.post("/standard/token", "grant_type=x", ["Authorization": secrets[4]])
    _ = try box.get("/standard/userinfo", ["X-Access-Token": secrets[5]])
    _ = try site.send(
      "POST", "/_sandbox/\(box.id)/standard/token", ["Content-Type": "text/plain"],
      "client_secret=\(secrets[6])")
    _ = try box.post("/standard/token", "client%5Fsecret=\(secrets[7])")
    _ = try box.get("/vk/authorize?next=https%3A%2F%2Fa.example%2F%3Ftoken%3D\(secrets[8])")
    try box.rule(["match": ["parameters": ["password": "other"]], "then": ["reset": true]])
    _ = try box.post("/standard/login", "password=\(secrets[9])")
    _ = try site.send(
      "POST", "/_sandbox/\(box.id)/standard/token", [:], "{\"refresh_token\": \"\(secrets[10])\"}")
    _ = try box.get("/")
    let journal = try box.control("GET", "/journal").text
    for secret in secrets + ["wonderland"] {
      #expect(!journal.contains(secret), "\(secret)")
    }
    #expect(journal.contains("password is ‹secret "))
  }

  private func value(of name: String, in html: String) -> String? {
    html.components(separatedBy: "name=\"\(name)\" value=\"").dropFirst().first?
      .prefix { $0 != "\"" }.description
  }

  @Test("shows no half of a secret, and none that is written with escapes")
  func halves() throws {
    let site = try Site()
    let box = try site.sandbox()
    let long = "code-" + String(repeating: "0123456789", count: 12)
    try box.rule(["match": ["parameters": ["code": "other"]], "then": ["reset": true]])
    _ = try box.redeem(long)
    try box.order("DELETE", "/rules")
    let code = try box.code()
    try box.rule(["match": ["endpoint": "token"], "times": 1, "then": ["truncate": 40]])
    let form =
      "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Box.secret)"
      + "&redirect_uri=\(Box.callback)"
    let raw = try site.raw(
      "POST /_sandbox/\(box.id)/standard/token HTTP/1.1\r\nContent-Length: \(form.utf8.count)\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n", form)
    let half = try #require(raw.text.components(separatedBy: "\"access_token\":\"").last)
    #expect(half.count > 10)
    for body in [#"{"client_secret": "abc\/def-0123456789"}"#, #"{"password": "open sesame",}"#] {
      _ = try site.send(
        "POST", "/_sandbox/\(box.id)/standard/token", ["Content-Type": "application/json"], body)
    }
    let journal = try box.control("GET", "/journal").text
    for secret in [long.prefix(20).description, half, "def-0123456789", "open sesame"] {
      #expect(!journal.contains(secret), "\(secret)")
    }
  }

  @Test("marks the same secret alike in every entry, and another one otherwise")
  func marks() throws {
    let box = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
      .defaultSandbox
    for token in ["first-of-them", "second-of-them", "first-of-them"] {
      let request = Basics.Request(
        method: .get, authority: "localhost", target: "/standard/userinfo?access_token=\(token)",
        headers: [.authorization: "Bearer \(token)"])
      _ = box.understudy.respond(to: request)
    }
    let requests = try box.entries().compactMap { $0["request"] }
    let targets = requests.compactMap { $0["target"]?.stringValue }
    let headers = requests.compactMap { request in
      request["headers"]?.arrayValue?.first { $0["name"] == "Authorization" }?["value"]?.stringValue
    }
    try #require(targets.count == 3 && headers.count == 3)
    for texts in [targets, headers] {
      #expect(texts[0] == texts[2] && texts[0] != texts[1])
      for text in texts { #expect(text.contains(/‹secret [0-9a-f]{8}›$/), "\(text)") }
    }
    // The key of the marks is drawn for each server: a guess can't be tried against a journal.
    let other = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
      .defaultSandbox
    _ = other.understudy.respond(
      to: .init(
        authority: "localhost", target: "/standard/userinfo?access_token=first-of-them"))
    #expect(try other.entries().first?["request"]?["target"]?.stringValue != targets[0])
  }

  @Test(
    "keeps its sentences whole where a client sends one of their words as a secret",
    arguments: ["code", "token", "client", "redirect_uri", "unknown", "another"])
  func words(_ word: String) throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    func why(_ code: String) throws -> (why: String?, remedy: String?) {
      _ = redeem(understudy, understudy.defaultSandbox, code)
      let entry = try understudy.defaultSandbox.entries().last
      return (entry?["why"]?.stringValue, entry?["remedy"]?.stringValue)
    }
    let (usual, own) = (try why("never-issued"), try why(word))
    #expect(usual.why?.isEmpty == false)
    #expect(own.why == usual.why && own.remedy == usual.remedy)
  }

  @Test("hides what is cut before it is cut")
  func cut() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    // The secret lies across the end of what is kept of a body.
    let secret = String(repeating: "secret-of-many-words-", count: 40)
    let start = "a=" + String(repeating: "x", count: 16_000) + "&client_secret="
    var request = Basics.Request(
      method: .post, authority: "localhost", target: "/standard/token")
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    request.body = Array((start + secret).utf8)
    #expect(start.utf8.count < 16_384 && request.body.count > 16_384)
    _ = understudy.respond(to: request)
    let entry = try #require(try understudy.defaultSandbox.entries().last)
    let body = try #require(entry["request"]?["body"]?.stringValue)
    #expect(body.hasPrefix(start + "‹secret "))
    #expect(!entry.text().contains("secret-of-many-words"))
  }

  @Test("shows what left: where to, how late, how much")
  func delivery() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule([
      ["times": 1, "then": ["truncate": 3]], ["times": 1, "then": ["close": true]],
      ["times": 1, "then": ["delay": 5]],
    ])
    let head = "GET /_sandbox/\(box.id)/standard/jwks HTTP/1.1\r\n"
    for _ in 0..<3 { _ = try site.raw(head) }
    let entries = try box.order("GET", "/journal?kind=exchange").arrayValue ?? []
    #expect(entries.map { $0["response"]?["status"]?.integerValue } == [200, 0, 200])
    #expect(entries.first?["response"]?["body"] == "{\"k")
    #expect(
      entries.first?["request"]?["target"]?.stringValue == "/_sandbox/\(box.id)/standard/jwks")
    let har = try box.order("GET", "/journal?format=har")["log"]?["entries"]?.arrayValue
    #expect(har?.last?["time"] == 5)
  }

  @Test("takes a bounded part of memory, whatever is sent")
  func memory() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule(
      .init(
        .array(
          (0..<100).map { index in
            [
              "match": ["parameters": ["a": .init(stringLiteral: "\(index)")]],
              "then": ["reset": true],
            ]
          })))
    let long = String(repeating: "x", count: 30_000)
    for _ in 0..<20 { _ = try box.post("/standard/token", "a=\(long)") }
    let entries = try box.order("GET", "/journal?kind=exchange").arrayValue ?? []
    #expect(entries.count == 20)
    #expect(entries.allSatisfy { ($0["near"]?.arrayValue?.count ?? 0) <= 20 })
    #expect(entries.allSatisfy { $0.text().utf8.count < 40_000 })
  }

  @Test("keeps the last thousand, and numbers never repeat")
  func bounds() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    for _ in 0..<1_005 {
      _ = understudy.respond(
        to: .init(method: .get, authority: "localhost", target: "/vk/authorize?client_id=1"))
    }
    let numbers = try understudy.defaultSandbox.entries().compactMap { $0["n"]?.integerValue }
    #expect(numbers == Array(6...1_005))
    try understudy.control(.delete, "/sandboxes/default/journal")
    _ = understudy.respond(to: .init(method: .get, authority: "localhost", target: "/vk/nothing"))
    #expect(try understudy.defaultSandbox.entries().first?["n"] == 1_006)
  }

  @Test("wakes who waits for an entry, and lets nobody wait for ever")
  func longPoll() async throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let waiting = Task.detached {
      try understudy.defaultSandbox.entries(["wait": "20", "provider": "vk"]).count
    }
    // However the two threads meet: what comes before the wait is found, what comes later wakes it.
    _ = understudy.respond(
      to: .init(method: .get, authority: "localhost", target: "/vk/authorize?client_id=1"))
    #expect(try await waiting.value == 1)
    #expect(try understudy.defaultSandbox.entries(["wait": "1", "provider": "oclc"]) == [])
  }

  @Test("finds the sandbox of a code that comes without its prefix")
  func owner() throws {
    let understudy = try Understudy(seed: 1, clock: { .init(timeIntervalSince1970: 1_600_000_000) })
    let boxes = try (0..<50).map { _ in try understudy.makeSandbox(signIn: "alice") }
    let token = try #require(
      try boxes[7].mintTokens(at: "vk", client: "753197", person: "bob").accessToken)
    let answer = understudy.respond(
      to: .init(
        method: .get, authority: "localhost",
        target: "/vk/method/users.get?v=5.52&access_token=\(token)"))
    #expect(String(decoding: answer.body, as: UTF8.self).contains("Bob"))
    #expect(try boxes[7].entries().count == 1)
    #expect(try boxes[8].entries().isEmpty)
  }
}
