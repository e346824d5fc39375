import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A client at `standard` that makes DPoP proofs.
final class DPoPVisitor {
  /// Replaces claims or members by name; `nil` leaves one out.
  typealias Changes = [String: JSONValue?]

  /// A key whose signatures are the same each time.
  static let rsa = try? TestKeys.client()
  static let ec: SigningKey? = {
    var random = Entropy(seed: 11)
    return try? SigningKey.generateP256(using: &random)
  }()
  static let other: SigningKey? = {
    var random = Entropy(seed: 12)
    return try? SigningKey.generateP256(using: &random)
  }()

  static func thumbprint(_ key: SigningKey? = rsa) throws -> String {
    try #require(key?.publicKey.thumbprint)
  }

  private static let clients = """
    {"provider": "standard", "client_id": "bound", "kind": "public",
     "redirect_uris": ["\(StandardVisitor.callback)"], "dpop_bound_access_tokens": true}
    """

  let standard: StandardVisitor
  var visitor: Visitor { standard.visitor }
  /// The last token response.
  private(set) var access = ""
  private var count = 0

  /// - Parameter clients: more clients, as members of a cast's list.
  init(with quirks: [String] = [], patch: String? = nil, clients: String? = nil) throws {
    standard = try StandardVisitor(
      with: quirks, patch: patch,
      clients: ([Self.clients] + [clients].compactMap(\.self)).joined(separator: ","))
  }

  var condition: Condition? { standard.condition }
  var status: Int { standard.status }
  var why: String { visitor.told.why ?? "" }
  var nonce: String? { visitor.headers[.dPoPNonce] }
  var challenge: String { visitor.headers[.wwwAuthenticate] ?? "" }

  // MARK: Proofs

  static func hash(_ token: String) -> JSONValue {
    JSONValue(.string(Base64URL.encode(Digest.sha256(Array(token.utf8)))))
  }

  /// A good proof, with a new `jti` each time.
  func proof(
    _ changes: Changes = [:], for method: String = "POST", at path: String = "token",
    token: String? = nil, header: Changes = [:], by key: SigningKey? = rsa
  ) throws -> String {
    let key = try #require(key)
    count += 1
    var claims = JSONObject([
      .init("jti", JSONValue(.string("p-\(count)"))), .init("htm", JSONValue(.string(method))),
      .init("htu", JSONValue(.string("http://\(Visitor.host)/standard/\(path)"))),
      .init("iat", JSONValue(integerLiteral: visitor.now)),
    ])
    claims["ath"] = token.map(Self.hash)
    for (name, value) in changes { claims[name] = value }
    var members = JSONObject([
      .init("typ", "dpop+jwt"), .init("alg", JSONValue(.string(key.algorithm.rawValue))),
      .init("jwk", Self.jwk(of: key)),
    ])
    for (name, value) in header { members[name] = value }
    return try JWS.compact(header: members, payload: JSONValue(.object(claims)), key: key)
  }

  static func jwk(of key: SigningKey) -> JSONValue {
    var jwk = key.publicJWK().objectValue ?? JSONObject()
    for name in ["kid", "use", "alg"] { jwk[name] = nil }
    return JSONValue(.object(jwk))
  }

  // MARK: Requests

  private func headers(_ proof: String?) -> [(String, String)] {
    proof.map { [("DPoP", $0)] } ?? []
  }

  /// Asks for a token of the client itself.
  @discardableResult
  func clientToken(_ proofs: String...) throws -> DPoPVisitor {
    try standard.post(
      "token", ["grant_type": "client_credentials", "scope": "mcp:read"],
      StandardVisitor.credentials("web"), headers: proofs.map { ("DPoP", $0) })
    return self
  }

  /// Signs alice in and redeems the code.
  @discardableResult
  func redeem(
    as client: String = "app", _ proof: String?, _ changes: StandardVisitor.Changes = [:]
  ) throws -> DPoPVisitor {
    let code = try standard.code(["client_id": client].merging(changes) { $1 })
    let own: StandardVisitor.Changes = ["client_id": client, "client_secret": nil]
    try standard.redeem(
      code, as: client, client == "web" ? [:] : own, headers: headers(proof))
    return self
  }

  /// Gets an access token of alice that is bound to a key.
  func token(as client: String = "app", by key: SigningKey? = rsa) throws -> String {
    try redeem(as: client, proof(by: key))
    return try visitor.member("access_token")
  }

  @discardableResult
  func refresh(
    _ token: String, as client: String = "app", _ proof: String?
  ) throws -> DPoPVisitor {
    let own: StandardVisitor.Changes =
      client == "web" ? StandardVisitor.credentials("web") : ["client_id": client]
    try standard.post(
      "token", ["grant_type": "refresh_token", "refresh_token": token], own,
      headers: headers(proof))
    return self
  }

  /// Calls userinfo.
  @discardableResult
  func userinfo(
    _ token: String, _ proof: String?, scheme: String = "DPoP"
  ) throws -> DPoPVisitor {
    try visitor.call(
      .get, "/standard/userinfo", [("Authorization", "\(scheme) \(token)")] + headers(proof))
    return self
  }

  // MARK: Results

  func expectSuccess(_ place: SourceLocation = #_sourceLocation) {
    #expect(status == 200, "\(why) \(visitor.page)", sourceLocation: place)
  }

  /// Expects a refusal that names what was found, and says what to do.
  func expect(
    _ condition: Condition, naming word: String = "", _ error: String = "invalid_dpop_proof",
    status: Int = 400, _ place: SourceLocation = #_sourceLocation
  ) throws {
    try standard.expectRefusal(condition, status, error, sourceLocation: place)
    #expect(word.isEmpty || why.contains(word), "\(why)", sourceLocation: place)
    #expect(visitor.told.remedy?.isEmpty == false, sourceLocation: place)
    #expect(visitor.told.clause?.hasPrefix("RFC 9449 §") == true, sourceLocation: place)
  }
}
