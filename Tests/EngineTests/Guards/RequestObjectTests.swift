import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Request objects by value (RFC 9101): what counts, and a refusal for each that is wrong.
@Suite("A request object")
struct RequestObjectTests {
  private let stage: RequestObjectVisitor
  init() throws { stage = try RequestObjectVisitor() }

  // MARK: What counts

  @Test("is the whole request: what stands beside it is ignored")
  func whole() throws {
    stage.open(
      try stage.object(), as: "signer",
      "&state=other&redirect_uri=https://evil.example/&scope=email")
    stage.standard.typePassword().allow()
    #expect(try stage.visitor.parameter("state") == "st")
    #expect(stage.visitor.location.hasPrefix(StandardVisitor.callback))
    try stage.standard.redeem(
      stage.visitor.parameter("code"), as: "signer", ["client_secret": nil])
    #expect(try stage.visitor.member("scope") == "openid")
    // What is only beside it is no parameter of the request (RFC 9101 §6.3).
    stage.open(
      try stage.object(of: "signer", ["response_type": nil]), as: "signer", "&response_type=code")
    try stage.standard.expectRedirect(.responseTypeMissing, "invalid_request")
  }

  @Test("holds numbers, objects and lists as JSON")
  func values() throws {
    stage.open(try stage.object(of: "signer", ["max_age": 0, "prompt": "none"]))
    try stage.standard.expectRedirect(.loginRequired, "login_required")
    stage.open(try stage.object(of: "signer", ["max_age": "x"]))
    try stage.standard.expectRedirect(.parameterInvalid, "invalid_request")
    stage.open(try stage.object(of: "signer", ["claims": ["id_token": ["email": .init(.null)]]]))
    stage.expectPassword()
    stage.open(try stage.object(of: "signer", ["resource": ["https://a.test", "no-uri"]]))
    try stage.standard.expectRedirect(.resourceInvalid, "invalid_target")
    stage.open(try stage.object(of: "signer", ["nonce": JSONValue(.null)]))
    stage.expectPassword()
  }

  @Test(
    "may name a type, or none", arguments: ["JWT", "application/oauth-authz-req+jwt", nil])
  func types(_ type: String?) throws {
    stage.open(try stage.object(header: ["typ": type.map { JSONValue(.string($0)) }]))
    stage.expectPassword()
  }

  @Test("is signed with a key of the client, or with its secret")
  func signatures() throws {
    stage.open(try stage.object(by: AssertionVisitor.rsa))
    stage.expectPassword()
    stage.open(stage.hmac(of: "web"), as: "web")
    stage.expectPassword()
    stage.open(stage.unsigned(of: "unsigned"), as: "unsigned")
    stage.expectPassword()
  }

  @Test("needs no iss, aud and exp")
  func sparing() throws {
    stage.open(try stage.object(of: "signer", ["iss": nil, "aud": nil, "exp": nil]))
    stage.expectPassword()
    stage.open(
      try stage.object(
        of: "signer", ["aud": ["x", JSONValue(.string(RequestObjectVisitor.issuer))]]))
    stage.expectPassword()
  }

  @Test("is verified by keys that are fetched")
  func fetched() throws {
    let keys = JWK.set([AssertionVisitor.ec].compactMap { $0?.publicJWK() }).text()
    stage.visitor.documents[RequestObjectVisitor.keysURI] = .content(
      .init(status: 200, type: "application/json", body: Array(keys.utf8)))
    stage.open(try stage.object(of: "remote"), as: "remote")
    stage.expectPassword()
    #expect(stage.visitor.fetched == [RequestObjectVisitor.keysURI])
  }

  @Test("whose keys can't be fetched is refused")
  func unfetched() throws {
    stage.visitor.documents[RequestObjectVisitor.keysURI] = .failed(
      .unreached, why: "did not answer", remedy: "start it")
    stage.open(try stage.object(of: "remote"), as: "remote")
    stage.expectPage(.requestObjectKeysUnfetched)
  }

  // MARK: Refused

  @Test("that is no JWT is refused", arguments: ["x", "a.b.c", "e30.e30.", "a.b.c.d.e"])
  func unreadable(_ text: String) {
    stage.open(text)
    stage.expectPage(.requestObjectUnreadable)
  }

