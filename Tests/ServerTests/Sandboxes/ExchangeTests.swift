import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Server

@Suite("An exchange")
struct ExchangeTests {
  private let secret = "secret-1"
  private var target: String { "/a?code=\(secret)" }

  private func exchange(
    _ sent: Int, _ answered: Int, showsSecrets: Bool = false, keeping most: Int? = nil
  ) -> Exchange {
    let request = Request(
      authority: "a", target: target, body: [UInt8](repeating: 65, count: sent))
    let answer = Answer(status: .ok, body: [UInt8](repeating: 66, count: answered))
    let redactor = Redactor(key: [1], showsSecrets: showsSecrets)
    return Exchange(
      request, answer, SecretNames(), redactor, keeping: most ?? Exchange.mostBody)
  }

  @Test(
    "is kept as it went over the wire while both bodies are short, and else without its secrets",
    arguments: [
      (0, 0, true), (16_384, 0, true), (0, 16_384, true), (16_384, 16_384, true),
      (16_385, 0, false), (0, 16_385, false),
    ])
  func kept(_ sent: Int, _ answered: Int, _ isWhole: Bool) {
    let kept = exchange(sent, answered).kept
    #expect(kept.request.target.contains(secret) == isWhole)
    #expect(kept.request.body.count == min(sent, 16_384))
    #expect(kept.answer.body.count == min(answered, 16_384))
  }

  @Test("is kept whole up to the length that the server was told to keep")
  func keeping() {
    for (length, isWhole) in [(20_000, true), (20_001, false)] {
      let kept = exchange(length, length, keeping: 20_000).kept
      #expect(kept.request.target.contains(secret) == isWhole)
      #expect(kept.request.body.count == 20_000 && kept.answer.body.count == 20_000)
    }
  }

  @Test("shows its secrets only where the server was told to", arguments: [0, 16_385])
  func shown(_ length: Int) {
    for showsSecrets in [false, true] {
      let shown = exchange(length, 0, showsSecrets: showsSecrets).shown(LogEntry()).exchange
      #expect(shown?.request.target.contains(secret) == showsSecrets)
    }
  }

  @Test("hides its secrets in a log, even where the journal shows them", arguments: [0, 16_385])
  func logged(_ length: Int) {
    var log = LogEntry()
    log.why = "it sent \(secret)"
    let exchange = exchange(length, 0, showsSecrets: true)
    #expect(exchange.shown(log).log.why == log.why)
    #expect(exchange.logged(log).why?.contains(secret) == false)
  }

  @Test("hides its secrets in each sentence of a log", arguments: ["why", "remedy", "near"])
  func sentences(_ place: String) {
    let text = "it sent \(secret)"
    var log = LogEntry()
    switch place {
    case "why": log.why = text
    case "remedy": log.remedy = text
    default: log.near = [text]
    }
    let entry = JournalEntry(
      at: 0, sandbox: "box", kind: .exchange, log: log, event: .exchange(exchange(0, 0)))
    let logged = LoggedExchange(entry, status: 200, wall: 7)
    #expect(logged.sandbox == "box" && logged.status == 200 && logged.wall == 7)
    let told = logged.entry
    let sentences = [told.why, told.remedy].compactMap { $0 } + told.near
    #expect(sentences.count == 1 && sentences.first?.hasPrefix("it sent ‹secret ") == true)
  }
}

@Suite("An entry of the journal")
struct JournalEntryTests {
  private func numbered(_ request: Request, _ log: LogEntry = LogEntry()) -> NumberedEntry {
    let exchange = Exchange(
      request, Answer(status: .ok, body: [66]), SecretNames(), Redactor(key: [1]))
    return NumberedEntry(
      number: 3,
      entry: JournalEntry(
        at: 0, sandbox: "box", kind: .exchange, log: log, event: .exchange(exchange)))
  }

  private func request(_ body: String = "") -> Request {
    Request(method: .post, authority: "a", target: "/a", body: Array(body.utf8))
  }

  @Test("has only the members that something is known for")
  func members() {
    let act = JournalEntry(
      at: 0, sandbox: "box", kind: .clock, log: LogEntry(), event: .act("moved"))
    let acted = NumberedEntry(number: 1, entry: act).value
    #expect(
      acted == [
        "n": 1, "at": "1970-01-01T00:00:00Z", "sandbox_time": "1970-01-01T00:00:00Z",
        "sandbox": "box", "kind": "clock", "detail": "moved",
      ])
    let names = numbered(request()).value.objectValue?.names
    #expect(names == ["n", "at", "sandbox_time", "sandbox", "kind", "request", "response"])
  }

  @Test("lists the rules that nearly matched")
  func near() {
    var log = LogEntry()
    log.near = ["one", "two"]
    #expect(numbered(request(), log).value["near"] == ["one", "two"])
  }

  @Test("names the client's certificate by its SHA-256 digest")
  func certificate() {
    var request = request()
    #expect(numbered(request).value["request"]?["client_certificate"] == nil)
    request.clientCertificate = [1, 2, 3]
    let digest = Base64URL.encode(Digest.sha256([1, 2, 3]))
    #expect(
      numbered(request).value["request"]?["client_certificate"] == JSONValue(.string(digest)))
  }

  @Test("has posted data in an HTTP archive only where the request has a body")
  func posted() {
    var sent = request("a=1")
    sent.headers[.contentType] = "text/plain"
    let data = numbered(sent).har?["request"]?["postData"]
    #expect(data == ["mimeType": "text/plain", "text": "a=1"])
    let empty = numbered(request()).har?["request"]
    #expect(empty?["bodySize"] == 0 && empty?["postData"] == nil)
  }

  @Test("is found by a filter only after the number that the filter names")
  func after() {
    var filter = JournalFilter()
    for (after, isFound) in [(2, true), (3, false), (4, false)] {
      filter.after = after
      #expect(filter.matches(numbered(request())) == isFound)
    }
  }
}
