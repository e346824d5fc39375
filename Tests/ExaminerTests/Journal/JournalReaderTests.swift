import Basics
import Examiner
import Testing

@Suite("Saved journals")
struct JournalReaderTests {
  /// Endpoints have their names for kinds, and each path's last segment is one.
  private static let book = EndpointBook(named: { _, _ in nil }, found: { _ in nil })

  private func read(_ text: String) throws -> [JournalRecord] {
    try JournalReader(file: "j.json", book: Self.book).read(Array(text.utf8))
  }

  private func entry(
    _ number: Int, _ endpoint: String, _ target: String, client: String? = nil, body: String = "",
    authorization: String? = nil, status: Int = 200, location: String? = nil, answer: String = "",
    provider: String = "standard"
  ) -> String {
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\"", with: "\\\"") + "\""
    }
    func field(_ name: String, _ value: String?) -> String {
      value.map { #"{"name": "\#(name)", "value": \#(quoted($0))}"# } ?? ""
    }
    let who = client.map { #""client": "\#($0)", "# } ?? ""
    return
      #"{"n": \#(number), "kind": "exchange", "provider": "\#(provider)", "endpoint": "\#(endpoint)", \#(who)"#
      + #""request": {"method": "\#(body.isEmpty ? "GET" : "POST")", "scheme": "http", "authority": "a", "#
      + #""target": "\#(target)", "headers": [\#(field("Authorization", authorization))], "body": \#(quoted(body))}, "#
      + #""response": {"status": \#(status), "headers": [\#(field("Location", location))], "body": \#(quoted(answer))}}"#
  }

  @Test("are an array, an entry a line, or one entry; what was done to the sandbox is passed over")
  func forms() throws {
    let one = entry(1, "authorize", "/standard/authorize?client_id=web")
    let act = #"{"n": 2, "kind": "clock", "detail": "It stands still."}"#
    let two = entry(3, "token", "/standard/token", body: "code=x", status: 0)
    for text in ["[\(one), \(act), \(two)]", "\u{FEFF}\(one)\n\(act)\n\n\(two)\n"] {
      let records = try read(text)
      #expect(records.map(\.exchange.number) == [1, 3])
      #expect(records.map(\.exchange.kind) == ["authorize", "token"])
      #expect(records.map(\.exchange.isDelivered) == [true, false])
      #expect(records[1].exchange.request.method == .post)
    }
    #expect(try read(one).count == 1)
  }

  @Test(
    "that can't be read say where, what was expected, what was found, and how to come by one",
    arguments: [
      ("", "j.json: error: expected a journal, found nothing"),
      ("  \n", "found nothing"),
      ("<html>", "expected JSON, found \"<html>\""),
      ("[]", "the journal has no entries"),
      (#"[{"n": 1, "kind": "clock"}]"#, "and no request"),
      (
        #"{"requests": [], "meta": {}}"#,
        "j.json:1:1: error: expected entry 1 to have n and kind, found an object with requests, meta"
      ),
      (#"[1]"#, "found a number"),
      (
        #"[{"n": 1, "kind": "exchange", "request": {"method": "GET", "target": "/"}, "resp"#,
        "is the journal cut short?"
      ),
      ("{\"n\": 1, \"kind\": \"clock\"}\n{\"n\": 2, \"ki", "j.json:2:10: error:"),
      (#"[{"n": 1, "kind": "exchange"}]"#, "expected a member \"request\", found none (at /0)"),
      (
        #"[{"n": 1, "kind": "exchange", "request": {"method": 7, "target": "/"}, "response": {"status": 200}}]"#,
        "j.json:1:53: error: expected a string, found "
      ),
      (#"{"log": {"version": "1.2"}}"#, "expected log.entries, an array, found none"),
      (#"{"log": {"entries": []}}"#, "the archive has no entries"),
      (
        #"{"log": {"entries": [{"request": {"method": "GET", "url": "http://a/b"}, "response": {"status": 200}}]}}"#,
        "none of the 1 requests went to an endpoint that is known here; --fixture"
      ),
    ])
  func mistakes(_ text: String, _ says: String) {
    let error = #expect(throws: JournalError.self) { try read(text) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }

  @Test("are split by client, by what they say and by what was issued")
  func split() throws {
    let records = try read(
      [
        entry(
          1, "authorize", "/standard/authorize?client_id=web&redirect_uri=http://w/cb",
          client: "web", status: 302,
          location: "http://w/cb?code=code-of-web-1"),
        entry(2, "authorize", "/standard/authorize?client_id=nobody", status: 400),
        // Nobody is named; the code says whose it is.
        entry(
          3, "token", "/standard/token", body: "code=code-of-web-1",
          answer: #"{"access_token": "token-of-web-1"}"#),
        entry(4, "userinfo", "/standard/userinfo", authorization: "Bearer token-of-web-1"),
        entry(
          5, "userinfo", "/vk/userinfo", authorization: "Bearer token-of-web-1", provider: "vk"),
        entry(6, "token", "/standard/token", body: "x=1", authorization: "Basic bmF0aXZlOng="),
        entry(7, "jwks", "/standard/jwks"),
      ].joined(separator: "\n"))
    let split = JournalSplit(records)
    #expect(split.parties.map(\.client) == ["web", "nobody", "native"])
    #expect(split.parties.map { $0.run.exchanges.map(\.number) } == [[1, 3, 4, 5], [2], [6]])
    #expect(split.unknown == 1)
    #expect(split.parties[0].run.secrets.contains("token-of-web-1"))
  }

  @Test("with one client give it all requests")
  func alone() throws {
    let records = try read(
      entry(1, "authorize", "/standard/authorize?client_id=web") + "\n" + entry(2, "jwks", "/jwks"))
    let split = JournalSplit(records)
    #expect(split.parties.map { $0.run.exchanges.count } == [2])
    #expect(split.unknown == 0)
  }

  @Test("whose secrets are hidden still show what was sent twice, and whose it was")
  func hidden() throws {
    let records = try read(
      [
        entry(
          1, "authorize", "/standard/authorize?client_id=web&redirect_uri=http://w/cb", status: 302,
          location: "http://w/cb?code=‹secret 01234567›"),
        entry(2, "authorize", "/standard/authorize?client_id=other", status: 400),
        entry(3, "token", "/standard/token", body: "code=‹secret 01234567›"),
        entry(4, "token", "/standard/token", body: "code=‹secret 01234567›"),
      ].joined(separator: "\n"))
    let party = try #require(JournalSplit(records).parties.first)
    #expect(party.run.exchanges.map(\.number) == [1, 3, 4])
    #expect(party.run.secrets == [])
    let check = try #require(Catalogue.bundled.check("code-used-once"))
    let result = PassiveJudge.judge(check, [party.run], Subject())
    #expect(result.place == .init(episode: 0, exchange: 4))
  }
}
