import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Codes and tokens that are bound to a key (RFC 9449 §§5, 6, 10).
@Suite("A token that is bound to a key")
struct TokenBindingTests {
  private let stage: DPoPVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try DPoPVisitor() }

  @Test("has the type DPoP, and one without a proof has the type Bearer")
  func type() throws {
    try stage.redeem(stage.proof())
    #expect(try visitor.member("token_type") == "DPoP")
    #expect(try stage.why.contains(DPoPVisitor.thumbprint()))
    #expect(stage.why.hasSuffix("and so is the refresh token"))
    #expect(visitor.told.clause == "RFC 9449 §5")
    try stage.redeem(nil)
    #expect(try visitor.member("token_type") == "Bearer")
    #expect(visitor.told.why == nil)
  }

  @Test("names its key in a JWT and in introspection, and a Bearer token names none")
  func confirmation() throws {
    let print = try DPoPVisitor.thumbprint()
    let jwts = try DPoPVisitor(with: ["jwt-access-tokens"])
    let token = try jwts.token(as: "web")
    #expect(try JWS.parse(token).payload["cnf"] == ["jkt": JSONValue(.string(print))])
    try jwts.redeem(as: "web", nil)
    #expect(try JWS.parse(jwts.visitor.member("access_token")).payload["cnf"] == nil)

    try stage.standard.introspect(stage.token(as: "web"))
    #expect(try visitor.member("token_type") == "DPoP")
    #expect(try visitor.member("cnf") == "{\"jkt\":\"\(print)\"}")
    try stage.redeem(as: "web", nil)
    try stage.standard.introspect(visitor.member("access_token"))
    #expect(try visitor.member("token_type") == "Bearer")
    #expect(!visitor.page.contains("cnf"))
  }

  // MARK: Refresh tokens

  @Test("refreshed by a public client needs a proof by the same key")
  func publicRefresh() throws {
    try stage.redeem(stage.proof())
    let refresh = try visitor.member("refresh_token")
    try stage.refresh(refresh, nil)
    try stage.expect(.dpopProofMissing, naming: "the refresh token is bound to the key")
    try stage.refresh(refresh, stage.proof(by: DPoPVisitor.other))
    try stage.expect(.dpopKeyOther, naming: "is signed with the key", "invalid_grant")
    try stage.refresh(refresh, stage.proof()).expectSuccess()
    let next = try visitor.member("refresh_token")
    try stage.refresh(next, stage.proof(by: DPoPVisitor.other))
    try stage.expect(.dpopKeyOther, "invalid_grant")
    try stage.refresh(next, stage.proof()).expectSuccess()
  }

  @Test("refreshed by a confidential client takes any key, or none")
  func confidentialRefresh() throws {
    try stage.redeem(as: "web", stage.proof())
    #expect(!stage.why.contains("refresh token"))
    for (key, type) in [(DPoPVisitor.other, "DPoP"), (nil, "Bearer")] {
      let refresh = try visitor.member("refresh_token")
      try stage.refresh(refresh, as: "web", key.map { try stage.proof(by: $0) }).expectSuccess()
      #expect(try visitor.member("token_type") == type)
    }
  }

  @Test("refreshed without authentication needs the same key, also from a confidential client")
  func namedRefresh() throws {
    let stage = try DPoPVisitor(
      patch:
        "{\"token\": {\"grants\": {\"refresh_token\": {\"client_authentication\": \"named\"}}}}")
    try stage.redeem(as: "web", stage.proof())
    #expect(stage.why.hasSuffix("and so is the refresh token"))
    try stage.refresh(
      stage.visitor.member("refresh_token"), as: "web", stage.proof(by: DPoPVisitor.other))
    try stage.expect(.dpopKeyOther, "invalid_grant")
  }

  // MARK: Codes

  @Test("comes of a code that dpop_jkt binds only with a proof by that key")
  func code() throws {
    let print = try DPoPVisitor.thumbprint()
    let bound: StandardVisitor.Changes = ["dpop_jkt": print]
    try stage.redeem(nil, bound)
    try stage.expect(.dpopProofMissing, naming: "the code is bound to the key \(print)")
    try stage.redeem(stage.proof(by: DPoPVisitor.other), bound)
    try stage.expect(.dpopKeyOther, naming: print, "invalid_grant")
    try stage.redeem(stage.proof(), bound).expectSuccess()
    try stage.redeem(as: "web", stage.proof(by: DPoPVisitor.ec), bound)
    try stage.expect(.dpopKeyOther, "invalid_grant")
  }

  @Test("comes of the same code after a wrong proof, which spends nothing")
  func unspent() throws {
    let code = try stage.standard.code([
      "client_id": "app", "dpop_jkt": DPoPVisitor.thumbprint(),
    ])
    let own: StandardVisitor.Changes = ["client_id": "app", "client_secret": nil]
    try stage.standard.redeem(code, as: "app", own)
    try stage.expect(.dpopProofMissing)
    try stage.standard.redeem(code, as: "app", own, headers: [("DPoP", stage.proof())])
    stage.expectSuccess()
  }

  @Test("is not asked for with a dpop_jkt that no key has")
  func malformed() throws {
    let print = try DPoPVisitor.thumbprint()
    for text in ["x", print + "=", String(print.dropLast()), print + "A"] {
      stage.standard.authorize(["dpop_jkt": text])
      try stage.standard.expectRedirect(.parameterInvalid, "invalid_request")
      #expect(stage.why.contains("dpop_jkt is \(text)"))
      #expect(visitor.told.clause == "RFC 9449 §10")
    }
  }

  // MARK: Clients that get no other

  @Test("is the only kind that a client with dpop_bound_access_tokens gets")
  func boundClient() throws {
    try stage.redeem(as: "bound", nil)
    try stage.expect(.dpopProofMissing, naming: "the client bound gets only DPoP-bound tokens")
    try stage.redeem(as: "bound", stage.proof()).expectSuccess()
    #expect(try visitor.member("token_type") == "DPoP")
    for type in ["token", "code token"] {
      stage.standard.authorize(["client_id": "bound", "response_type": type])
      #expect(stage.condition == .responseTypeNotAllowed)
      #expect(stage.why.contains("gets only DPoP-bound tokens"))
    }
    #expect(try !stage.standard.code(["client_id": "bound"]).isEmpty)
  }

  @Test("is the only kind that a client gets whose registration says so")
  func registeredClient() throws {
    func register(_ value: String) throws {
      let body = """
        {"redirect_uris": ["\(StandardVisitor.callback)"], "token_endpoint_auth_method": "none",
         "dpop_bound_access_tokens": \(value)}
        """
      try visitor.call(
        .post, "/standard/register", [("Content-Type", "application/json")],
        body: Array(body.utf8))
    }
    try register("\"yes\"")
    #expect(stage.condition == .metadataInvalid && stage.why.contains("a string"))
    for (value, condition) in [("true", Condition.dpopProofMissing), ("false", nil)] {
      try register(value)
      #expect(try visitor.member("dpop_bound_access_tokens") == value)
      let client = try visitor.member("client_id")
      try stage.redeem(as: client, nil, ["scope": "openid"])
      #expect(stage.condition == condition)
    }
  }

  @Test(
    "is minted for the thumbprint of a key, with the code and the refresh token of a public client")
  func minted() throws {
    var sandbox = try Visitor.stage("standard")
    let provider = try #require(sandbox.providers.first { $0.id == "standard" })
    for (id, kinds) in [
      ("native", [CredentialKind.access, .refresh, .code]), ("web", [.access, .code]),
    ] {
      let client = try #require(sandbox.cast.client(id, at: "standard"))
      var random = Entropy(seed: 1)
      let order = ServerState.MintOrder(
        provider: provider, client: client, person: "alice", scopes: ["openid"],
        issues: [.access, .refresh, .code], binding: KeyBinding(jkt: "thumbprint"))
      let made = sandbox.mint(
        order, for: Request(method: .get, authority: Visitor.host, target: "/"), under: "",
        at: Instants(Engine.instant), using: &random)
      let tokens = sandbox.tokens(of: try #require(made), at: Instants(Engine.instant))
      #expect(tokens.filter { $0.binding.jkt == "thumbprint" }.map(\.kind) == kinds)
    }
  }
}
