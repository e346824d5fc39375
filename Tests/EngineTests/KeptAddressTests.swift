import Basics
import Engine
import HTTPTypes
import Testing

@Suite("Addresses that are found again")
struct KeptAddressTests {
  /// Two places whose paths may be the same, and which the query tells apart; and two that the method does.
  private static var ways: String {
    var text = Engine.text("providers/standard.json")
    func insert(_ more: String, behind mark: String) {
      guard let place = text.range(of: mark) else { return }
      text.replaceSubrange(place, with: mark + more)
    }
    insert("ways", behind: "\"id\": \"")
    insert(
      """
      "one": { "kind": "document", "at": "main:/a/{x}?p={p}", "answer": "one" },
      "two": { "kind": "document", "at": "main:/{y}/b", "answer": "two" },
      "post": { "kind": "document", "at": "main:/a/c", "methods": ["POST"], "answer": "post" },
      "get": { "kind": "document", "at": "main:/a/c", "answer": "get" },
      "only": { "kind": "document", "at": "main:/things", "answer": "get" },
      "act": { "kind": "document", "at": "main:/{x}?do={p}", "methods": ["POST"], "answer": "post" },
      """, behind: "\"endpoints\": {")
    insert(
      """
      "one": { "json": { "it": "one {{vars.p}} {{vars.x}}" } }, "two": { "json": { "it": "two {{vars.y}}" } },
      "post": { "json": { "it": "post" } }, "get": { "json": { "it": "get" } },
      """, behind: "\"shapes\": {")
    insert(
      #" "p": { "default": "" }, "x": { "default": "" }, "y": { "default": "" },"#,
      behind: "\"vars\": {")
    return text.replacing("\"waysstandard\"", with: "\"ways\"")
  }

  private func text(
    _ engine: Engine, _ target: String, _ method: HTTPRequest.Method = .get,
    host: String = "127.0.0.1:8400"
  ) -> String {
    let answer = engine.respond(Request(method: method, authority: host, target: target))
    return String(decoding: answer.body, as: UTF8.self)
  }

  @Test("a path leads where its query says, in whatever order they come")
  func query() throws {
    for start in 0..<2 {
      let engine = try Engine(more: [("ways.json", Self.ways)])
      for turn in start..<(start + 6) {
        if turn % 2 == 0 {
          #expect(text(engine, "/ways/a/b?p=\(turn)") == "{\"it\":\"one \(turn) b\"}")
        } else {
          #expect(text(engine, "/ways/a/b") == "{\"it\":\"two a\"}")
        }
      }
    }
  }

  @Test("one path is two places where the method says so")
  func method() throws {
    let engine = try Engine(more: [("ways.json", Self.ways)])
    for _ in 0..<2 {
      #expect(text(engine, "/ways/a/c") == "{\"it\":\"get\"}")
      #expect(text(engine, "/ways/a/c", .post) == "{\"it\":\"post\"}")
    }
  }

  @Test("a method that a path does not answer may be answered there with a query")
  func methodAndQuery() throws {
    let engine = try Engine(more: [("ways.json", Self.ways)])
    for _ in 0..<2 {
      #expect(text(engine, "/ways/things", .post).hasPrefix("POST is not answered"))
      #expect(text(engine, "/ways/things?x=1", .post).hasPrefix("POST is not answered"))
      #expect(text(engine, "/ways/things?do=1", .post) == "{\"it\":\"post\"}")
      #expect(text(engine, "/ways/things") == "{\"it\":\"get\"}")
    }
  }

  @Test("a document names the host that was asked, however many were asked before")
  func hosts() throws {
    let engine = try Engine()
    let path = "/standard/.well-known/openid-configuration"
    for _ in 0..<2 {
      for port in 8_000..<8_600 {
        let document = text(engine, path, host: "127.0.0.1:\(port)")
        #expect(document.contains("\"issuer\":\"http://127.0.0.1:\(port)/standard\""), "\(port)")
      }
    }
    #expect(
      text(engine, "/.well-known/openid-configuration", host: "standard.localhost:8400").contains(
        "\"issuer\":\"http://standard.localhost:8400\""))
  }
}
