import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

@testable import Server

@Suite("The redactor")
struct RedactorTests {
  private let redactor = Redactor(key: [1, 2, 3])

  private func request(_ target: String, body: String = "") -> Request {
    Request(authority: "a", target: target, body: Array(body.utf8))
  }

  private func shown(_ request: Request, _ body: String = "") -> ShownExchange {
    let answer = Answer(status: .ok, headers: [.location: "/x"], body: Array(body.utf8))
    let secrets = redactor.secrets(request, answer, SecretNames())
    return redactor.redacted(request, answer, secrets)
  }

  /// One secret more than are looked for.
  private let many = (0...64).map { "code=secret-\($0)" }.joined(separator: "&")
  private let hidden = "‹hidden: too many secrets›"

  @Test("shows 64 secrets by their marks, and nothing of what could hold more")
  func overfull() {
    let fits = shown(
      request("/a?x=1&" + (1...64).map { "code=secret-\($0)" }.joined(separator: "&")))
    #expect(fits.request.target.hasPrefix("/a?x=1&code=‹secret "))
    #expect(fits.answer.headers[.location] == "/x")
    let over = shown(request("/a?\(many)", body: "x"), "y")
    #expect(over.request.target == "/a?\(hidden)")
    #expect(String(decoding: over.request.body, as: UTF8.self) == hidden)
    #expect(String(decoding: over.answer.body, as: UTF8.self) == hidden)
    #expect(over.answer.headers[.location] == hidden)
  }

  @Test(
    "hides each parameter by which somebody is known or gets a token",
    arguments: [
      "password", "client_secret", "client_assertion", "assertion", "subject_token", "actor_token",
      "code", "refresh_token", "device_code", "code_verifier",
    ])
  func parameters(_ name: String) {
    let body = String(
      decoding: shown(request("/a", body: "x=1&\(name)=a1.b2.c3")).request.body, as: UTF8.self)
    #expect(body.hasPrefix("x=1&\(name)=‹secret ") && !body.contains("a1.b2"))
  }

  @Test("leaves an empty body, and a target without a query, as they are")
  func empty() {
    let inQuery = shown(request("/a?\(many)"))
    #expect(inQuery.request.body.isEmpty && inQuery.answer.body.isEmpty)
    #expect(shown(request("/a", body: many)).request.target == "/a")
  }

  @Test("hides a longer secret before a shorter one that stands in it")
  func longest() {
    let shown = shown(request("/a?code=abcd&token=abcdefgh&x=1"))
    let marks = shown.request.target.split(separator: "‹").dropFirst()
    #expect(marks.count == 2 && !shown.request.target.contains("efgh"))
    #expect(Set(marks).count == 2)
  }

  @Test("hides secrets that overlap together, so that nothing of either is seen")
  func overlapping() {
    let target = shown(request("/a?code=abcd12&token=12-and-more&x=abcd12-and-more")).request.target
    #expect(!target.contains("and-more") && !target.contains("abcd"))
    let marks = target.split(separator: "‹").dropFirst().map { $0.prefix { $0 != "›" } }
    #expect(Set(marks).count == 3)
  }

  @Test(
    "hides a secret in each encoding",
    arguments: [
      "s3cr+t/of the=client", "s3cr%2Bt%2Fof%20the%3Dclient",
      "s3cr%252bt%252fof%2520the%253dclient",
      #"s3cr+t\/of the=client"#, Base64.encode(Array("web:s3cr+t/of the=client".utf8)),
    ])
  func encodings(_ form: String) {
    let request = request("/a?client_secret=s3cr%2Bt/of+the%3Dclient", body: "it sent \(form)!")
    let body = String(decoding: shown(request).request.body, as: UTF8.self)
    #expect(body.wholeMatch(of: /it sent ‹secret [0-9a-f]{8}›!/) != nil, "\(body)")
  }

  @Test(
    "hides a secret that is as long as the longest text of the log, and looks for none that is longer",
    arguments: ["why", "remedy", "near", "client"])
  func longest(_ member: String) {
    var log = LogEntry()
    let text = String(repeating: "s", count: 40)
    switch member {
    case "why": log.why = text
    case "remedy": log.remedy = text
    case "near": log.near = [text]
    default: (log.client, log.condition) = (text, .clientUnknown)
    }
    for (count, isHidden) in [(40, true), (41, false)] {
      let secret = String(repeating: "s", count: count)
      let secrets = redactor.secrets(
        request("/a?code=\(secret)"), Answer(status: .ok), SecretNames())
      let shown = redactor.redacted(log, secrets)
      let texts = [shown.why, shown.remedy, shown.client].compactMap(\.self) + shown.near
      #expect(texts.contains(text) != isHidden)
    }
  }

