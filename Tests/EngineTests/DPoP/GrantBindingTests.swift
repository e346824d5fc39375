import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// The grants that issue bound tokens (RFC 9449 §5), and bound tokens that are exchanged (RFC 8693).
@Suite("A token that is bound to a key, by its grant")
struct GrantBindingTests {
  private let stage: DPoPVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try DPoPVisitor() }

  @Test("is issued by each grant for a proof, and for its key alone")
  func grants() throws {
    let provider = try #require(visitor.sandbox.providers.first { $0.id == "standard" })
    #expect(!provider.token.grants.isEmpty)
    for (name, rule) in provider.token.grants {
      let form = try form(of: rule.kind).merging(["grant_type": name]) { $1 }
      try stage.standard.post(
        "token", form, StandardVisitor.credentials("web"), headers: [("DPoP", stage.proof())])
      stage.expectSuccess()
      #expect(try visitor.member("token_type") == "DPoP", "\(name)")
      #expect(visitor.told.clause == "RFC 9449 §5", "\(name)")
      try stage.standard.introspect(visitor.member("access_token"))
      #expect(
        try visitor.member("cnf") == "{\"jkt\":\"\(DPoPVisitor.thumbprint())\"}", "\(name)")
    }
  }

  /// A good request of `web` with a grant, before anything is bound.
  private func form(of kind: GrantKind) throws -> [String: String] {
    switch kind {
    case .code:
      ["code": try stage.standard.code(), "redirect_uri": StandardVisitor.callback]
    case .refresh:
      ["refresh_token": try visitor.passwordGrant().member("refresh_token")]
    case .client: ["scope": "mcp:read"]
    case .password:
      ["username": "alice", "password": "wonderland", "scope": "openid"]
    case .device:
      ["device_code": try deviceCode()]
    case .exchange:
      [
        "subject_token": try visitor.passwordGrant().member("access_token"),
        "subject_token_type": ExchangeVisitor.access,
      ]
    case .assertion: ["assertion": try assertion(), "scope": "openid"]
    }
  }

  private func deviceCode() throws -> String {
    try stage.standard.post(
      "device_authorization", ["scope": "openid"], StandardVisitor.credentials("web"))
    let (device, user) = (try visitor.member("device_code"), try visitor.member("user_code"))
    visitor.open("/standard/device?user_code=\(user)")
    visitor.submit([:])
    if stage.standard.asksForPassword { stage.standard.typePassword() }
    if stage.standard.asksForConsent { stage.standard.allow() }
    return device
  }

  /// A JWT of the issuer that the bundled cast trusts.
  private func assertion() throws -> String {
    let key = try #require(DPoPVisitor.rsa)
    let claims = JSONObject([
      .init("iss", "https://issuer.understudy.test"), .init("sub", "subject-1"),
      .init("aud", JSONValue(.string(AssertionVisitor.issuer))),
      .init("exp", JSONValue(integerLiteral: visitor.now + 60)),
      .init("jti", "j-1"), .init("email", "alice@example.test"),
    ])
    return try JWS.compact(
      header: JWS.header(for: key), payload: JSONValue(.object(claims)), key: key)
  }

  // MARK: Exchanged tokens

  private func exchange(
    _ token: String, as client: String, _ type: String = ExchangeVisitor.access,
    _ more: [String: String] = [:], proof: String?
  ) throws {
    let form = [
      "grant_type": ExchangeVisitor.grant, "subject_token": token, "subject_token_type": type,
    ]
    try stage.standard.post(
      "token", form.merging(more) { $1 }, StandardVisitor.credentials(client),
      headers: proof.map { [("DPoP", $0)] } ?? [])
  }

  @Test("is exchanged by a client that does not authenticate only with a proof by its key")
  func publicExchange() throws {
    for (member, type) in [
      ("access_token", ExchangeVisitor.access), ("refresh_token", ExchangeVisitor.refresh),
    ] {
      try stage.redeem(stage.proof())
      let token = try visitor.member(member)
      try exchange(token, as: "app", type, proof: nil)
      try stage.expect(.dpopProofMissing, naming: "the subject token is bound to the key")
      try exchange(token, as: "app", type, proof: stage.proof(by: DPoPVisitor.other))
      try stage.expect(.dpopKeyOther, naming: "the subject token", "invalid_request")
      try exchange(token, as: "app", type, proof: stage.proof())
      stage.expectSuccess()
      #expect(try visitor.member("token_type") == "DPoP")
    }
  }

  @Test("is exchanged by a client that authenticates for one that is bound to any key")
  func confidentialExchange() throws {
    let token = try stage.token()
    try exchange(token, as: "web", proof: nil)
    try stage.expect(.dpopProofMissing, naming: "the subject token")
    #expect(visitor.told.remedy?.hasSuffix("with a key of the client") == true)
    try exchange(token, as: "web", proof: stage.proof(by: DPoPVisitor.other))
    stage.expectSuccess()
    #expect(try visitor.member("token_type") == "DPoP")
    let bearer = try visitor.passwordGrant().member("access_token")
    let actor = ["actor_token": token, "actor_token_type": ExchangeVisitor.access]
    try exchange(bearer, as: "web", ExchangeVisitor.access, actor, proof: nil)
    try stage.expect(.dpopProofMissing, naming: "the actor token")
  }

  @Test("is not what an exchange for an ID token or without a proof yields")
  func bearerExchange() throws {
    let bearer = try visitor.passwordGrant().member("access_token")
    try exchange(bearer, as: "web", proof: nil)
    #expect(try visitor.member("token_type") == "Bearer")
    try exchange(
      bearer, as: "web", ExchangeVisitor.access, ["requested_token_type": ExchangeVisitor.id],
      proof: stage.proof())
    #expect(try visitor.member("token_type") == "N_A")
  }
}
