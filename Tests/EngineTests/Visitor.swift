import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine
@testable import Server

/// A person with a browser, in process: keeps cookies, fills in forms, follows our own redirects,
/// and stops where one leaves the server.
final class Visitor {
  /// Answers instead of this visitor's own sandbox: a server that stands somewhere else.
  private let transport: ((Request) throws -> Answer)?
  var sandbox: ServerState
  var random = Entropy(seed: 1)
  /// What time it is, in seconds since 1970.
  var now = 1_600_000_000
  var jar: [String: String] = [:]
  /// The log's entry of the last request; none through a socket.
  private(set) var told = LogEntry()
  /// The address of the page that is shown, and where the last redirect led to.
  private(set) var address = ""
  private(set) var location = ""
  private(set) var page = ""
  private(set) var status = 0
  private(set) var headers = Headers()
  /// Everything that was said so far, as a person can read it.
  private(set) var transcript = ""
  /// The documents that the server can fetch, by address; those that it has fetched.
  var documents: [String: FetchedDocument.Result] = [:]
  private(set) var fetched: [String] = []
  static let host = "127.0.0.1:8400"
  /// How requests come, and the certificate that the client shows there.
  var scheme = "http"
  var certificate: [UInt8]?

  init(
    _ id: String, with: [String] = [], without: [String] = [], anyClient: Bool = false,
    cast: String? = nil, text: String? = nil
  ) throws {
    sandbox = try Self.stage(id, with, without, cast, anyClient: anyClient, text: text)
    transport = Transport.current == .socket ? try Transport.socket.open(sandbox) : nil
  }

  init(_ transport: @escaping (Request) throws -> Answer) {
    self.transport = transport
    sandbox = ServerState(site: Site(ProviderCatalog([Provider]())), cast: Cast())
  }

  /// Makes everything that was issued older, while now stays.
  func age(by seconds: Int) { sandbox.age(by: seconds, at: Instants(now)) }

  /// One request, without cookies and without a record.
  func send(_ request: Request) throws -> Answer {
    try transport?(request) ?? answer(to: request)
  }

  private func respond(_ sent: Request) -> Answer {
    var request = sent
    request.scheme = scheme
    request.clientCertificate = certificate
    if let transport {
      return (try? transport(request)) ?? Answer(status: .init(code: 599))
    }
    return answer(to: request)
  }

  /// Answers in process. Nothing of a request may stay in memory once its answer is written, so every story that is told
  /// in these tests looks for that.
  private func answer(to request: Request) -> Answer {
    weak var decision: Decision?
    weak var facts: Facts?
    func write() -> Answer {
      let reading = sandbox.site.read(request)
      let (before, documents) = (sandbox, documents(for: reading))
      let input = input(request, documents)
      let made = sandbox.decide(reading, with: documents, at: Instants(now), using: &random)
      replay(input, on: before, as: made)
      (decision, facts) = (made, made.facts)
      told = made.log
      return made.write()
    }
    let answer = write()
    if decision != nil || facts != nil {
      Issue.record("a reference cycle keeps the answer to \(request.target) in memory")
    }
    return answer
  }

  private func documents(for reading: RoutedRequest) -> FetchedDocuments {
    var found = FetchedDocuments()
    while let needed = sandbox.neededDocument(
      for: reading, among: reading.possibleDocuments, having: found, at: Instants(now)),
      let result = documents[needed.address]
    {
      fetched.append(needed.address)
      found.add(FetchedDocument(needed.address, result), as: needed.kind)
    }
    return found
  }

  /// Everything bundled; the one provider with quirks switched, the cast with clients added.
  ///
  /// - Parameter text: stands instead of the one provider's file.
  static func stage(
    _ id: String, _ with: [String] = [], _ without: [String] = [], _ more: String? = nil,
    anyClient: Bool = false, text: String? = nil
  ) throws -> ServerState {
    var bundled = try Bundled.copy()
    if let text {
      try bundled.add(text, name: "\(id).json", with: with, without: without)
    } else if !with.isEmpty || !without.isEmpty {
      try bundled.resolve(id, with: with, without: without)
    }
    var options = Site.Options()
    options.keys = Self.keys
    options.outside = MockServer.outside
    options.acceptsAnyClient = anyClient
    return ServerState(
      site: Site(ProviderCatalog(bundled.providers), options: options),
      cast: try bundled.cast(more.map { [("more", $0)] } ?? []))
  }

  /// The bundled providers, one of them with other quirks than by default.
  static func providers(
    _ id: String = "", with: [String] = [], without: [String] = []
  ) throws -> [Provider] {
    try stage(id, with, without).providers
  }

