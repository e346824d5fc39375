import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import UserAgent

/// Plays recorded requests at a provider in this process, as one person.
final class RecordingPlayer {
  private let server: MockServer
  let flow: RecordedFlow
  let person: Person
  /// The IDs of the recorded clients.
  let clients: [String]
  /// How many credentials were issued because the recording shows no origin of them.
  var supplied = 0
  /// What the recording has in the place of values of ours: codes, tokens, identifiers.
  private var carried: [String: String] = [:]
  private var now: Int
  private var jar = CookieJar()
  /// The last access token, for recordings without credentials.
  private var token: String?

  init(
    _ server: MockServer, _ flow: RecordedFlow, _ clients: [String], as person: Person, at now: Int
  ) {
    (self.server, self.flow, self.clients) = (server, flow, clients)
    (self.person, self.now) = (person, now)
  }

  func isKnown(_ recorded: String) -> Bool { carried[recorded] != nil }
  func carry(_ recorded: String, as own: String) { carried[recorded] = own }

  /// Takes the time of a recorded request: as much later as it was there.
  func wait(_ seconds: Int) { now += max(0, seconds) }

  func register(_ id: String, _ record: JSONValue) throws {
    let path = [flow.provider.id, id].map(QueryStyle.rfc3986.encode).joined(separator: "/")
    do {
      _ = try server.perform(.put, "/sandboxes/default/clients/\(path)", record, at: now)
    } catch {
      throw Failure(
        text: "the client \(id) of the recording can't be registered: \(error); add it to a cast "
          + "(--cast)")
    }
  }

  // MARK: Requests

  func call(_ exchange: Recording.Exchange, _ kind: EndpointKind?) -> Answer {
    if let kind { supply(exchange, kind) }
    var request = request(exchange)
    if kind == .resource, !request.headers.contains(.authorization),
      exchange.answer.status.code < 300, let token,
      !RecordedFlow.parameters(request).contains(where: { $0.value == token })
    {
      request.headers[.authorization] = "Bearer \(token)"
    }
    let isDevice = flow.parameter("device_code", of: request) != nil
    if kind == .token, isDevice { decide(exchange.answer) }
    let answer = send(request)
    if kind == .token, isDevice { order(.delete, nil) }
    if let issued = Structure(answer.body, answer.headers).tree?["access_token"]?.stringValue {
      token = issued
    }
    return answer
  }

  /// The person has decided about the device by the time of a poll that got an answer.
  private func decide(_ recorded: Answer) {
    let error = Structure(recorded.body, recorded.headers).tree?["error"]?.stringValue
    guard recorded.status.code < 300 || error == "access_denied" else { return }
    order(
      .put,
      [
        "sign_in": .init(.string(person.username)),
        "consent": error == nil ? "granted" : "denied",
      ])
  }

  private func order(_ method: HTTPRequest.Method, _ body: JSONValue?) {
    _ = perform(method, "/sandboxes/default/answer", body)
  }

  func perform(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
  ) -> OperationResult? {
    try? server.perform(method, path, body, at: now)
  }

  /// Signs in as the person, from the recorded authorization request on.
  /// - Returns: where the browser is sent, or why it is stuck.
  func visit(_ exchange: Recording.Exchange, denying: Bool) -> Result<JSONValue, Stuck> {
    let request = request(exchange)
    var wish = Browser.Wish()
    wish.person = person.username
    wish.denies = denying
    var browser = Browser(wish, jar: jar) { [self] request, _ in send(request) }
    browser.isHome = { [flow] in flow.isHome($0.host) }
    let form =
      request.method == .post
      ? Parameters(formEncoded: request.body).list.map { (name: $0.name, value: $0.value) } : nil
    let end = browser.visit(
      "\(request.scheme)://\(request.authority)\(request.target)", posting: form)
    jar = browser.jar
    switch end {
    case .stuck(let why): return .failure(Stuck(why: why))
    case .left(let places, let body):
      let place = places.first ?? ""
      guard let body else { return .success(Structure.address(place)) }
      return .success(RecordedFlow.posted(place, Array(body.utf8)))
    }
  }

  struct Stuck: Error { let why: String }

