import Basics
import TestSupport
import Testing

@Suite("A rule about an answer's bytes")
struct RuleAnswerTests {
  private let site: Site
  private let box: Box

  init() throws {
    site = try Site()
    box = try site.sandbox()
  }

  private func rule(_ then: JSONValue, _ endpoint: JSONValue = "token") throws {
    try box.order("PUT", "/rules", [["match": ["endpoint": endpoint], "then": then]])
  }

  @Test(
    "makes large ones, and deep ones",
    arguments: [("x", 5 << 20), ("[", 100_000), ("{\"a\":", 100_000), ("é\u{FEFF}", 3)])
  func large(_ body: String, _ times: Int) throws {
    try rule([
      "answer": ["body": .init(stringLiteral: body), "repeat": .init(integerLiteral: times)]
    ])
    let answer = try box.redeem("any")
    #expect(answer.status == 200 && answer.text.utf8.count == body.utf8.count * times)
    #expect(answer.text.hasPrefix(body + body) && answer.text.hasSuffix(body))
  }

  @Test("has several header fields of one name")
  func fields() throws {
    try rule([
      "answer": [
        "status": 401,
        "headers": [
          "WWW-Authenticate": ["Basic realm=\"a, b\"", "bearer error=\"invalid_token\""]
        ],
      ]
    ])
    let answer = try box.redeem("any")
    let fields = answer.headers.filter { $0.name.lowercased() == "www-authenticate" }.map(\.value)
    #expect(fields == ["Basic realm=\"a, b\"", "bearer error=\"invalid_token\""])
  }

  @Test("changes the head of the provider's answer, and what comes before its body")
  func head() throws {
    let code = try box.code()
    try rule([
      "change": [
        "headers": [
          "Content-Type": "Application/JSON; charset=UTF-8", "Cache-Control": JSONValue(.null),
          "X-Odd": ["1", "2"],
        ], "prefix": "\u{FEFF}",
      ]
    ])
    let answer = try box.redeem(code)
    #expect(answer.header("Content-Type") == "Application/JSON; charset=UTF-8")
    #expect(answer.header("Cache-Control") == nil)
    #expect(answer.headers.filter { $0.name == "X-Odd" }.map(\.value) == ["1", "2"])
    #expect(answer.text.utf8.starts(with: [0xEF, 0xBB, 0xBF]))
    #expect(answer.text.contains("\"access_token\":"))
  }

  @Test(
    "hides no secret from those who hide it in the journal",
    arguments: [
      ["prefix": "\u{FEFF}"], ["headers": ["Content-Type": "text/html"]], ["prefix": ")]}', "],
    ]
      as [JSONValue])
  func secrets(_ change: JSONValue) throws {
    let code = try box.code()
    try rule(["change": change])
    let answer = try box.redeem(code).text
    let start = try #require(answer.firstRange(of: "\"access_token\":\"")?.upperBound)
    let token = answer[start...].prefix { $0 != "\"" }
    #expect(token.count == 43)
    let journal = try box.control("GET", "/journal").text
    #expect(journal.contains("‹secret ") && !journal.contains(token))
  }

  @Test("loses the answer to a request that was decided on", arguments: ["close", "reset"])
  func lost(_ way: String) throws {
    let code = try box.authorize(scope: "openid+offline_access").parameter("code") ?? ""
    let token = try #require(try box.redeem(code).json["refresh_token"]?.stringValue)
    try box.order(
      "PUT", "/rules",
      [
        [
          "match": ["endpoint": "token"], "times": 1,
          "then": ["lost": .init(stringLiteral: way)],
        ]
      ])
    let form =
      "grant_type=refresh_token&refresh_token=\(token)&client_id=web&client_secret=\(Box.secret)"
    let end = try site.raw(
      "POST /_sandbox/\(box.id)/standard/token HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: \(form.utf8.count)\r\n", form)
    #expect(end.text.isEmpty && end.wasReset == (way == "reset"))
    let entries = try box.order("GET", "/journal").arrayValue ?? []
    #expect(entries.last?["outcome"] == "granted: refresh_token", "\(entries)")
    // It was spent, and who sends it again is taken for a thief.
    #expect(try box.refresh(token).json["error"] == "invalid_grant")
  }

  @Test("is not needed for the journal to tell of what nothing answers")
  func nowhere() throws {
    #expect(try box.get("/standard/no-such-place?x=1").status == 404)
    #expect(try box.get("/elsewhere/jwks").status == 404)
    let entries = try box.order("GET", "/journal").arrayValue ?? []
    let targets = entries.compactMap { $0["request"]?["target"]?.stringValue }
    #expect(targets.contains { $0.hasSuffix("/standard/no-such-place?x=1") }, "\(targets)")
    #expect(targets.contains { $0.hasSuffix("/elsewhere/jwks") }, "\(targets)")
  }
}
