import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A program at `standard` whose clients authenticate by JWTs.
final class AssertionVisitor {
  /// Replaces claims or members by name; `nil` leaves one out.
  typealias Changes = [String: JSONValue?]
  /// The same for parameters.
  typealias Form = [String: String?]

  static let issuer = "http://\(Visitor.host)/standard"
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  static let secret = "understudy-secret-0123456789"
  static let keysURI = "http://127.0.0.1:7000/jwks"

  /// A P-256 key with the name `ec`.
  static let ec: SigningKey? = {
    var random = Entropy(seed: 7)
    return try? SigningKey.generateP256(using: &random, kid: "ec")
  }()
  static let rsa = try? TestKeys.client()
  /// A key that no client has registered.
  static let stranger = try? TestKeys.rsa(seed: 0, kid: "understudy-client")

  let visitor: Visitor
  private var count = 0

  /// - Parameter patch: a change to the provider, as a quirk makes it.
  init(with quirks: [String] = [], patch: String? = nil) throws {
    let ec = try #require(Self.ec?.publicJWK())
    let rsa = try #require(Self.rsa?.publicJWK())
    let cast = """
      {"schema": 1, "kind": "cast", "clients": [
        {"provider": "standard", "client_id": "two-keys",
         "jwks": {"keys": [\(ec.text()), \(rsa.text())]}},
        {"provider": "standard", "client_id": "only-es256", "token_endpoint_auth_signing_alg": "ES256",
         "jwks": {"keys": [\(ec.text()), \(rsa.text())]}},
        {"provider": "standard", "client_id": "hmac", "secret": "\(Self.secret)",
         "token_endpoint_auth_method": "client_secret_jwt"},
        {"provider": "standard", "client_id": "remote", "jwks_uri": "\(Self.keysURI)"}
      ]}
      """
    visitor = try Visitor(
      "standard", with: quirks, cast: cast,
      text: patch.map { Visitor.text("standard", patch: $0) })
  }

  var condition: Condition? { visitor.told.condition }
  var why: String { visitor.told.why ?? "" }
  var status: Int { visitor.status }

  // MARK: The JWT

  /// The claims of a good JWT, with a new `jti` each time.
  func claims(of client: String, _ changes: Changes = [:]) -> JSONValue {
    count += 1
    var claims: JSONObject = JSONObject([
      .init("iss", JSONValue(.string(client))), .init("sub", JSONValue(.string(client))),
      .init("aud", JSONValue(.string(Self.issuer))),
      .init("exp", JSONValue(integerLiteral: visitor.now + 60)),
      .init("iat", JSONValue(integerLiteral: visitor.now)),
      .init("jti", JSONValue(.string("j-\(count)"))),
    ])
    for (name, value) in changes { claims[name] = value }
    return JSONValue(.object(claims))
  }

  /// A JWT that a key signs.
  func jwt(
    of client: String = "service", _ changes: Changes = [:], header: Changes = [:],
    by key: SigningKey? = rsa
  ) throws -> String {
    let key = try #require(key)
    var members = JWS.header(for: key)
    for (name, value) in header { members[name] = value }
    return try JWS.compact(header: members, payload: claims(of: client, changes), key: key)
  }

  /// A JWT that a secret signs.
  func hmac(
    of client: String, _ changes: Changes = [:], alg: String = "HS256",
    secret: String = AssertionVisitor.secret
  ) -> String {
    let input = JWS.signingInput(
      header: JSONObject([.init("alg", JSONValue(.string(alg)))]),
      payload: claims(of: client, changes))
    let code = HMAC.sha256(key: Array(secret.utf8), message: Array(input.utf8))
    return "\(input).\(Base64URL.encode(code))"
  }

  /// An unsigned text of three parts.
  static func parts(_ header: String, _ payload: String, _ signature: String = "") -> String {
    [header, payload].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
      + ".\(signature)"
  }

  // MARK: Requests

  /// Posts a form with the JWT.
  @discardableResult
  func post(
    _ path: String, _ jwt: String?, _ form: Form, _ changes: Form = [:],
    headers: [(String, String)] = []
  ) throws -> AssertionVisitor {
    var all = form
    all["client_assertion_type"] = Self.type
    all["client_assertion"] = jwt
    for (name, value) in changes { all[name] = value }
    let body = QueryStyle().encode(
      all.compactMap { name, value in value.map { (name: name, value: $0) } }
        .sorted { $0.name < $1.name })
    try visitor.call(
      .post, "/standard/\(path)",
      [("Content-Type", "application/x-www-form-urlencoded")] + headers, body: Array(body.utf8))
    return self
  }

  /// Asks for a token of the client itself.
  @discardableResult
  func token(
    _ jwt: String?, _ changes: Form = [:], headers: [(String, String)] = []
  ) throws -> AssertionVisitor {
    try post(
      "token", jwt, ["grant_type": "client_credentials", "scope": "mcp:read"], changes,
      headers: headers)
  }

  func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
    #expect(status == 200, "\(why) \(visitor.page)", sourceLocation: place)
    #expect(visitor.told.why == nil, sourceLocation: place)
  }

  /// Expects a refusal that names what was found, and says what to do.
  func expect(
    _ condition: Condition, naming word: String = "", status: Int = 401,
    _ place: SourceLocation = #_sourceLocation
  ) {
    #expect(self.condition == condition, "\(why) \(visitor.page)", sourceLocation: place)
    #expect(self.status == status, "\(visitor.page)", sourceLocation: place)
    #expect(word.isEmpty || why.contains(word), "\(why)", sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
    #expect(visitor.told.clause?.contains("§") == true, sourceLocation: place)
  }
}