  /// The published test keys, by the names that recordings show.
  static let keys: Keyring = {
    let chest = try? KeyChest.published(seed: 1)
    return Keyring(usesRecordedNames: true) { try? chest?.key(for: $0) }
  }()

  /// What the browser sends of itself.
  var cookie: String {
    jar.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: "; ")
  }

  @discardableResult
  func open(_ target: String, form: String? = nil) -> Visitor {
    var target = target
    var form = form
    for _ in 0..<12 {
      var headers = Headers()
      headers[.cookie] = cookie
      if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
      let answer = respond(
        Request(
          method: form == nil ? .get : .post, authority: Self.host, target: target,
          headers: headers, body: Array((form ?? "").utf8)))
      transcript += "\(form == nil ? "GET" : "POST") \(target) HTTP/1.1\nHost: \(Self.host)\n"
      if let cookie = headers[.cookie], !cookie.isEmpty { transcript += "Cookie: \(cookie)\n" }
      transcript += form.map { "\n\($0)\n" } ?? ""
      transcript += "\nHTTP/1.1 \(answer.status.code)\n"
      for field in answer.headers { transcript += "\(field.name): \(field.value)\n" }
      transcript += "\n\(Self.readable(String(decoding: answer.body, as: UTF8.self)))\n\n"
      for line in answer.headers[values: .setCookie] {
        let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
        jar[String(pair[0])] = pair.count > 1 ? String(pair[1]) : ""
      }
      status = answer.status.code
      page = String(decoding: answer.body, as: UTF8.self)
      address = target
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

  /// Asks as a program does: no cookies, no redirects followed.
  @discardableResult
  func call(
    _ method: HTTPRequest.Method, _ target: String, _ headers: [(String, String)] = [],
    body: [UInt8] = []
  ) throws -> Visitor {
    var fields = Headers()
    transcript += "\(method.rawValue) \(target) HTTP/1.1\nHost: \(Self.host)\n"
    for (name, value) in headers {
      fields.append(Headers.Field(name, value))
      transcript += "\(name): \(value)\n"
    }
    if !body.isEmpty { transcript += "\n\(String(decoding: body, as: UTF8.self))\n" }
    let answer = respond(
      Request(method: method, authority: Self.host, target: target, headers: fields, body: body))
    status = answer.status.code
    page = String(decoding: answer.body, as: UTF8.self)
    location = answer.headers[.location] ?? ""
    self.headers = answer.headers
    transcript += "\nHTTP/1.1 \(status)\n"
    for field in answer.headers { transcript += "\(field.name): \(field.value)\n" }
    transcript += "\n\(page)\n\n"
    return self
  }

  /// Posts a form, in this order.
  @discardableResult
  func post(
    _ target: String, _ form: KeyValuePairs<String, String>, _ headers: [(String, String)] = []
  ) throws -> Visitor {
    let type = ("Content-Type", "application/x-www-form-urlencoded")
    let body = QueryStyle().encode(form.map { (name: $0.key, value: $0.value) })
    return try call(.post, target, [type] + headers, body: Array(body.utf8))
  }

  /// A member of the JSON answer as text.
  func member(_ name: String) throws -> String {
    let document = try JSONReader().read(Array(page.utf8), file: "the answer")
    let found: JSONValue = try #require(document.root[name], "\(page) has no \(name)")
    return found.stringValue ?? found.text()
  }

  /// A parameter of the place that the browser was sent to.
  func parameter(_ name: String) throws -> String {
    let parts = location.split(whereSeparator: { "?#".contains($0) }).dropFirst()
    let found = parts.reversed().compactMap { Parameters(formEncoded: $0).first(name) }.first
    return try #require(found, "\(location) has no \(name)")
  }

  /// Starts the record anew: what follows is what matters.
  @discardableResult
  func begin() -> Visitor {
    transcript = ""
    return self
  }

  /// Sends the first form of the page, or of an earlier one, with what is typed, as the button named here.
  @discardableResult
  func submit(_ typed: [String: String], on earlier: String? = nil) -> Visitor {
    let form = (earlier ?? page).components(between: "<form", and: "</form>").first ?? ""
    let action = Self.plain(form.components(between: "action=\"", and: "\"").first ?? "")
    var fields: [(name: String, value: String)] = []
    for input in form.components(between: "<input type=\"hidden\"", and: ">") {
      let name = Self.plain(input.components(between: "name=\"", and: "\"").first ?? "")
      let value = Self.plain(input.components(between: "value=\"", and: "\"").first ?? "")
      fields.append((name, value))
    }
    fields += typed.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let target = action.isEmpty ? address : String(action.dropFirst("http://\(Self.host)".count))
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
