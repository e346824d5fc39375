import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A browser at `standard` that carries request objects (RFC 9101).
struct RequestObjectVisitor {
  typealias Changes = [String: JSONValue?]

  static let issuer = "http://\(Visitor.host)/standard"
  static let keysURI = "http://127.0.0.1:7000/jwks"

  let standard: StandardVisitor

  init(with quirks: [String] = [], patch: String? = nil) throws {
    let ec = try #require(AssertionVisitor.ec?.publicJWK())
    let rsa = try #require(AssertionVisitor.rsa?.publicJWK())
    let rest =
      #""provider": "standard", "kind": "public", "redirect_uris": ["\#(StandardVisitor.callback)"]"#
    standard = try StandardVisitor(
      with: quirks, patch: patch,
      clients: """
        {\(rest), "client_id": "signer", "jwks": {"keys": [\(ec.text()), \(rsa.text())]}},
        {\(rest), "client_id": "remote", "jwks_uri": "\(Self.keysURI)"},
        {\(rest), "client_id": "only-es256", "request_object_signing_alg": "ES256",
         "jwks": {"keys": [\(ec.text()), \(rsa.text())]}},
        {\(rest), "client_id": "listed", "request_uris": ["http://127.0.0.1:7000/request.jwt"],
         "jwks": {"keys": [\(ec.text())]}},
        {\(rest), "client_id": "unsigned", "request_object_signing_alg": "none"},
        {\(rest), "client_id": "strict", "require_signed_request_object": true,
         "jwks": {"keys": [\(ec.text())]}}
        """)
  }

  var visitor: Visitor { standard.visitor }

  /// The claims of a good request object.
  func claims(of client: String, _ changes: Changes = [:]) -> JSONValue {
    var claims: JSONObject = JSONObject([
      .init("iss", JSONValue(.string(client))), .init("aud", JSONValue(.string(Self.issuer))),
      .init("exp", JSONValue(integerLiteral: visitor.now + 60)),
      .init("client_id", JSONValue(.string(client))),
      .init("redirect_uri", JSONValue(.string(StandardVisitor.callback))),
      .init("response_type", "code"), .init("scope", "openid"), .init("state", "st"),
    ])
    for (name, value) in changes { claims[name] = value }
    return JSONValue(.object(claims))
  }

  /// A request object that a key signs.
  func object(
    of client: String = "signer", _ changes: Changes = [:], header: Changes = [:],
    by key: SigningKey? = AssertionVisitor.ec
  ) throws -> String {
    let key = try #require(key)
    var members = JWS.header(for: key, type: "oauth-authz-req+jwt")
    for (name, value) in header { members[name] = value }
    return try JWS.compact(header: members, payload: claims(of: client, changes), key: key)
  }

  /// One that the client's secret signs.
  func hmac(
    of client: String, _ changes: Changes = [:], secret: String = StandardVisitor.secret
  ) -> String {
    let input = JWS.signingInput(
      header: JSONObject([.init("alg", "HS256")]), payload: claims(of: client, changes))
    let code = HMAC.sha256(key: Array(secret.utf8), message: Array(input.utf8))
    return "\(input).\(Base64URL.encode(code))"
  }

  func unsigned(of client: String, _ changes: Changes = [:]) -> String {
    AssertionVisitor.parts(#"{"alg":"none"}"#, claims(of: client, changes).text())
  }

  /// Opens the authorization endpoint with a request object.
  @discardableResult
  func open(
    _ object: String, as client: String = "signer", _ more: String = ""
  ) -> RequestObjectVisitor {
    visitor.open("/standard/authorize?client_id=\(client)&request=\(object)\(more)")
    return self
  }

  func expectPage(_ condition: Condition, _ place: SourceLocation = #_sourceLocation) {
    standard.expectPage(condition, sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
  }

  func expectPassword(_ place: SourceLocation = #_sourceLocation) {
    #expect(
      standard.asksForPassword, "\(visitor.told.why ?? "") \(visitor.page)", sourceLocation: place)
  }
}
