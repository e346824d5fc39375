import Basics
import Engine
import HTTPTypes
import ProviderModel
import Testing

/// A browser and a program at `standard`, for clients that differ in one thing each.
struct StandardVisitor {
  /// Replaces parameters of a request by name; `nil` leaves one out.
  typealias Changes = [String: String?]

  static let callback = "http://127.0.0.1:7999/cb"
  static let secondCallback = "https://two.example/cb"
  static let secret = "understudy-secret-0123456789"
  static let otherSecret = "other-secret-0123456789"
  static let scope = "openid profile email offline_access"

  private static let cast = """
    {"schema": 1, "kind": "cast", "clients": [
      {"provider": "standard", "client_id": "other", "secret": "\(otherSecret)",
       "redirect_uris": ["\(callback)"]},
      {"provider": "standard", "client_id": "two", "secret": "\(secret)",
       "redirect_uris": ["\(callback)", "\(secondCallback)"]},
      {"provider": "standard", "client_id": "app", "kind": "public", "redirect_uris": ["\(callback)"]},
      {"provider": "standard", "client_id": "other-app", "kind": "public",
       "redirect_uris": ["\(callback)"]},
      {"provider": "standard", "client_id": "post-only", "secret": "\(secret)",
       "redirect_uris": ["\(callback)"], "token_endpoint_auth_method": "client_secret_post"},
      {"provider": "standard", "client_id": "limited", "secret": "\(secret)",
       "redirect_uris": ["\(callback)"], "scopes": ["openid", "email"], "response_types": ["code"],
       "grant_types": ["authorization_code"]},
      {"provider": "standard", "client_id": "bare", "secret": "\(secret)"}
    ]}
    """

  let visitor: Visitor

  /// - Parameters:
  ///   - patch: changes to the provider, as a quirk makes them.
  ///   - clients: more clients, as members of a cast's list.
  init(
    with quirks: [String] = [], patch: String? = nil, clients: String? = nil,
    anyClient: Bool = false
  ) throws {
    let cast = clients.map { Self.cast.replacing("\"clients\": [", with: "\"clients\": [\($0),") }
    visitor = try Visitor(
      "standard", with: quirks, anyClient: anyClient, cast: cast ?? Self.cast,
      text: patch.map { Visitor.text("standard", patch: $0) })
  }

  /// - Parameter patch: a merge patch of the provider's file.
  init(patching patch: String) throws {
    visitor = try Visitor(patching: patch, cast: Self.cast)
  }

  var status: Int { visitor.status }
  var condition: Condition? { visitor.told.condition }

  /// The client's id and, where it has one, its secret.
  static func credentials(_ client: String) -> Changes {
    switch client {
    case "app", "other-app", "native": ["client_id": client, "client_secret": nil]
    case "other": ["client_id": client, "client_secret": otherSecret]
    default: ["client_id": client, "client_secret": secret]
    }
  }

  private static func encode(_ parameters: [String: String], _ changes: Changes) -> String {
    var all = parameters
    for (name, value) in changes { all[name] = value }
    return QueryStyle().encode(
      all.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
  }

  // MARK: The browser

  /// Opens an authorization request of `web`, with these parameters in the place of the usual ones.
  @discardableResult
  func authorize(_ changes: Changes = [:]) -> StandardVisitor {
    let usual = [
      "client_id": "web", "redirect_uri": Self.callback, "response_type": "code",
      "scope": Self.scope, "state": "st", "nonce": "n-1",
    ]
    visitor.open("/standard/authorize?" + Self.encode(usual, changes))
    return self
  }

  var asksForPassword: Bool { visitor.page.contains("name=\"password\"") }
  var asksForConsent: Bool { visitor.page.contains("name=\"decision\"") }

  @discardableResult
  func typePassword(_ username: String = "alice") -> StandardVisitor {
    visitor.submit([
      "username": username, "password": username == "bob" ? "builder" : "wonderland",
    ])
    return self
  }

  @discardableResult
  func allow() -> StandardVisitor {
    visitor.submit(["decision": "allow"])
    return self
  }

  /// Goes through whichever pages are shown, up to the redirect to the client.
  func code(_ changes: Changes = [:], as username: String = "alice") throws -> String {
    authorize(changes)
    if asksForPassword { typePassword(username) }
    if asksForConsent { allow() }
    return try visitor.parameter("code")
  }

  // MARK: The program

  /// Posts a form of these parameters.
  @discardableResult
  func post(
    _ path: String, _ form: [String: String], _ changes: Changes = [:],
    headers: [(String, String)] = []
  ) throws -> StandardVisitor {
    try visitor.call(
      .post, "/standard/\(path)",
      [("Content-Type", "application/x-www-form-urlencoded")] + headers,
      body: Array(Self.encode(form, changes).utf8))
    return self
  }

  /// Redeems a code.
  @discardableResult
  func redeem(
    _ code: String, as client: String = "web", _ changes: Changes = [:],
    headers: [(String, String)] = []
  ) throws -> StandardVisitor {
    let form = ["grant_type": "authorization_code", "code": code, "redirect_uri": Self.callback]
    let own = Self.credentials(client).merging(changes) { $1 }
    return try post("token", form, own, headers: headers)
  }

  @discardableResult
  func refresh(
    _ token: String, as client: String = "web", _ changes: Changes = [:]
  ) throws -> StandardVisitor {
    let form = ["grant_type": "refresh_token", "refresh_token": token]
    return try post("token", form, Self.credentials(client).merging(changes) { $1 })
  }

  /// Signs in, redeems the code, and keeps what came of it.
  func tokens(
    _ client: String = "web", scope: String = scope
  ) throws -> (access: String, refresh: String) {
    let code = try code(["client_id": client, "scope": scope])
    try redeem(code, as: client)
    return (try visitor.member("access_token"), try visitor.member("refresh_token"))
  }

  /// The status of a call with this token.
  func userinfo(_ token: String) throws -> Int {
    try visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")]).status
  }

  @discardableResult
  func introspect(_ token: String, as client: String = "web") throws -> StandardVisitor {
    try post("introspect", ["token": token], Self.credentials(client))
  }

  @discardableResult
  func revoke(_ token: String, as client: String = "web") throws -> StandardVisitor {
    try post("revoke", ["token": token], Self.credentials(client))
  }

  // MARK: Results

  /// Expects a refusal that a program is told.
  func expectRefusal(
    _ condition: Condition, _ status: Int, _ error: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.condition == condition, "\(visitor.page)", sourceLocation: sourceLocation)
    #expect(self.status == status, "\(visitor.page)", sourceLocation: sourceLocation)
    #expect(try visitor.member("error") == error, sourceLocation: sourceLocation)
  }

  /// Expects a refusal that goes back to the client, with the state and without a code.
  func expectRedirect(
    _ condition: Condition, _ error: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(self.condition == condition, "\(visitor.page)", sourceLocation: sourceLocation)
    #expect(try visitor.parameter("error") == error, sourceLocation: sourceLocation)
    #expect(try visitor.parameter("state") == "st", sourceLocation: sourceLocation)
    #expect(visitor.location.hasPrefix(Self.callback), sourceLocation: sourceLocation)
    #expect(!visitor.location.contains("code="), sourceLocation: sourceLocation)
  }

  /// Expects a page of the provider's own that sends the browser nowhere.
  func expectPage(_ condition: Condition, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(self.condition == condition, "\(visitor.page)", sourceLocation: sourceLocation)
    #expect(status == 400, sourceLocation: sourceLocation)
    #expect(visitor.location.isEmpty, sourceLocation: sourceLocation)
  }
}