  private func send(_ request: Request) -> Answer {
    switch server.respond(to: request, at: now) {
    case .answer(let answer): return answer
    case .later(let waiting):
      let late = Lock<Answer?>(nil)
      waiting.watch { answer in late.withLock { $0 = answer } }
      for _ in 0..<5_000 {
        if let answer = late.withLock({ $0 }) { return answer }
        usleep(1_000)
      }
      return Answer(status: .gatewayTimeout)
    }
  }

  /// Why the server refused, as its journal has it.
  func why(_ answer: Answer) -> String? {
    guard let number = answer.headers[.understudyExchange],
      case .json(_, let entry)? = perform(.get, "/sandboxes/default/journal/\(number)")
    else { return nil }
    return entry["why"]?.stringValue
  }

  // MARK: Values

  private func own(_ value: String) -> String { carried[value] ?? value }

  private func request(_ exchange: Recording.Exchange) -> Request {
    var request = exchange.request
    let dropped = ["cookie", "host", "connection", "content-length", "accept-encoding"]
    request.headers = Headers(
      request.headers.filter { !dropped.contains($0.name.lowercased()) })
    if let value = request.headers[.authorization] {
      request.headers[.authorization] = authorization(value)
    }
    let target = RequestTarget(request.target)
    let path = target.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let plain = PercentCoding.decode(part, plusIsSpace: false) ?? String(part)
      return carried[plain].map(QueryStyle.rfc3986.encode) ?? String(part)
    }
    request.target =
      path.joined(separator: "/") + (target.query.map { "?" + pairs($0[...]) } ?? "")
    switch Structure(request.body, request.headers) {
    case .form:
      request.body = Array(pairs(String(decoding: request.body, as: UTF8.self)[...]).utf8)
    case .json(let tree): request.body = texts(tree).encoded()
    default: break
    }
    return request
  }

  private func authorization(_ value: String) -> String {
    guard let space = value.firstIndex(of: " ") else { return own(value) }
    let rest = String(value[space...].dropFirst())
    if value[..<space].lowercased() == "basic", let pair = BasicCredentials(rest) {
      let mine = own(pair.secret)
      return mine == pair.secret
        ? value : "Basic \(BasicCredentials(id: pair.id, secret: mine).text)"
    }
    return "\(value[..<space]) \(own(rest))"
  }

  private func pairs(_ text: Substring) -> String {
    let isPassword = flow.wires("grant_type").contains { name in
      Parameters(formEncoded: text).first(name) == "password"
    }
    return text.split(separator: "&").map { pair -> String in
      guard let sign = pair.firstIndex(of: "="),
        let value = PercentCoding.decode(pair[sign...].dropFirst(), plusIsSpace: true)
      else { return String(pair) }
      let name = PercentCoding.decode(pair[..<sign], plusIsSpace: true) ?? ""
      var mine = own(value)
      // The person of the recording is the one of the cast.
      if isPassword, flow.wires("username").contains(name) { mine = person.username }
      if isPassword, flow.wires("password").contains(name) { mine = person.password }
      return mine == value ? String(pair) : pair[...sign] + QueryStyle().encode(mine)
    }.joined(separator: "&")
  }

  private func texts(_ tree: JSONValue) -> JSONValue {
    if let text = tree.stringValue { return .init(.string(own(text))) }
    if let array = tree.arrayValue { return JSONValue(.array(array.map(texts))) }
    guard let object = tree.objectValue else { return tree }
    return JSONValue(
      .object(JSONObject(object.map { .init($0.name, texts($0.value)) })))
  }

  /// Remembers which value of ours stands where the recording has another one, if it is variable or a secret.
  func learn(_ recorded: JSONValue, _ mine: JSONValue, _ other: JSONValue?, name: String = "") {
    for member in recorded.objectValue ?? JSONObject() {
      guard let own = mine[member.name] else { continue }
      learn(member.value, own, other?[member.name], name: member.name)
    }
    for (index, pair) in zip(recorded.arrayValue ?? [], mine.arrayValue ?? []).enumerated() {
      let others = other?.arrayValue ?? []
      learn(pair.0, pair.1, others.indices.contains(index) ? others[index] : nil, name: name)
    }
    let isVariable = mine != other || SecretNames().contains(name)
    if isVariable, let text = recorded.scalar, let own = mine.scalar, text != own, !text.isEmpty {
      carried[text] = own
    }
  }
}

extension JSONValue {
  /// A text or a number, as a parameter has it.
  fileprivate var scalar: String? { stringValue ?? numberText }
}