  @Test("of more than 16 KiB is refused")
  func large() throws {
    try stage.standard.post(
      "authorize",
      [
        "client_id": "signer",
        "request": stage.object(
          of: "signer", ["x": JSONValue(.string(String(repeating: "x", count: 16 << 10)))]),
      ])
    stage.expectPage(.requestObjectUnreadable)
  }

  @Test("with a critical extension is refused")
  func critical() throws {
    stage.open(try stage.object(header: ["crit": ["exp"]]))
    stage.expectPage(.requestObjectUnreadable)
  }

  @Test("of another type is refused", arguments: ["at+jwt", "application/jose", ""])
  func otherType(_ type: String) throws {
    stage.open(try stage.object(header: ["typ": JSONValue(.string(type))]))
    stage.expectPage(.requestObjectTypeWrong)
  }

  @Test("that is not signed is refused, unless the client is registered so")
  func unsigned() throws {
    stage.open(stage.unsigned(of: "signer"))
    stage.expectPage(.requestObjectAlgUnsupported)
    stage.open(stage.hmac(of: "unsigned"), as: "unsigned")
    stage.expectPage(.requestObjectAlgUnsupported)
    stage.open(stage.unsigned(of: "unsigned") + "AAAA", as: "unsigned")
    stage.expectPage(.requestObjectSignatureWrong)
    let strict = try RequestObjectVisitor(
      patch: #"{"request_objects": {"unsigned": false}}"#)
    strict.open(strict.unsigned(of: "unsigned"), as: "unsigned")
    strict.expectPage(.requestObjectAlgUnsupported)
  }

  @Test("of another algorithm than the registered one is refused")
  func registered() throws {
    stage.open(try stage.object(of: "only-es256"), as: "only-es256")
    stage.expectPassword()
    stage.open(try stage.object(of: "only-es256", by: AssertionVisitor.rsa), as: "only-es256")
    stage.expectPage(.requestObjectAlgUnsupported)
  }

  @Test("of a client without keys, or with another key, is refused")
  func keys() throws {
    stage.open(try stage.object(of: "app"), as: "app")
    stage.expectPage(.requestObjectKeysMissing)
    stage.open(stage.hmac(of: "app"), as: "app")
    stage.expectPage(.requestObjectKeysMissing)
    stage.open(try stage.object(header: ["kid": "other"]))
    stage.expectPage(.requestObjectKeyUnknown)
    stage.open(try stage.object(by: AssertionVisitor.stranger))
    stage.expectPage(.requestObjectSignatureWrong)
    stage.open(stage.hmac(of: "web", secret: "another-secret-0123456789"), as: "web")
    stage.expectPage(.requestObjectSignatureWrong)
  }

  @Test(
    "with a wrong claim is refused",
    arguments: [
      (["client_id": "web"], .requestObjectClientWrong),
      (["client_id": nil], .requestObjectClientWrong),
      (["client_id": 1], .requestObjectClientWrong),
      (["iss": "web"], .requestObjectIssuerWrong), (["iss": 1], .requestObjectIssuerWrong),
      (["aud": "https://other.test"], .requestObjectAudienceWrong),
      (["aud": []], .requestObjectAudienceWrong), (["exp": 1], .requestObjectExpired),
      (["exp": "x"], .requestObjectClaimWrong),
      (["nbf": 1_600_000_011], .requestObjectNotYetValid),
      (["iat": 1_600_000_011], .requestObjectNotYetValid),
      (["request": "x"], .requestObjectClaimWrong),
      (["request_uri": "x"], .requestObjectClaimWrong),
      (["jti": 1], .requestObjectClaimWrong), (["state": 5], .requestObjectClaimWrong),
      (["nonce": ["a"]], .requestObjectClaimWrong), (["scope": true], .requestObjectClaimWrong),
    ] as [(RequestObjectVisitor.Changes, Condition)])
  func claims(_ changes: RequestObjectVisitor.Changes, _ condition: Condition) throws {
    stage.open(try stage.object(of: "signer", changes))
    stage.expectPage(condition)
  }

  @Test("allows for a client's clock that is ten seconds off")
  func skew() throws {
    let now = stage.visitor.now
    for (name, good, bad, condition) in [
      ("exp", now - 9, now - 10, Condition.requestObjectExpired),
      ("nbf", now + 10, now + 11, .requestObjectNotYetValid),
    ] {
      stage.open(try stage.object(of: "signer", [name: JSONValue(integerLiteral: good)]))
      stage.expectPassword()
      stage.open(try stage.object(of: "signer", [name: JSONValue(integerLiteral: bad)]))
      stage.expectPage(condition)
    }
  }

  @Test("with another response type than the OpenID request beside it is refused")
  func mismatch() throws {
    let object = try stage.object()
    stage.open(object, as: "signer", "&scope=openid&response_type=token")
    stage.expectPage(.requestObjectMismatch)
    stage.open(object, as: "signer", "&scope=openid&response_type=code")
    stage.expectPassword()
    stage.open(object, as: "signer", "&response_type=token")
    stage.expectPassword()
  }

  // MARK: Demanding it

  @Test("is demanded, and signed, of a client that is registered so")
  func demanded() throws {
    stage.standard.authorize(["client_id": "strict"])
    try stage.standard.expectRedirect(.requestObjectMissing, "invalid_request")
    stage.open(stage.unsigned(of: "strict"), as: "strict")
    stage.expectPage(.requestObjectAlgUnsupported)
    stage.open(try stage.object(of: "strict"), as: "strict")
    stage.expectPassword()
  }

  @Test("is demanded of all where the provider says so")
  func demandedOfAll() throws {
    let strict = try RequestObjectVisitor(with: ["signed-requests-required"])
    strict.standard.authorize()
    try strict.standard.expectRedirect(.requestObjectMissing, "invalid_request")
    strict.open(strict.unsigned(of: "unsigned"), as: "unsigned")
    strict.expectPage(.requestObjectAlgUnsupported)
    strict.open(try strict.object())
    strict.expectPassword()
    try strict.visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try strict.visitor.member("request_object_signing_alg_values_supported")
        == #"["RS256","PS256","ES256","ES384","EdDSA","Ed25519","HS256"]"#)
  }

  // MARK: Pushed

  @Test("may be pushed, and is read and verified then")
  func pushed() throws {
    try stage.standard.post(
      "par", ["client_id": "signer", "request": stage.object(), "state": "x"])
    let uri = try stage.visitor.member("request_uri")
    stage.visitor.now += 59
    stage.visitor.open("/standard/authorize?client_id=signer&request_uri=\(uri)&request=x")
    stage.expectPage(.requestObjectRepeated)
    stage.visitor.open("/standard/authorize?client_id=signer&request_uri=\(uri)")
    stage.standard.typePassword().allow()
    #expect(try stage.visitor.parameter("state") == "st")
    try stage.standard.post("par", ["client_id": "signer", "request": "x"])
    try stage.standard.expectRefusal(.requestObjectUnreadable, 400, "invalid_request_object")
    try stage.standard.post("par", ["client_id": "strict", "response_type": "code"])
    try stage.standard.expectRefusal(.requestObjectMissing, 400, "invalid_request")
  }

  // MARK: The fixture

  @Test("is announced in the metadata, and refused where a quirk removes it")
  func switched() throws {
    let metadata = "/standard/.well-known/openid-configuration"
    try stage.visitor.call(.get, metadata)
    #expect(try stage.visitor.member("request_parameter_supported") == "true")
    #expect(
      try stage.visitor.member("request_object_signing_alg_values_supported").contains("none"))
    let plain = try RequestObjectVisitor(with: ["no-request-objects"])
    try plain.visitor.call(.get, metadata)
    #expect(!plain.visitor.page.contains("request_object"))
    plain.standard.authorize(["request": "x"])
    try plain.standard.expectRedirect(Condition("request_not_supported"), "request_not_supported")
    plain.standard.authorize(["client_id": "strict"])
    plain.expectPassword()
    let provider = try #require(plain.visitor.sandbox.site.providers.provider("standard"))
    let authorize = try #require(provider.endpoint(.authorize))
    #expect(!provider.conditions(at: authorize).contains(.requestObjectUnreadable))
  }
}
