import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The keys that verify the JWTs of clients: at an address, of a registration, of a metadata document.
@Suite("A client's keys")
struct ClientKeyTests {
  private let stage: AssertionVisitor
  init() throws { stage = try AssertionVisitor() }

  private static func content(
    _ text: String, type: String = "application/json", status: Int = 200, cache: String = ""
  ) -> FetchedDocument.Result {
    .content(.init(status: status, type: type, cacheControl: cache, body: Array(text.utf8)))
  }

  private static func set(
    _ keys: SigningKey?..., type: String = "application/jwk-set+json", cache: String = ""
  ) -> FetchedDocument.Result {
    content(
      JWK.set(keys.compactMap { $0?.publicJWK() }).text(), type: type, cache: cache)
  }

  private var address: String { AssertionVisitor.keysURI }
  private var fetches: Int { stage.visitor.fetched.count }

  // MARK: At an address

  @Test("are fetched from jwks_uri once, and again when they are no longer fresh")
  func fetched() throws {
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
    for _ in 0..<2 { try stage.token(stage.jwt(of: "remote")).expectSuccess() }
    #expect(stage.visitor.fetched == [address])
    stage.visitor.now += 300
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
    #expect(fetches == 2)
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa, cache: "max-age=60")
    stage.visitor.now += 300
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
    stage.visitor.now += 60
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
    #expect(fetches == 4)
  }

  @Test("are fetched for no other request: of another client, by a secret, without a JWT")
  func unneeded() throws {
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
    try stage.token(stage.jwt()).expectSuccess()
    try stage.token(stage.hmac(of: "hmac")).expectSuccess()
    try stage.token("a.b.c", ["client_id": "remote"])
    try stage.token(nil, ["client_id": "remote", "client_assertion_type": nil])
    #expect(fetches == 0)
  }

  @Test("are fetched again for a key that is not among them, once in ten seconds")
  func rotated() throws {
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
    // The client rotates its keys at once: the set is too young to be fetched again.
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa, AssertionVisitor.ec)
    stage.visitor.now += 9
    try stage.token(stage.jwt(of: "remote", by: AssertionVisitor.ec))
    stage.expect(.assertionKeyUnknown)
    #expect(fetches == 1)
    stage.visitor.now += 1
    try stage.token(stage.jwt(of: "remote", by: AssertionVisitor.ec)).expectSuccess()
    #expect(fetches == 2)
    // A name that is nowhere leads to one fetch, not to one for each request.
    stage.visitor.now += 10
    for _ in 0..<3 {
      try stage.token(stage.jwt(of: "remote", header: ["kid": "nowhere"]))
      stage.expect(.assertionKeyUnknown, naming: "nowhere")
    }
    #expect(fetches == 3)
  }

  @Test("are fetched again for a key without a name that is not among them")
  func rotatedWithoutName() throws {
    func jwt(_ key: SigningKey?) throws -> String {
      try stage.jwt(of: "remote", header: ["kid": nil], by: key)
    }
    stage.visitor.documents[address] = Self.set(AssertionVisitor.stranger)
    try stage.token(jwt(AssertionVisitor.stranger)).expectSuccess()
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
    try stage.token(jwt(AssertionVisitor.rsa))
    stage.expect(.assertionSignatureWrong)
    #expect(
      stage.visitor.told.remedy?.contains("has a new key, send the JWT again after 10 s") == true)
    stage.visitor.now += 10
    try stage.token(jwt(AssertionVisitor.rsa)).expectSuccess()
    #expect(fetches == 2)
  }

  @Test("are fetched seldom for an unknown key, also while the address fails")
  func failing() throws {
    stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
    stage.visitor.now += 10
    stage.visitor.documents[address] = Self.content("", status: 500)
    try stage.token(stage.jwt(of: "remote", header: ["kid": "new"]))
    stage.expect(.assertionKeysUnfetched, naming: "500")
    try stage.token(stage.jwt(of: "remote", header: ["kid": "new"]))
    stage.expect(.assertionKeyUnknown)
    #expect(fetches == 2)
    // Keys that are known and fresh stay good.
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
  }

  @Test("are refused, by the reason, when they can't be fetched or read")
  func flaws() throws {
    let secret =
      "{\"keys\":[{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"b\",\"d\":\"c\"}]}"
    for (result, word) in [
      (.failed(.refusedHost, why: "was not fetched", remedy: "do it"), "was not fetched"),
      (Self.content("{}", status: 302), "redirects are not followed"),
      (Self.content("{}", type: "text/html"), "text/html"), (Self.content("["), "not JSON"),
      (Self.content("{}"), "is not a JWK set"), (Self.content(secret), "member d"),
      (Self.content("{\"keys\":[],\"x\":\"\(String(repeating: "x", count: 64 << 10))\"}"), "bytes"),
    ] as [(FetchedDocument.Result, String)] {
      stage.visitor.documents[address] = result
      try stage.token(stage.jwt(of: "remote"))
      stage.expect(.assertionKeysUnfetched, naming: word)
      #expect(stage.why.contains(address))
    }
    stage.visitor.documents = [:]
    try stage.token(stage.jwt(of: "remote"))
    stage.expect(.assertionKeysUnfetched, naming: "was not fetched for this request")
  }

  @Test("may stand among others that are passed over")
  func mixed() throws {
    let rsa = try #require(AssertionVisitor.rsa).publicJWK().text()
    stage.visitor.documents[address] = Self.content(
      "{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"a\"},\(rsa)]}")
    try stage.token(stage.jwt(of: "remote")).expectSuccess()
  }

  // MARK: Of clients that are in no cast

  private func register(_ members: String) throws -> Int {
    try stage.visitor.call(
      .post, "/standard/register", [("Content-Type", "application/json")],
      body: Array(
        "{\"grant_types\": [\"client_credentials\"], \"response_types\": [], \(members)}".utf8)
    ).status
  }

  @Test("of a registration authenticate its client, which gets no secret")
  func registered() throws {
    let rsa = try #require(AssertionVisitor.rsa).publicJWK().text()
    for keys in ["\"jwks\": {\"keys\": [\(rsa)]}", "\"jwks_uri\": \"\(address)\""] {
      #expect(
        try register(
          "\"token_endpoint_auth_method\": \"private_key_jwt\", \"token_endpoint_auth_signing_alg\": \"RS256\", \(keys)"
        ) == 201)
      #expect(!stage.visitor.page.contains("\"client_secret\""))
      #expect(try stage.visitor.member("token_endpoint_auth_signing_alg") == "RS256")
      let id = try stage.visitor.member("client_id")
      stage.visitor.documents[address] = Self.set(AssertionVisitor.rsa)
      try stage.token(stage.jwt(of: id)).expectSuccess()
      try stage.token(nil, ["client_id": id, "client_assertion_type": nil])
      stage.expect(.secretMissing, naming: "confidential client")
    }
  }

  @Test("of a registration fit its method")
  func registration() throws {
    let rsa = try #require(AssertionVisitor.rsa)
    let small = "{\"kty\":\"RSA\",\"n\":\"\(String(repeating: "A", count: 100))\",\"e\":\"AQAB\"}"
    let method = "\"token_endpoint_auth_method\": \"private_key_jwt\""
    for (members, word) in [
      (method, "jwks is missing"), ("\(method), \"jwks\": {\"keys\": []}", "found none"),
      ("\(method), \"jwks\": {\"keys\": [\(small)]}", "2048"),
      ("\"jwks\": {\"keys\": [{\"kty\": \"oct\", \"k\": \"AAAA\"}]}", "of the type oct"),
      (
        "\(method), \"jwks\": {\"keys\": [\(rsa.publicJWK().text())]}, \"token_endpoint_auth_signing_alg\": \"HS256\"",
        "is HS256"
      ),
      (
        "\"token_endpoint_auth_method\": \"client_secret_jwt\", \"token_endpoint_auth_signing_alg\": \"ES256\"",
        "is ES256"
      ),
    ] {
      #expect(try register(members) == 400)
      #expect(stage.condition == .metadataInvalid)
      #expect(stage.why.contains(word), "\(stage.why)")
    }
  }

  @Test("are not needed by a registered client that signs with its secret")
  func registeredSecret() throws {
    #expect(try register("\"token_endpoint_auth_method\": \"client_secret_jwt\"") == 201)
    let id = try stage.visitor.member("client_id")
    let secret = try stage.visitor.member("client_secret")
    try stage.token(stage.hmac(of: id, secret: secret)).expectSuccess()
  }

  @Test("of a metadata document authenticate its client: the document leads to the keys")
  func document() throws {
    let id = "https://app.example/client.json"
    stage.visitor.documents[id] = Self.content(
      """
      {"client_id": "\(id)", "grant_types": ["client_credentials"], "response_types": [],
       "token_endpoint_auth_method": "private_key_jwt", "jwks_uri": "\(address)"}
      """)
    stage.visitor.documents[address] = Self.set(AssertionVisitor.ec)
    for _ in 0..<2 {
      try stage.token(stage.jwt(of: id, by: AssertionVisitor.ec)).expectSuccess()
    }
    #expect(stage.visitor.fetched == [id, address])
    try stage.token(stage.jwt(of: id, ["aud": "x"], by: AssertionVisitor.ec), ["client_id": id])
    stage.expect(.assertionAudienceWrong)
    try stage.post(
      "device_authorization", stage.jwt(of: id, by: AssertionVisitor.ec), ["scope": "openid"])
    #expect(stage.condition == .grantNotAllowed)
  }

  // MARK: As a client secret

  private static let secrets = """
    {"token": {"client_auth": {"assertions": {
      "as_client_secret": {"iss": "TEAM123456", "sub": "{{client.client_id}}", "aud": "https://team.example"}
    }}}}
    """

  @Test("sign a JWT that is sent as the client secret, where the fixture says so")
  func asSecret() throws {
    let stage = try AssertionVisitor(patch: Self.secrets)
    func secret(_ changes: AssertionVisitor.Changes = [:]) throws -> String {
      let usual: AssertionVisitor.Changes = [
        "iss": "TEAM123456", "aud": "https://team.example", "jti": nil,
      ]
      return try stage.jwt(of: "two-keys", usual.merging(changes) { $1 }, by: AssertionVisitor.ec)
    }
    func send(_ secret: String) throws {
      try stage.token(
        nil, ["client_assertion_type": nil, "client_id": "two-keys", "client_secret": secret])
    }
    let good = try secret()
    for _ in 0..<2 {
      try send(good)
      stage.expectSuccess()
    }
    try stage.token(nil, ["client_assertion_type": nil, "client_id": "two-keys"])
    stage.expect(.secretMissing)
    #expect(stage.visitor.told.remedy?.contains("a JWT that the client signs") == true)
    try send(secret(["exp": 1]))
    #expect(stage.visitor.told.remedy == "make a new client secret")
    for (changes, condition) in [
      (["iss": "TEAM"], .assertionIssuerWrong), (["sub": "web"], .assertionSubjectWrong),
      (["aud": "x"], .assertionAudienceWrong), (["exp": nil], .assertionExpiryMissing),
      (["exp": 1], .assertionExpired),
    ] as [(AssertionVisitor.Changes, Condition)] {
      try send(secret(changes))
      stage.expect(condition, naming: "client_secret")
    }
    try send("x")
    stage.expect(.assertionUnreadable, naming: "client_secret")
    try send(stage.hmac(of: "two-keys"))
    stage.expect(.assertionAlgUnsupported, naming: "HS256")
    // A client without keys sends an ordinary secret.
    try stage.token(
      nil,
      [
        "client_assertion_type": nil, "client_id": "web",
        "client_secret": AssertionVisitor.secret,
      ])
    stage.expectSuccess()
  }

  @Test("sign no client secret where the fixture does not say so")
  func notAsSecret() throws {
    try stage.token(
      nil,
      [
        "client_assertion_type": nil, "client_id": "two-keys",
        "client_secret": try stage.jwt(of: "two-keys"),
      ])
    stage.expect(.secretUnexpected)
  }
}
