import Basics
import Engine

@testable import Server

/// A secret that stands where secrets stand is never seen in the journal or in a log, whatever stands beside it.
///
/// An input's first line stands before the secret, its second behind it, and the rest makes a body long.
enum RedactorProperties {
  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    // libFuzzer copies what the program compares with into its inputs. There nothing says that it is a secret.
    guard !text.contains(core) else { return }
    let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    let before = String(lines[0])
    let after = lines.count > 1 ? String(lines[1]) : ""
    let long = lines.count > 2 ? String(lines[2]) : ""
    // One place at a time: what is found in one is hidden in all. Of long inputs a third, by their length.
    let places = exchanges(before, after, long)
    for (index, (place, exchange)) in places.enumerated()
    where bytes.count <= 4_096 || (index + bytes.count) % 3 == 0 {
      try check(exchange.request, exchange.answer, place)
    }
  }

  /// What may be seen of it is its first letter.
  static let core = "q9PlantedSecretX7"
  private static let secret = "Z/\(core)+="

  private static func check(_ request: Request, _ answer: Answer, _ place: String) throws {
    let redactor = Redactor(key: [1, 2, 3])
    var log = LogEntry()
    log.why = "the value \(secret) is wrong"
    log.remedy = "send another than \(secret)"
    log.near = ["rule 1 expected x, found \(secret)"]
    let entry = JournalEntry(
      at: 0, sandbox: "default", kind: .exchange, log: log,
      event: .exchange(Exchange(request, answer, SecretNames(), redactor)))
    let shown = NumberedEntry(number: 1, entry: entry).value.text()
    try hold(!shown.contains(core), "a secret is seen that stood as \(place): \(shown.shown)")
    let logged = LoggedExchange(entry, status: 200, wall: 0).entry
    let sentences = [logged.why ?? "", logged.remedy ?? ""] + logged.near
    try hold(
      !sentences.joined().contains(core),
      "a log tells a secret that stood as \(place): \(sentences)")
  }

  private typealias Message = (request: Request, answer: Answer)

  private static func exchanges(
    _ before: String, _ after: String, _ long: String
  ) -> [(place: String, exchange: Message)] {
    // As it may stand in a target: the transport lets nothing else in.
    let (head, tail) = (QueryStyle.wholeURI.encode(before), QueryStyle.wholeURI.encode(after))
    let coded = String(QueryStyle.rfc3986.encode([(name: "", value: secret)]).dropFirst())
    let inner = String(
      QueryStyle.rfc3986.encode([(name: "", value: "https://app.test/cb?\(before)&code=\(coded)")])
        .dropFirst())
    func request(_ target: String = "/", _ fields: [(String, String)] = []) -> Message {
      let fields = Headers(fields.map { .init($0.0, $0.1) })
      return (
        Request(method: .post, authority: "localhost", target: target, headers: fields),
        Answer(status: .ok)
      )
    }
    func posted(_ type: String, _ body: String) -> Message {
      var message = request("/standard/token", [("Content-Type", type)])
      message.request.body = Array(body.utf8)
      return message
    }
    func answered(_ fields: [(String, String)], _ body: String = "") -> Message {
      var message = request()
      message.answer.headers = Headers(fields.map { .init($0.0, $0.1) })
      message.answer.body = Array(body.utf8)
      return message
    }
    let form = "application/x-www-form-urlencoded"
    let field = value(before)
    let member: JSONValue = [
      "a": JSONValue(.string(before)), "b": [["access_token": JSONValue(.string(secret))]],
      "c": JSONValue(.string(after + long)),
    ]
    let page =
      "<p>\(escape(before))</p><input type=\"hidden\" name=\"code\" value=\"\(secret)\">"
      + "<a href=\"/x?\(escape(after))&amp;token=\(coded)\">"
    // So that the cut goes through it.
    let pad = String(repeating: "x", count: max(0, Exchange.mostBody - form.utf8.count))
    return [
      ("parameter", request("/cb?\(head)&client_secret=\(coded)&\(tail)")),
      ("address in a parameter", request("/cb?\(head)&redirect_uri=\(inner)")),
      (
        "fragment",
        answered([("Location", "https://app.test/?\(head)#\(tail)&access_token=\(coded)")])
      ),
      ("bearer", request("/", [("X-A", field), ("Authorization", "Bearer \(secret)")])),
      ("authorization", request("/", [("Authorization", "\(secret)")])),
      (
        "cookie",
        request("/", [("Cookie", "a=\(piece(before)); session=\(secret); b=\(piece(after))")])
      ),
      ("header", request("/", [("X-Api-Token", secret), ("X-B", field)])),
      ("referer", request("/", [("Referer", "https://app.test/?\(head)&code=\(coded)")])),
      ("form", posted(form, "\(before)&password=\(coded)&\(after)\(long)")),
      ("form across the cut", posted(form, "a=\(pad)&client_secret=\(coded)&\(long)")),
      ("JSON", posted("application/json", member.text())),
      ("part", posted("multipart/form-data; boundary=x", part(before, after))),
      ("cookie that is set", answered([("Set-Cookie", "a=\(secret); Path=/\(piece(after))")])),
      ("token", answered([("Content-Type", "application/json")], member.text())),
      ("field of a page", answered([("Content-Type", "text/html; charset=utf-8")], page)),
    ]
  }

  /// As a header's value.
  private static func value(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
  }

  /// As a part of a cookie.
  private static func piece(_ text: String) -> String {
    String(String.UnicodeScalarView(value(text).unicodeScalars.filter { $0 != ";" }))
  }

  private static func part(_ before: String, _ after: String) -> String {
    func part(_ name: String, _ value: String) -> String {
      let value = value.utf8.contains(UInt8(ascii: "-")) ? "" : value
      return "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    return part("a", before) + part("b", after)
      + part("client_secret", secret.replacing("-", with: ""))
      + "--x--\r\n"
  }

  private static func escape(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">", "\"", "'": escaped += "&#\(scalar.value);".unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }
}
