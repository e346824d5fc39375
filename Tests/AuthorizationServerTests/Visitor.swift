import AuthorizationServer
import CBundledFixtures
import HTTPMessages
import HTTPTypes
import ProviderModel
import Testing

/// A person with a browser, in process or over a socket (`Transport`): keeps cookies, fills in forms, follows our own redirects,
/// and stops where one leaves the server.
final class Visitor {
  let send: (Request) throws -> Answer
  private var jar: [String: String] = [:]
  /// Where the last redirect led to.
  private(set) var location = ""
  private(set) var page = ""
  private(set) var status = 0
  /// Everything that was said so far, as a person can read it.
  private(set) var transcript = ""
  static let host = "127.0.0.1:8400"

  init(_ id: String, with: [String] = [], without: [String] = [], anyClient: Bool = false) throws {
    let providers = try Self.providers(id, with: with, without: without)
    var cast = Cast()
    for (name, bytes) in Self.files where name.hasPrefix("casts/") {
      _ = try cast.add(bytes, name: name, providers: providers)
    }
    var options = Sandbox.Options()
    options.acceptsAnyClient = anyClient
    send = try Transport.current.open(
      Sandbox(providers: providers, cast: cast, options: options))
  }

  private static let files: [(String, [UInt8])] = {
    var count = 0
    let first = understudy_fixtures(&count)
    return UnsafeBufferPointer(start: first, count: count).map {
      (String(cString: $0.name), Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)))
    }
  }()

  /// The bundled providers, one of them with other quirks than by default.
  static func providers(
    _ id: String = "", with: [String] = [], without: [String] = []
  ) throws -> [Provider] {
    var set = FixtureSet()
    for (name, bytes) in files where name.hasPrefix("providers/") { try set.add(bytes, name: name) }
    return try set.files.map {
      try set.resolve($0.id, with: $0.id == id ? with : [], without: $0.id == id ? without : [])
    }
  }

  @discardableResult
  func open(_ target: String, form: String? = nil) -> Visitor {
    var target = target
    var form = form
    for _ in 0..<12 {
      var headers = HTTPFields()
      headers[.cookie] = jar.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        .joined(separator: "; ")
      let request = Request(
        method: form == nil ? .get : .post, authority: Self.host, target: target,
        headers: headers, body: Array((form ?? "").utf8))
      guard let answer = answer(to: request) else { return self }
      transcript += "\(form == nil ? "GET" : "POST") \(target) HTTP/1.1\nHost: \(Self.host)\n"
      if let cookie = headers[.cookie], !cookie.isEmpty { transcript += "Cookie: \(cookie)\n" }
      transcript += form.map { "\n\($0)\n" } ?? ""
      transcript += "\nHTTP/1.1 \(answer.status.code)\n"
      for field in answer.headers { transcript += "\(field.name.rawName): \(field.value)\n" }
      transcript += "\n\(Self.readable(String(decoding: answer.body, as: UTF8.self)))\n\n"
      for line in answer.headers[values: .setCookie] {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        jar[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
      }
      status = answer.status.code
      page = String(decoding: answer.body, as: UTF8.self)
      location = answer.headers[.location] ?? ""
      guard location.hasPrefix("http://\(Self.host)") else { return self }
      target = String(location.dropFirst("http://\(Self.host)".count))
      form = nil
    }
    return self
  }

  /// A page without its style sheet, which would be most of every transcript and is nobody's protocol.
  private static func readable(_ body: String) -> String {
    guard let open = body.firstRange(of: "<style"), let close = body.firstRange(of: "</style>"),
      let end = body[open.upperBound...].firstIndex(of: ">"), end < close.lowerBound
    else { return body }
    return body[...end] + "…" + body[close.lowerBound...]
  }

  /// What cannot be sent, or is not answered, fails the test.
  private func answer(to request: Request) -> Answer? {
    do {
      return try send(request)
    } catch {
      Issue.record(error, "\(request.method) \(request.target)")
      return nil
    }
  }

  /// Sends the page's first form with what is typed, as the button named here.
  @discardableResult
  func submit(_ typed: [String: String]) -> Visitor {
    let form = page.components(between: "<form", and: "</form>").first ?? ""
    let action = Self.plain(form.components(between: "action=\"", and: "\"").first ?? "")
    var fields: [(name: String, value: String)] = []
    for input in form.components(between: "<input type=\"hidden\"", and: ">") {
      let name = Self.plain(input.components(between: "name=\"", and: "\"").first ?? "")
      let value = Self.plain(input.components(between: "value=\"", and: "\"").first ?? "")
      fields.append((name, value))
    }
    fields += typed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let target = String(action.dropFirst("http://\(Self.host)".count))
    return open(target, form: QueryStyle().encode(fields))
  }

  /// Follows the page's cancel link.
  @discardableResult
  func cancel() -> Visitor {
    let link = page.components(between: "<a id=\"cancel\" href=\"", and: "\"").first ?? ""
    return open(String(Self.plain(link).dropFirst("http://\(Self.host)".count)))
  }

  private static func plain(_ text: String) -> String {
    text.split(separator: "&amp;", omittingEmptySubsequences: false).joined(separator: "&")
  }
}

extension String {
  func components(between open: String, and close: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: open) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: close) else { break }
      found.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return found
  }
}
