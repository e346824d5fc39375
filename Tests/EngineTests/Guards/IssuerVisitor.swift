import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A program at `standard` that exchanges the JWTs of other issuers for tokens.
final class IssuerVisitor {
  typealias Changes = AssertionVisitor.Changes
  typealias Form = AssertionVisitor.Form

  static let grant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
  static let keysURI = "http://127.0.0.1:7000/issuer"
  /// The issuer of the bundled keys, whose JWTs are for people.
  static let people = "https://login.example"
  /// The issuer of jobs, whose JWTs are for the client `jobs`.
  static let jobs = "https://ci.example"

  static let cast = """
    {"schema": 1, "kind": "cast",
     "clients": [{"provider": "standard", "client_id": "jobs", "name": "Jobs", "secret": "jobs-secret-0123456789"}],
     "trust": [
      {"provider": "standard", "name": "people", "issuer": "\(people)", "person_claim": "email", "jwks": KEYS},
      {"provider": "standard", "name": "main", "issuer": "\(jobs)", "client": "jobs", "audiences": ["api://box"],
       "subjects": ["repo:octo/[a-z]+:main"], "claims": {"ref": "refs/heads/main"}, "scopes": ["mcp:read"], "jwks": KEYS},
      {"provider": "standard", "name": "alice", "issuer": "\(jobs)", "client": "jobs", "audiences": ["api://alice"],
       "person": "alice", "jwks": KEYS},
      {"provider": "standard", "name": "remote", "issuer": "https://remote.example", "jwks_uri": "\(keysURI)"},
      {"provider": "standard", "name": "own", "issuer": "\(AssertionVisitor.issuer)", "person_claim": "sub",
       "audiences": ["web"]}
     ]}
    """

  let visitor: Visitor
  private var count = 0

  /// - Parameter patch: a change to the provider, as a quirk makes it.
  init(with quirks: [String] = [], patch: String? = nil, cast more: String? = nil) throws {
    let keys = JWK.set([AssertionVisitor.ec, AssertionVisitor.rsa].compactMap { $0?.publicJWK() })
    let cast = Self.cast.replacing("KEYS", with: keys.text())
    visitor = try Visitor(
      "standard", with: quirks, cast: more ?? cast,
      text: patch.map { Visitor.text("standard", patch: $0) })
  }

  var why: String { visitor.told.why ?? "" }

  /// A JWT of an issuer about alice, with a new `jti` each time.
  func jwt(
    _ changes: Changes = [:], header: Changes = [:], by key: SigningKey? = AssertionVisitor.rsa
  ) throws -> String {
    count += 1
    let key = try #require(key)
    var members = JWS.header(for: key)
    for (name, value) in header { members[name] = value }
    var claims: JSONObject = JSONObject([
      .init("iss", JSONValue(.string(Self.people))), .init("sub", "subject-1"),
      .init("aud", JSONValue(.string(AssertionVisitor.issuer))),
      .init("exp", JSONValue(integerLiteral: visitor.now + 60)),
      .init("iat", JSONValue(integerLiteral: visitor.now)),
      .init("jti", JSONValue(.string("j-\(count)"))),
      .init("email", "alice@example.test"),
    ])
    for (name, value) in changes { claims[name] = value }
    return try JWS.compact(header: members, payload: JSONValue(.object(claims)), key: key)
  }

  /// The JWT of a job.
  func job(_ changes: Changes = [:]) throws -> String {
    var claims: Changes = [
      "iss": JSONValue(.string(Self.jobs)), "sub": "repo:octo/repo:main", "aud": "api://box",
      "ref": "refs/heads/main",
    ]
    for (name, value) in changes { claims[name] = value }
    return try jwt(claims)
  }

  /// Asks for a token as the client `native`.
  @discardableResult
  func token(
    _ assertion: String?, _ changes: Form = [:], headers: [(String, String)] = []
  ) throws -> IssuerVisitor {
    var form: Form = [
      "grant_type": Self.grant, "assertion": assertion, "client_id": "native",
      "scope": "openid email",
    ]
    for (name, value) in changes { form[name] = value }
    let body = QueryStyle().encode(
      form.compactMap { name, value in value.map { (name: name, value: $0) } }
        .sorted { $0.name < $1.name })
    try visitor.call(
      .post, "/standard/token",
      [("Content-Type", "application/x-www-form-urlencoded")] + headers, body: Array(body.utf8))
    return self
  }

  /// Asks for a token by the JWT of a job, and names no client.
  @discardableResult
  func jobToken(_ changes: Changes = [:], _ form: Form = [:]) throws -> IssuerVisitor {
    var all: Form = ["client_id": nil, "scope": "mcp:read"]
    for (name, value) in form { all[name] = value }
    return try token(job(changes), all)
  }

  /// Exchanges a JWT, as the client `native`.
  @discardableResult
  func exchange(_ jwt: String, _ changes: Form = [:]) throws -> IssuerVisitor {
    var form: Form = [
      "grant_type": ExchangeVisitor.grant, "assertion": nil, "subject_token": jwt,
      "subject_token_type": ExchangeVisitor.jwt,
    ]
    for (name, value) in changes { form[name] = value }
    return try token(nil, form)
  }

  func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
    #expect(visitor.status == 200, "\(why) \(visitor.page)", sourceLocation: place)
  }

  /// Expects a refusal that names what was found, and says what to do.
  func expect(
    _ condition: Condition, naming word: String = "", _ error: String = "invalid_grant",
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
