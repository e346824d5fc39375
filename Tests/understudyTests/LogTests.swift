import Basics
import Engine
import Foundation
import Testing

@testable import understudy

@Suite("The log", .timeLimit(.minutes(15)))
struct LogTests {
  private static func refusal() -> LogEntry {
    var entry = LogEntry()
    entry.method = "GET"
    entry.path = "/vk/authorize"
    entry.provider = "vk"
    entry.endpoint = "authorize"
    entry.outcome = .refused(.clientUnknown)
    entry.why = "no client \"x\""
    entry.remedy = "add it"
    entry.clause = "RFC 6749 §2.2"
    return entry
  }

  @Test("has one object a line with --log json, the same members in each")
  func json() {
    let instant = WallTime(seconds: 1_600_000_000, milliseconds: 7)
    #expect(
      Log.json(Self.refusal(), status: 401, at: instant)
        == #"{"time":"2020-09-13T12:26:40.007Z","method":"GET","path":"/vk/authorize","provider":"vk","#
        + #""endpoint":"authorize","sandbox":"default","client":null,"person":null,"condition":null,"rule":null,"#
        + #""outcome":"refused: client_unknown","status":401,"#
        + #""why":"no client \"x\"","clause":"RFC 6749 §2.2","remedy":"add it"}"#)
    var entry = LogEntry()
    entry.method = "GET"
    entry.path = "/"
    entry.outcome = .status(404)
    #expect(
      Log.json(entry, status: 404, at: instant)
        == #"{"time":"2020-09-13T12:26:40.007Z","method":"GET","path":"/","provider":null,"#
        + #""endpoint":null,"sandbox":"default","client":null,"person":null,"condition":null,"rule":null,"#
        + #""outcome":"404","status":404,"why":null,"clause":null,"remedy":null}"#)
    #expect(
      Log.json("two\nlines", at: instant)
        == #"{"time":"2020-09-13T12:26:40.007Z","message":"two\nlines"}"#)
  }

  @Test("is one line for people, whatever a client sent, and sends no command to their terminal")
  func text() {
    var entry = Self.refusal()
    #expect(
      entry.line == "GET /vk/authorize · vk authorize · refused: client_unknown · no client \"x\""
        + " → add it (RFC 6749 §2.2)")
    entry.why = "a\r\nb\u{1B}[2Jc\u{2028}d\u{9B}e"
    #expect(entry.line.contains("a  b\\x1b[2Jc\\u2028d\\x9be"))
  }

  @Test("has a line for each call of the control API that is refused, without its secrets")
  func control() throws {
    let served = try Served(["--control-token", "0123456789abcdef"])
    let token = ["Authorization": "Bearer 0123456789abcdef"]
    let people = "/_understudy/sandboxes/default/people"
    _ = try served.send("GET", people + "?code=SECRET")
    _ = try served.send(
      "PUT", people + "/carol", token, body: #"{"password": "hush-hush", "sub": 7}"#)
    _ = try served.send(
      "POST", "/_understudy/sandboxes/default/rules", token,
      body: #"{"match": {"endpoint": "SECRET-1"}, "then": {"delay": 1}, "password": "SECRET-1"}"#)
    _ = try served.send("PUT", people + "/dora", token, body: #"{"password": "hush-hush"}"#)
    _ = try served.send("GET", "/_understudy/sandboxen", token)
    _ = try served.send(
      "POST", "/_understudy/sandboxes/default/tokens/SECRET-2/revoke", token)
    let lines = served.stop().errors.split(separator: "\n").filter { $0.contains("/_understudy/") }
      .filter { $0.contains(" · ") }
    #expect(
      lines.map { $0.prefix { $0 != "." } } == [
        "GET \(people) · - control · 401 · The control API requires its token",
        "PUT \(people)/carol · - control · 422 · The body is not valid",
        "POST /_understudy/sandboxes/default/rules · - control · 422 · The body is not valid",
        "GET /_understudy/sandboxen · - control · 404 · There is no such resource",
        "POST /_understudy/sandboxes/default/tokens/…/revoke · - control · 404 · There is no such token",
      ])
    #expect(lines.contains { $0.contains("Did you mean /_understudy/sandboxes?") })
    #expect(!lines.joined().contains("SECRET") && !lines.joined().contains("hush"))
  }

  @Test("of a whole run can be read by a program, and holds no query")
  func wholeRun() throws {
    let served = try Served(["--log", "json"])
    _ = try served.get("/")
    _ = try served.get("/vk/authorize?client_id=nobody&state=SECRET")
    _ = try served.get("/nowhere?code=SECRET", method: "DELETE")
    _ = try served.get("/", method: "DELETE")
    let lines = served.stop().errors.split(separator: "\n")
    let objects = try lines.map { try JSONReader().read(Array($0.utf8), file: "log").root }
    for object in objects {
      #expect(object["time"]?.stringValue?.hasSuffix("Z") == true)
      #expect(object["message"] != nil || object["method"] != nil)
    }
    let exchanges = objects.filter { $0["method"] != nil }
    #expect(exchanges.map { $0["status"]?.integerValue } == [200, 401, 404, 405])
    #expect(
      exchanges.map { $0["outcome"]?.stringValue } == [
        "200", "refused: client_unknown", "404", "405",
      ])
    #expect(exchanges.map { $0["path"]?.stringValue } == ["/", "/vk/authorize", "/nowhere", "/"])
    #expect(!lines.joined().contains("SECRET"))
  }
}
