import Basics
import HTTPTypes
import JOSE
import Testing

/// Cross-app access: an assertion of one authorization server for another one (ID-JAG), which are two sandboxes.
@Suite("An assertion for another authorization server")
struct CrossAppTests {
  private static let secret = "understudy-secret-0123456789"
  private static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
  private static let bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  private static let type = "urn:ietf:params:oauth:token-type:"
  private static let app = "http://localhost/_sandbox/app/standard"
  private static let provider = "http://localhost/_sandbox/idp/standard"

  private let house: House

  init() throws {
    house = try House()
    let wiki: JSONValue = [
      "provider": "standard", "client_id": "wiki", "kind": "public",
      "client_ids": [Self.app: "web"],
    ]
    _ = try house.send(
      .post, "/_understudy/sandboxes", ["id": "idp", "cast": ["clients": [wiki]]])
    let trust: JSONValue = [
      "provider": "standard", "name": "idp", "issuer": .init(stringLiteral: Self.provider),
      "person_claim": "email",
    ]
    let made = try house.send(
      .post, "/_understudy/sandboxes", ["id": "app", "cast": ["trust": [trust]]])
    #expect(made.status == .created, "\(made.text)")
  }

  private func token(
    _ sandbox: String, _ form: [(name: String, value: String)]
  ) throws -> JSONValue {
    let body = QueryStyle().encode(form)
    let request = Request(
      method: .post, authority: "localhost", target: "/_sandbox/\(sandbox)/standard/token",
      headers: [.contentType: "application/x-www-form-urlencoded"], body: Array(body.utf8))
    guard case .answer(let answer) = house.playhouse.respond(to: request, at: House.now) else {
      throw House.Late()
    }
    return try answer.json()
  }

  private func client(_ id: String) -> [(name: String, value: String)] {
    id == "web"
      ? [("client_id", id), ("client_secret", Self.secret)] : [("client_id", id)]
  }

  private func signedIn(_ member: String = "id_token", as id: String = "web") throws -> String {
    let answer = try token(
      "idp",
      client(id) + [
        ("grant_type", "password"), ("username", "alice"), ("password", "wonderland"),
        ("scope", "openid"),
      ])
    return try #require(answer[member]?.stringValue, "\(answer.text())")
  }

  /// The answer to the request for an assertion.
  private func assertion(
    of id: String = "web", from subject: String? = nil, typed subjectType: String = "id_token",
    audiences: [String] = [app], _ more: [(name: String, value: String)] = []
  ) throws -> JSONValue {
    try token(
      "idp",
      client(id) + [
        ("grant_type", Self.exchange), ("requested_token_type", Self.type + "id-jag"),
        ("subject_token", subject ?? signedIn(as: id)),
        ("subject_token_type", Self.type + subjectType),
      ] + audiences.map { ("audience", $0) } + more)
  }

  private func redeem(
    _ assertion: JSONValue, as id: String = "web", at sandbox: String = "app",
    _ more: [(name: String, value: String)] = []
  ) throws -> JSONValue {
    let text = try #require(assertion["access_token"]?.stringValue, "\(assertion.text())")
    return try token(
      sandbox, client(id) + [("grant_type", Self.bearer), ("assertion", text)] + more)
  }

  @Test("names that server, its client, the person, and the requested scopes and resources")
  func claims() throws {
    let answer = try assertion([
      ("scope", "mcp:read chat"), ("resource", "https://chat.example/"),
    ])
    #expect(answer["issued_token_type"]?.stringValue == Self.type + "id-jag")
    #expect(answer["token_type"]?.stringValue == "N_A")
    #expect(answer["scope"]?.stringValue == "mcp:read chat")
    #expect(answer["refresh_token"] == nil)
    let jwt = try JWS.parse(#require(answer["access_token"]?.stringValue))
    #expect(jwt.header["typ"]?.stringValue == "oauth-id-jag+jwt")
    for (name, value) in [
      ("iss", Self.provider), ("aud", Self.app), ("client_id", "web"),
      ("scope", "mcp:read chat"), ("resource", "https://chat.example/"),
      ("email", "alice@example.test"),
    ] {
      #expect(jwt.payload[name]?.stringValue == value)
    }
    #expect(jwt.payload["exp"]?.numberText == String(House.now + 300))
    for name in ["sub", "jti"] { #expect(jwt.payload[name]?.stringValue?.isEmpty == false) }
  }

  @Test("is accepted there once, for the person and the scopes in it")
  func story() throws {
    let assertion = try assertion([("scope", "mcp:read")])
    let answer = try redeem(assertion)
    #expect(answer["scope"]?.stringValue == "mcp:read", "\(answer.text())")
    #expect(answer["access_token"]?.stringValue != nil)
    #expect(try redeem(assertion)["error"]?.stringValue == "invalid_grant")
  }

  @Test("limits the scopes and the resources of the request")
  func limits() throws {
    let form: [(name: String, value: String)] = [
      ("scope", "mcp:read"), ("resource", "https://chat.example/"),
    ]
    let wide = try redeem(assertion(form), [("scope", "mcp:read mcp:write")])
    #expect(wide["error"]?.stringValue == "invalid_scope")
    let other = try redeem(assertion(form), [("resource", "https://other.example/")])
    #expect(other["error"]?.stringValue == "invalid_target")
    let fitting = try redeem(
      assertion(form), [("scope", "mcp:read"), ("resource", "https://chat.example/")])
    #expect(fitting["error"] == nil, "\(fitting.text())")
  }

  @Test("is for the client that it names, and for that server")
  func wrongPlaces() throws {
    let error = "invalid_grant"
    #expect(try redeem(assertion(), as: "native")["error"]?.stringValue == error)
    let elsewhere = try assertion(audiences: ["https://other.example"])
    #expect(try redeem(elsewhere)["error"]?.stringValue == error)
    #expect(try redeem(assertion(), at: "idp")["error"]?.stringValue == error)
  }

  @Test("names the client by its ID there, which the cast lists")
  func otherID() throws {
    let assertion = try assertion(of: "wiki", [("scope", "mcp:read")])
    let jwt = try JWS.parse(#require(assertion["access_token"]?.stringValue))
    #expect(jwt.payload["client_id"]?.stringValue == "web")
    #expect(try redeem(assertion, as: "web")["error"] == nil)
  }

  @Test("needs one audience, and an ID token or a refresh token")
  func requests() throws {
    for (audiences, error) in [
      ([], "invalid_request"), ([Self.app, "https://other.example"], "invalid_target"),
    ] {
      #expect(try assertion(audiences: audiences)["error"]?.stringValue == error)
    }
    let access = try assertion(from: signedIn("access_token"), typed: "access_token")
    #expect(access["error"]?.stringValue == "invalid_request")
    let refresh = try assertion(from: signedIn("refresh_token"), typed: "refresh_token")
    #expect(refresh["error"] == nil, "\(refresh.text())")
    let scope = try assertion([("scope", "a\\b")])
    #expect(scope["error"]?.stringValue == "invalid_scope")
  }
}
