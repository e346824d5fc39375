import Basics
import Engine
import HTTPTypes
import ProviderModel
import Server
import Testing

/// The default sandbox of a server without a socket: what an app and a browser send, and what a test orders.
final class RuleStage {
  let house: House
  /// The browser's cookies.
  var cookies: [String: String] = [:]

  static let callback = "http://127.0.0.1:7999/cb"
  static let secret = "understudy-secret-0123456789"
  private static let box = "/_understudy/sandboxes/default"

  /// - Parameter person: Signs in and consents without a page; `nil` leaves that to the pages.
  init(
    _ person: String? = "alice", files: [String] = [],
    _ set: (inout MockServer.Setting) -> Void = { _ in }
  ) throws {
    let files = files.enumerated().map {
      LoadedFixtures.File(name: "own-\($0).json", bytes: Array($1.utf8))
    }
    house = try House(staging: LoadedFixtures(providers: files), set)
    if let person {
      try order(.put, "/answer", ["sign_in": .init(stringLiteral: person), "consent": "granted"])
    }
  }

  // MARK: The test

  func control(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws
    -> Answer
  { try house.send(method, Self.box + path, body) }

  /// Like `control`, where anything but success is a failed test.
  @discardableResult
  func order(_ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil) throws
    -> JSONValue
  {
    let answer = try control(method, path, body)
    #expect((200..<300).contains(answer.status.code), "\(method) \(path): \(answer.text)")
    return answer.body.isEmpty ? .null : try answer.json()
  }

  /// Puts these rules in the place of all others.
  func rules(_ rules: JSONValue...) throws { try order(.put, "/rules", JSONValue(.array(rules))) }

  func counts(_ id: String) throws -> [Int?] {
    let rule = try order(.get, "/rules/\(id)")
    return [rule["seen"]?.integerValue, rule["fired"]?.integerValue]
  }

  /// The journal's entry of the last request.
  func entry() throws -> JSONValue {
    try #require(try order(.get, "/journal?kind=exchange").arrayValue?.last)
  }

  func near() throws -> [String] {
    try entry()["near"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  func mint(
    _ gives: String = "access", person: JSONValue? = "alice", provider: String = "standard",
    client: String = "web", scopes: JSONValue = ["openid", "email"]
  ) throws -> String {
    let wish: JSONValue = [
      "provider": .init(stringLiteral: provider), "client": .init(stringLiteral: client),
      "scopes": scopes, "issues": [.init(stringLiteral: gives)],
    ]
    let made = try order(.post, "/tokens", wish.with("person", person))
    return try #require(made[gives == "code" ? gives : "\(gives)_token"]?.stringValue)
  }

  // MARK: The app and the browser

  @discardableResult
  func send(
    _ target: String, host: String = "localhost", _ headers: KeyValuePairs<String, String> = [:]
  ) throws -> Answer { try send(.get, target, host: host, headers) }

  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ target: String, form: String? = nil,
    host: String = "localhost", _ headers: KeyValuePairs<String, String> = [:]
  ) throws -> Answer {
    var fields = Headers(headers.map { Headers.Field($0.key, $0.value) })
    if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
    if !cookies.isEmpty {
      fields[.cookie] = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
    }
    let request = Request(
      method: method, authority: host, target: target, headers: fields,
      body: Array((form ?? "").utf8))
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    for line in answer.headers[values: .setCookie] {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      cookies[pair[0]] = pair.count > 1 ? pair[1] : nil
    }
    return answer
  }

  @discardableResult
  func authorize(
    _ more: String = "", client: String = "web", method: HTTPRequest.Method = .get
  ) throws -> Answer {
    try send(
      method,
      "/standard/authorize?client_id=\(client)&redirect_uri=\(Self.callback)&response_type=code"
        + "&scope=openid+email&state=s-1&nonce=n-1" + more)
  }

  /// Sends the page's form with these fields.
  func submit(_ page: Answer, to path: String, _ fields: String) throws -> Answer {
    let mark = "name=\"ticket\" value=\""
    let start = try #require(page.text.firstRange(of: mark), "\(page.text)").upperBound
    let ticket = page.text[start...].prefix { $0 != "\"" }
    return try send(.post, path, form: "ticket=\(ticket)&\(fields)")
  }

  /// Signs in by the pages, up to the redirect to the client.
  func signIn(_ more: String = "", as person: String = "alice") throws -> Answer {
    let password = person == "bob" ? "builder" : "wonderland"
    let consent = try submit(
      authorize(more), to: "/standard/login", "username=\(person)&password=\(password)")
    return try submit(consent, to: "/standard/consent", "decision=allow")
  }

  @discardableResult
  func redeem(_ code: String, _ more: String = "") throws -> Answer {
    try send(
      .post, "/standard/token",
      form: "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Self.secret)"
        + "&redirect_uri=\(Self.callback)" + more)
  }

  func userinfo(_ token: String, _ more: String = "") throws -> Answer {
    try send(.get, "/standard/userinfo" + more, ["Authorization": "Bearer \(token)"])
  }
}

extension Answer {
  var location: String { headers[.location] ?? "" }
  /// The rule that the answer names.
  var rule: String? { headers.first { $0.name == "Understudy-Rule" }?.value }

  /// A parameter of the redirect.
  func parameter(_ name: String) -> String? {
    guard let mark = location.firstIndex(where: { $0 == "#" || $0 == "?" }) else { return nil }
    return Parameters(formEncoded: location[location.index(after: mark)...]).first(name)
  }
}

extension JSONValue {
  /// The object with another member.
  func with(_ name: String, _ value: JSONValue?) -> JSONValue {
    var object = objectValue ?? JSONObject()
    object[name] = value
    return JSONValue(.object(object))
  }
}

extension RuleStage {
  /// A bundled file.
  static func text(_ name: String) -> String {
    EmbeddedFile.fixtures.first { $0.name == name }
      .map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}