  @Test("hides long secrets that begin alike to their ends, and what follows stays")
  func long() {
    let start = String(repeating: "s", count: 5_000)
    let secrets = ["\(start)-a-one", "\(start)-b-two-and-more", "\(start)"]
    let known = KnownSecrets(secrets.map { Array($0.utf8) }, as: .beginning)
    for secret in secrets {
      let shown = known.hidden("x \(secret)! y")
      #expect(shown == "x ssss…(\(secret.utf8.count))! y")
    }
    // So much of a long secret is a secret, too.
    #expect(known.hidden("x \(start.dropLast(500))! y") == "x ssss…(4500)! y")
    #expect(
      known.hidden("\(start)-a-one\(start)-b-two-and-more.") == "ssss…(5006)ssss…(5015).")
  }

  @Test("takes no longer for a text that repeats itself")
  func repeats() {
    let secret = [UInt8](repeating: 0x61, count: 30_000)
    let known = KnownSecrets([secret, secret + [0x62]], as: .beginning)
    let text = [UInt8](repeating: 0x61, count: 1 << 20)
    #expect(known.hidden(text) == Array("aaaa…(1048576)".utf8))
  }

  @Test("leaves a text that differs from a secret in its first byte alone")
  func similar() {
    let target = shown(request("/xbcd/abc?code=abcd")).request.target
    #expect(target.hasPrefix("/xbcd/abc?code=‹secret "))
  }

  @Test("follows a rule that renames a parameter only where its first name is a secret's")
  func renamed() {
    let names = SecretNames(renamed: [(from: "state", to: "st"), (from: "code", to: "ticket")])
    let secrets = redactor.secrets(
      request("/a?st=12345&ticket=54321"), Answer(status: .ok), names)
    #expect(secrets.texts == [Array("54321".utf8)])
  }

  @Test("gives one secret one mark, and another key gives another")
  func marks() {
    let first = shown(request("/a?code=abcd&code=abcd")).request.target
    let marks = first.split(separator: "code=").dropFirst().map { $0.prefix { $0 != "&" } }
    #expect(marks.count == 2 && marks.first == marks.last)
    let other = Redactor(key: [4])
    let request = request("/a?code=abcd")
    let secrets = other.secrets(request, Answer(status: .ok), SecretNames())
    let target = other.redacted(request, Answer(status: .ok), secrets).request.target
    #expect(target != shown(request).request.target && !target.contains("abcd"))
  }

  @Test("hides a client in the log only of a request that was refused")
  func client() {
    for (target, mark) in [("/a?code=client-1", "‹secret "), ("/a?\(many)", hidden)] {
      for isRefused in [true, false] {
        var log = LogEntry()
        log.client = "client-1"
        log.why = "it sent client-1"
        log.condition = isRefused ? .clientUnknown : nil
        let request = request(target)
        let secrets = redactor.secrets(request, Answer(status: .ok), SecretNames())
        let shown = redactor.redacted(log, secrets)
        #expect(shown.client?.hasPrefix(mark) == isRefused, "\(mark) \(isRefused)")
        #expect(shown.why != log.why)
      }
    }
  }

  @Test("makes no secret of a word that its own sentences use, but of any other")
  func words() {
    var log = LogEntry()
    log.why = "the token is unknown"
    for (code, isHidden) in [("token", false), ("unknown", false), ("the token", true)] {
      let request = request("/a?code=\(QueryStyle.rfc3986.encode(code))")
      let secrets = redactor.secrets(request, Answer(status: .ok), SecretNames())
      #expect((redactor.redacted(log, secrets).why != log.why) == isHidden, "\(code)")
    }
  }

  @Test("an exchange keeps bodies up to 16,384 bytes, and cuts a longer one where it hides secrets")
  func cut() {
    for (count, kept) in [(16_384, 16_384), (16_385, 16_384)] {
      let body = [UInt8](repeating: 65, count: count)
      var request = request("/a")
      request.body = body
      for (sent, answered) in [(body, []), ([], body)] {
        request.body = sent
        let exchange = Exchange(
          request, Answer(status: .ok, body: answered), SecretNames(), redactor)
        let shown = exchange.shown(LogEntry()).exchange
        #expect(shown?.request.body.count == min(sent.count, kept))
        #expect(shown?.answer.body.count == min(answered.count, kept))
      }
    }
  }
}
