import Basics
import ProviderModel
import Testing

@testable import Engine

/// A program at `standard` that exchanges tokens.
final class ExchangeVisitor {
  static let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
  static let access = "urn:ietf:params:oauth:token-type:access_token"
  static let refresh = "urn:ietf:params:oauth:token-type:refresh_token"
  static let id = "urn:ietf:params:oauth:token-type:id_token"
  static let jwt = "urn:ietf:params:oauth:token-type:jwt"

  private static let cast = """
    {"schema": 1, "kind": "cast",
     "people": [
      {"username": "boss", "password": "x", "sub": "boss-1", "may_act": {"sub": "helper-1"}},
      {"username": "helper", "password": "x", "sub": "helper-1"},
      {"username": "manager", "password": "x", "sub": "manager-1", "may_act": {"client_id": "native"}},
      {"username": "odd", "password": "x", "sub": "odd-1", "may_act": "native"}
     ],
     "clients": [
      {"provider": "standard", "client_id": "api", "kind": "public", "scopes": ["openid", "email"],
       "audiences": ["https://api.example"], "access_token_format": "jwt"}
     ]}
    """

  let visitor: Visitor

  /// - Parameter patch: a change to the provider, as a quirk makes it.
  init(with quirks: [String] = [], patch: String? = nil) throws {
    visitor = try Visitor(
      "standard", with: quirks, cast: Self.cast,
      text: patch.map { Visitor.text("standard", patch: $0) })
  }

  var why: String { visitor.told.why ?? "" }

  /// Signs a person in, and returns a token of that person.
  func token(
    _ member: String = "access_token", of person: String = "alice",
    scope: String = "openid email", as client: String = "native"
  ) throws -> String {
    try visitor.post(
      "/standard/token",
      [
        "grant_type": "password", "username": person,
        "password": person == "alice" ? "wonderland" : "x", "scope": scope, "client_id": client,
      ])
    return try visitor.member(member)
  }

  /// Exchanges an access token, as the client `native`.
  @discardableResult
  func exchange(
    _ token: String?, _ changes: AssertionVisitor.Form = [:]
  ) throws -> ExchangeVisitor {
    var form: AssertionVisitor.Form = [
      "grant_type": Self.grant, "subject_token": token, "subject_token_type": Self.access,
      "client_id": "native",
    ]
    for (name, value) in changes { form[name] = value }
    let body = QueryStyle().encode(
      form.compactMap { name, value in value.map { (name: name, value: $0) } }
        .sorted { $0.name < $1.name })
    try visitor.call(
      .post, "/standard/token", [("Content-Type", "application/x-www-form-urlencoded")],
      body: Array(body.utf8))
    return self
  }

  /// What introspection says of a token.
  func introspect(_ token: String) throws {
    try visitor.post(
      "/standard/introspect",
      ["token": token, "client_id": "web", "client_secret": AssertionVisitor.secret])
  }

  func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
    #expect(visitor.status == 200, "\(why) \(visitor.page)", sourceLocation: place)
  }

  /// Expects a refusal that names what was found, and says what to do.
  func expect(
    _ condition: Condition, naming word: String = "", _ error: String = "invalid_request",
    _ place: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      visitor.told.condition == condition, "\(why) \(visitor.page)", sourceLocation: place)
    #expect(try visitor.member("error") == error, sourceLocation: place)
    #expect(word.isEmpty || why.contains(word), "\(why)", sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
    #expect(visitor.told.clause?.contains("§") == true, sourceLocation: place)
  }
}
