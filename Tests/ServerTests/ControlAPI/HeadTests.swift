import Basics
import HTTPTypes
import Testing

/// HEAD as a test sees it: over a socket, beside rules and the journal.
@Suite("HEAD, from outside")
struct HeadTests {
  private static let authorize =
    "/standard/authorize?client_id=web&redirect_uri=\(Box.callback)&response_type=code&scope=openid"

  /// Everything up to the end of the connection.
  private func head(_ site: Site, _ target: String) throws -> String {
    try site.raw("HEAD \(target) HTTP/1.1\r\n").text
  }

  @Test("has the length of the body and no body")
  func length() throws {
    let site = try Site()
    let box = try site.sandbox()
    for target in [
      "/_sandbox/\(box.id)/standard/jwks", "/_sandbox/\(box.id)/standard/logout",
      "/_sandbox/\(box.id)/standard/authorize", "/_understudy/sandboxes/\(box.id)", "/",
    ] {
      let text = try head(site, target)
      #expect(text.hasSuffix("\r\n\r\n") && text.count(of: "\r\n\r\n") == 1, "\(text)")
      let length = text.lowercased().firstRange(of: "content-length: ")
        .flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
      #expect((length ?? 0) > 0, "\(text)")
    }
  }

  @Test("meets the rules that GET meets, and leaves them as they were")
  func rules() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule([
      "id": "once", "times": 1, "match": ["endpoint": "authorize", "method": "GET"],
      "then": ["condition": "user_denied"],
    ])
    for _ in 0..<2 {
      let text = try head(site, "/_sandbox/\(box.id)\(Self.authorize)")
      #expect(text.contains("error=access_denied") && text.contains("Understudy-Rule: once"))
    }
    let rule = try box.order("GET", "/rules/once")
    #expect(rule["fired"] == 0 && rule["seen"] == 0)
    #expect(try box.get(Self.authorize).parameter("error") == "access_denied")
    #expect(try box.get(Self.authorize).parameter("code") != nil)
  }

  @Test("meets rules of its own")
  func own() throws {
    let site = try Site()
    let box = try site.sandbox()
    try box.rule([
      "match": ["endpoint": "jwks", "method": "HEAD"], "then": ["answer": ["status": 503]],
    ])
    let target = "/_sandbox/\(box.id)/standard/jwks"
    #expect(try head(site, target).hasPrefix("HTTP/1.1 503"))
    #expect(try site.send("GET", target).status == 200)
  }

  @Test("is not cut off where a rule cuts bodies off, and can be dropped")
  func faults() throws {
    let site = try Site()
    let box = try site.sandbox()
    let target = "/_sandbox/\(box.id)/standard/jwks"
    for then: JSONValue in [["truncate": 3], ["drip": ["bytes": 1, "every": 60_000]]] {
      try box.order("DELETE", "/rules")
      try box.rule(["then": then])
      #expect(try head(site, target).hasPrefix("HTTP/1.1 200"))
    }
    try box.order("DELETE", "/rules")
    try box.rule(["then": ["close": true]])
    #expect(try head(site, target).isEmpty)
  }

  @Test("stands in the journal as what it is: nobody was granted anything")
  func journal() throws {
    let site = try Site()
    let box = try site.sandbox()
    _ = try head(site, "/_sandbox/\(box.id)\(Self.authorize)")
    _ = try head(site, "/_sandbox/\(box.id)/standard/logout")
    _ = try head(site, "/_sandbox/\(box.id)/standard/authorize")
    let entries = try box.order("GET", "/journal?kind=exchange").arrayValue ?? []
    #expect(
      entries.map { $0["outcome"]?.stringValue } == [
        "would be granted: code", "would be signed out", "refused: client_missing",
      ])
    #expect(entries.allSatisfy { $0["request"]?["method"] == "HEAD" })
    #expect(entries.allSatisfy { $0["response"]?["body"] == "" })
    #expect(entries.first?["why"] == "HEAD asks what GET would answer, and does nothing")
    #expect(try box.order("GET", "/journal?outcome=granted").arrayValue == [])
    #expect(try box.order("GET", "/tokens").arrayValue == [])
  }

  @Test("of a sandbox that has not issued the token finds the one that has, and costs no rule")
  func elsewhere() throws {
    let site = try Site()
    let box = try site.sandbox()
    let token = try #require(try box.tokens()["access_token"]?.stringValue)
    let rule: JSONValue = ["id": "never", "match": ["endpoint": "userinfo"], "then": ["delay": 0]]
    #expect(try site.control("POST", "/sandboxes/default/rules", rule).status == 201)
    let reply = try site.raw(
      "HEAD /standard/userinfo HTTP/1.1\r\nAuthorization: Bearer \(token)\r\n")
    #expect(reply.text.hasPrefix("HTTP/1.1 200"), "\(reply.text)")
    #expect(try site.control("GET", "/sandboxes/default/rules/never").json["seen"] == 0)
  }

  @Test("of the control API is a GET without its body")
  func control() throws {
    let house = try House()
    for target in ["/_understudy/sandboxes", "/_understudy/openapi.json"] {
      let (head, get) = (try house.send(.head, target), try house.send(.get, target))
      #expect(head.status == 200 && head.headers == get.headers)
    }
    let refused = try house.send(.head, "/_understudy/sandboxes/default/reset")
    #expect(refused.status == 405 && refused.headers[.allow] == "POST")
    let other = try house.send(.patch, "/_understudy/sandboxes")
    #expect(other.headers[.allow] == "GET, HEAD, POST")
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func count(of mark: String) -> Int { ranges(of: mark).count }
}
