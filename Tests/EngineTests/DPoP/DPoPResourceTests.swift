import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Calls of resources with tokens that are bound to a key (RFC 9449 §7).
@Suite("A resource with DPoP")
struct DPoPResourceTests {
  private let stage: DPoPVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try DPoPVisitor() }

  private func proof(
    _ token: String, _ changes: DPoPVisitor.Changes = [:], by key: SigningKey? = DPoPVisitor.rsa
  ) throws -> String {
    try stage.proof(changes, for: "GET", at: "userinfo", token: token, by: key)
  }

  @Test("takes a bound token with a proof by its key, in any case of the scheme")
  func good() throws {
    let token = try stage.token()
    for scheme in ["DPoP", "dpop", "DPOP"] {
      try stage.userinfo(token, proof(token), scheme: scheme).expectSuccess()
    }
  }

  @Test("takes a Bearer token as before, also beside a proof")
  func bearer() throws {
    try stage.redeem(nil)
    let token = try visitor.member("access_token")
    try stage.userinfo(token, nil, scheme: "Bearer").expectSuccess()
    try stage.userinfo(token, "x", scheme: "Bearer").expectSuccess()
  }

  @Test("refuses a bound token that comes as a Bearer token, in the header or in the form")
  func downgrade() throws {
    let token = try stage.token()
    for proof in [nil, try proof(token)] {
      try stage.userinfo(token, proof, scheme: "Bearer")
      try stage.expect(
        .dpopTokenDowngraded, naming: "came as a Bearer token", "invalid_token", status: 401)
      #expect(stage.challenge.hasPrefix("Bearer realm=\"standard\", error=\"invalid_token\""))
      #expect(
        stage.challenge.hasSuffix(
          ", DPoP realm=\"standard\", algs=\"ES256 RS256 PS256 ES384 EdDSA Ed25519\""))
    }
    try stage.standard.post("userinfo", ["access_token": token])
    try stage.expect(.dpopTokenDowngraded, "invalid_token", status: 401)
  }

  @Test("refuses a Bearer token that comes with the scheme DPoP")
  func unbound() throws {
    try stage.redeem(nil)
    let token = try visitor.member("access_token")
    try stage.userinfo(token, proof(token))
    try stage.expect(.dpopTokenUnbound, "invalid_token", status: 401)
    #expect(stage.challenge.hasPrefix("DPoP realm=\"standard\", error=\"invalid_token\""))
    #expect(stage.challenge.hasSuffix("algs=\"ES256 RS256 PS256 ES384 EdDSA Ed25519\""))
  }

  @Test("refuses a bound token without a proof")
  func missing() throws {
    try stage.userinfo(stage.token(), nil)
    try stage.expect(.dpopProofMissing, naming: "no DPoP proof", status: 401)
    #expect(stage.challenge.hasPrefix("DPoP realm=\"standard\", error=\"invalid_dpop_proof\""))
    #expect(stage.challenge.hasSuffix(", algs=\"ES256 RS256 PS256 ES384 EdDSA Ed25519\""))
  }

  @Test("refuses a proof for another token, method or address, or one that was used")
  func wrong() throws {
    let token = try stage.token()
    try stage.userinfo(token, proof(token, ["ath": nil]))
    try stage.expect(.dpopClaimInvalid, naming: "ath", status: 401)
    try stage.userinfo(token, proof("other"))
    try stage.expect(.dpopTokenHashWrong, naming: "ath", status: 401)
    try stage.userinfo(token, stage.proof(for: "POST", at: "userinfo", token: token))
    try stage.expect(.dpopMethodWrong, status: 401)
    try stage.userinfo(token, stage.proof(for: "GET", at: "token", token: token))
    try stage.expect(.dpopAddressWrong, status: 401)
    let good = try proof(token)
    try stage.userinfo(token, good).expectSuccess()
    try stage.userinfo(token, good)
    try stage.expect(.dpopProofReused, status: 401)
    #expect(stage.challenge.contains("algs="))
  }

  @Test("refuses a proof by another key than the token's")
  func key() throws {
    let token = try stage.token()
    try stage.userinfo(token, proof(token, by: DPoPVisitor.other))
    try stage.expect(.dpopKeyOther, naming: "is bound to the key", "invalid_token", status: 401)
    #expect(stage.challenge.hasPrefix("DPoP realm=\"standard\", error=\"invalid_token\""))
  }

  @Test("names the scheme DPoP for a token that is no longer good, or missing beside a proof")
  func challenge() throws {
    try stage.userinfo("unknown", proof("unknown"))
    try stage.expect401(.tokenUnknown)
    try visitor.call(.get, "/standard/userinfo", [("DPoP", proof("x"))])
    try stage.expect401(.tokenMissing)
    #expect(visitor.told.remedy == "send it as Authorization: DPoP TOKEN")
    try visitor.call(.get, "/standard/userinfo")
    #expect(stage.challenge == "Bearer realm=\"standard\"")
    #expect(visitor.told.remedy?.hasPrefix("send it: Authorization: Bearer TOKEN") == true)
  }

  @Test("takes one token: two schemes are two tokens")
  func repeated() throws {
    let token = try stage.token()
    try visitor.call(
      .get, "/standard/userinfo",
      [
        ("Authorization", "DPoP \(token)"), ("Authorization", "Bearer \(token)"),
        ("DPoP", proof(token)),
      ])
    #expect(stage.condition == .tokenRepeated && stage.status == 400)
  }

  @Test("that takes any scheme takes DPoP by the token's binding, and counts its token once")
  func anyScheme() throws {
    let stage = try DPoPVisitor(
      patch: "{\"endpoints\": {\"userinfo\": {\"token\": {\"header\": [\"*\"]}}}}")
    let token = try stage.token()
    let proof = { try stage.proof(for: "GET", at: "userinfo", token: token) }
    try stage.userinfo(token, proof()).expectSuccess()
    for scheme in ["Bearer", "Token"] {
      try stage.userinfo(token, proof(), scheme: scheme)
      #expect(stage.condition == .dpopTokenDowngraded, "\(scheme)")
    }
    try stage.redeem(nil)
    let bearer = try stage.visitor.member("access_token")
    try stage.userinfo(bearer, nil, scheme: "Token").expectSuccess()
    try stage.userinfo(bearer, nil)
    #expect(stage.condition == .dpopTokenUnbound)
  }

  @Test("that takes no header does not know the scheme")
  func noHeader() throws {
    let stage = try DPoPVisitor(
      patch: "{\"endpoints\": {\"userinfo\": {\"token\": {\"header\": null}}}}")
    let token = try stage.token()
    try stage.userinfo(token, stage.proof(for: "GET", at: "userinfo", token: token))
    #expect(stage.condition == .tokenMissing)
    #expect(stage.challenge == "Bearer realm=\"standard\"")
  }

  @Test("is answered for HEAD with a proof for HEAD, which is used up")
  func head() throws {
    let token = try stage.token()
    let proof = try stage.proof(for: "HEAD", at: "userinfo", token: token)
    for (status, condition) in [(200, nil), (401, Condition.dpopProofReused)] {
      try visitor.call(
        .head, "/standard/userinfo", [("Authorization", "DPoP \(token)"), ("DPoP", proof)])
      #expect(stage.status == status && stage.condition == condition)
    }
  }

  @Test("of MCP takes both schemes, by the token's binding, and says so in its metadata")
  func mcp() throws {
    try stage.standard.post(
      "token",
      [
        "grant_type": "client_credentials", "scope": "mcp:read", "resource": Visitor.mcpURL,
      ],
      StandardVisitor.credentials("web"), headers: [("DPoP", stage.proof())])
    let token = try visitor.member("access_token")
    func list(_ scheme: String, _ proof: String?) throws {
      try visitor.mcp(
        Visitor.message("tools/list"), nil,
        Visitor.modern("tools/list") + [("Authorization", "\(scheme) \(token)")]
          + (proof.map { [("DPoP", $0)] } ?? []))
    }
    try list("DPoP", stage.proof(for: "POST", at: "mcp", token: token))
    stage.expectSuccess()
    try list("Bearer", nil)
    #expect(stage.condition == .dpopTokenDowngraded && stage.status == 401)
    #expect(stage.challenge.contains("resource_metadata="))
    try list("DPoP", nil)
    #expect(stage.condition == .dpopProofMissing && stage.status == 401)
    #expect(stage.challenge.hasPrefix("DPoP ") && stage.challenge.contains("resource_metadata="))
    try visitor.call(.get, "/.well-known/oauth-protected-resource/standard/mcp")
    #expect(
      try visitor.member("dpop_signing_alg_values_supported")
        == "[\"ES256\",\"RS256\",\"PS256\",\"ES384\",\"EdDSA\",\"Ed25519\"]")
  }

  @Test("lets pages of other origins read the nonce")
  func origin() throws {
    let stage = try DPoPVisitor(with: ["dpop-nonces"])
    try stage.standard.post(
      "token", ["grant_type": "client_credentials"], StandardVisitor.credentials("web"),
      headers: [("DPoP", stage.proof()), ("Origin", "https://app.example")])
    #expect(
      stage.visitor.headers[.accessControlExposeHeaders] == "WWW-Authenticate, DPoP-Nonce")
  }
}

extension DPoPVisitor {
  /// Expects a challenge with the scheme DPoP.
  func expect401(_ condition: Condition, _ place: SourceLocation = #_sourceLocation) throws {
    #expect(self.condition == condition && status == 401, sourceLocation: place)
    #expect(challenge.hasPrefix("DPoP realm=\"standard\""), sourceLocation: place)
    #expect(
      challenge.hasSuffix("algs=\"ES256 RS256 PS256 ES384 EdDSA Ed25519\""), sourceLocation: place)
  }
}
