import Basics
import Foundation
import TestSupport
import Testing
import UnderstudyKit
import UnderstudyServer

/// A server on the loopback, and a test that knows nothing of it but HTTP.
final class Site: Sendable {
  struct Reply {
    var status: Int
    var text: String
    var headers: [(name: String, value: String)]

    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
    var location: String { header("Location") ?? "" }
    /// What came back with a redirect, from the query and the fragment.
    var parameters: [(name: String, value: String)] {
      let parts = location.split(separator: "?", maxSplits: 1).last ?? ""
      let text = location.contains("#") ? location.split(separator: "#").last ?? "" : parts
      return Parameters(formEncoded: text).list.map { ($0.name, $0.value) }
    }
    func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    var json: JSONValue { (try? JSONReader().read(Array(text.utf8), file: "").root) ?? [:] }
  }

  let understudy: Understudy
  let port: UInt16
  /// The wall clock.
  let now = Lock(1_600_000_000)

  init(seed: UInt64 = 1) throws {
    let now = now
    understudy = try Understudy(
      seed: seed, clock: { Date(timeIntervalSince1970: Double(now.withLock { $0 })) })
    port = try #require(understudy.listen().port.flatMap(UInt16.init))
  }

  /// The raw bytes of an answer, until the connection ends: for malformed answers.
  func raw(_ head: String, _ body: String = "") throws -> (text: String, wasReset: Bool) {
    let client = try RawClient(port: port)
    client.send(head + "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n" + body)
    return (try client.rest(), client.wasReset)
  }

  func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: String = ""
  ) throws -> Reply {
    let client = try RawClient(port: port)
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    if !body.isEmpty || method != "GET" { head += "Content-Length: \(body.utf8.count)\r\n" }
    client.send(head + "\r\n" + body)
    let response = try #require(try client.response())
    return Reply(status: response.status, text: response.body, headers: response.headers)
  }

  func control(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> Reply {
    try send(
      method, "/_understudy" + path, body == nil ? [:] : ["Content-Type": "application/json"],
      body?.text() ?? "")
  }

  /// A sandbox of the test's own, in which alice signs in without a page unless the test says otherwise.
  func sandbox(_ wish: JSONValue = ["answer": ["sign_in": "alice", "consent": "granted"]]) throws
    -> Box
  {
    let made = try control("POST", "/sandboxes", wish)
    #expect(made.status == 201, "\(made.text)")
    return Box(site: self, id: try #require(made.json["id"]?.stringValue))
  }
}

/// One sandbox, and the requests that a client app makes to it.
struct Box {
  let site: Site
  let id: String

  static let secret = "understudy-secret-0123456789"
  static let callback = "http://127.0.0.1:7999/cb"
  static func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  func control(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> Site.Reply {
    try site.control(method, "/sandboxes/\(id)\(path)", body)
  }
  /// Like `control`, where anything but success is a failed test.
  @discardableResult
  func order(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> JSONValue {
    let reply = try control(method, path, body)
    #expect((200..<300).contains(reply.status), "\(method) \(path): \(reply.text)")
    return reply.json
  }
  func rule(_ rule: JSONValue) throws { try order("POST", "/rules", rule) }

  func get(_ target: String, _ headers: [String: String] = [:]) throws -> Site.Reply {
    try site.send("GET", "/_sandbox/\(id)" + target, headers)
  }
  func post(_ target: String, _ form: String, _ headers: [String: String] = [:]) throws
    -> Site.Reply
  {
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return try site.send("POST", "/_sandbox/\(id)" + target, headers, form)
  }

  func authorize(_ more: String = "", client: String = "web", scope: String = "openid+email") throws
    -> Site.Reply
  {
    try get(
      "/standard/authorize?client_id=\(client)&redirect_uri=\(Self.callback)&response_type=code"
        + "&scope=\(scope)&state=s-1&nonce=n-1" + more)
  }
  func code() throws -> String { try #require(try authorize().parameter("code")) }

  func redeem(_ code: String, _ more: String = "") throws -> Site.Reply {
    try post(
      "/standard/token",
      "grant_type=authorization_code&code=\(code)&client_id=web&client_secret=\(Self.secret)"
        + "&redirect_uri=\(Self.callback)" + more)
  }
  func refresh(_ token: String) throws -> Site.Reply {
    try post(
      "/standard/token",
      "grant_type=refresh_token&refresh_token=\(token)&client_id=web&client_secret=\(Self.secret)")
  }
  func userinfo(_ token: String) throws -> Site.Reply {
    try get("/standard/userinfo", Self.bearer(token))
  }
  /// From the first redirect to the tokens.
  func tokens() throws -> JSONValue { try redeem(code()).json }
}
