import Basics
import Dispatch
import Engine
import Fetcher
import HTTPTypes
import JOSE
import ProviderModel
import Server
import Testing
import Transport

/// A server whose clients listen on the loopback: alice signs in without a page.
final class LogoutStage {
  static let secret = "understudy-secret-0123456789"
  static let callback = "https://app.example/cb"

  let house: MockServer
  private let receiver: MicroHTTPServer
  let port: UInt16
  private let state = Lock((received: [Request](), status: 200, body: "heard"))

  /// The requests that the clients have received.
  var received: [Request] { state.withLock { $0.received } }
  var status: Int {
    get { state.withLock { $0.status } }
    set { state.withLock { $0.status = newValue } }
  }

  var body: String {
    get { state.withLock { $0.body } }
    set { state.withLock { $0.body = newValue } }
  }

  init() throws {
    let state = state
    receiver = MicroHTTPServer(
      addresses: ["127.0.0.1"], port: 0, threads: 1,
      handler: { request in
        state.withLock { state in
          state.received.append(request)
          return Answer(status: .init(code: state.status), body: Array(state.body.utf8))
        }
      })
    port = try receiver.start()
    var setting = MockServer.Setting(keys: Visitor.keys)
    setting.sandboxes.fetcher = WebDocumentFetcher(FetchHosts([])) { "allow \($0)" }
    house = MockServer(try LoadedFixtures(), setting, now: Engine.instant)
    try control("PUT", "/answer", ["sign_in": "alice", "consent": "granted"])
    for client in ["one", "two"] {
      try put(client, ["backchannel_logout_uri": "http://127.0.0.1:\(port)/\(client)?a=b"])
    }
    try put("three", [:])
  }

  deinit { receiver.stop() }

  func put(_ client: String, _ more: [String: String]) throws {
    var body = JSONObject(
      more.sorted { $0.key < $1.key }.map { .init($0.key, JSONValue(.string($0.value))) })
    body["secret"] = JSONValue(.string(Self.secret))
    body["redirect_uris"] = [JSONValue(.string(Self.callback))]
    try control("PUT", "/clients/standard/\(client)", JSONValue(.object(body)))
  }

  func send(_ request: Request) -> Answer {
    switch house.respond(to: request, at: Engine.instant) {
    case .answer(let answer): return answer
    case .later(let waiting):
      let (done, kept) = (DispatchSemaphore(value: 0), Lock<Answer?>(nil))
      waiting.watch { answer in
        kept.withLock { $0 = answer }
        done.signal()
      }
      done.wait()
      return kept.withLock { $0 } ?? Answer(status: .gatewayTimeout)
    }
  }

  func open(_ target: String, _ method: HTTPRequest.Method = .get) -> Answer {
    send(Request(method: method, authority: "localhost", target: target))
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    var request = Request(
      method: try #require(.init(method)), authority: "localhost",
      target: "/_understudy/sandboxes/default\(path)")
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.encoded()
    }
    let answer = send(request)
    #expect(answer.status.kind == .successful, "\(path): \(answer.text)")
    return answer.body.isEmpty ? [:] : try JSONReader().read(answer.body, file: path).root
  }

  /// Signs in for a client.
  /// - Returns: its ID token.
  @discardableResult
  func signIn(_ client: String, provider: String = "standard") throws -> String {
    let answer = open(
      "/\(provider)/authorize?client_id=\(client)&redirect_uri=\(Self.callback)"
        + "&response_type=id_token&nonce=n&scope=openid")
    let location = answer.headers.first(.location) ?? answer.text
    let fragment = location.split(separator: "#").last ?? ""
    return try #require(Parameters(formEncoded: fragment).first("id_token"), "\(location)")
  }

  static func claims(_ token: String) throws -> JSONValue { try JWS.parse(token).payload }

  /// The logout token of a request that a client has received.
  static func token(_ request: Request) throws -> JWS.Parsed {
    let form = Parameters(formEncoded: String(decoding: request.body, as: UTF8.self)[...])
    #expect(form.list.map(\.name) == ["logout_token"])
    return try JWS.parse(try #require(form.first("logout_token")))
  }
}
