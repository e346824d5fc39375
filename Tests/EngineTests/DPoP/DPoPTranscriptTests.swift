import Basics
import JOSE
import Testing

@testable import Engine

/// Tokens that are bound to a key (RFC 9449), byte for byte. RS256 signatures are the same each time.
@Suite("DPoP transcripts")
struct DPoPTranscriptTests {
  @Test("of a public client that binds its code, its tokens and its refresh token")
  func story() throws {
    let stage = try DPoPVisitor()
    let visitor = stage.visitor
    try stage.redeem(stage.proof(), ["dpop_jkt": DPoPVisitor.thumbprint()])
    let (token, refresh) = (
      try visitor.member("access_token"), try visitor.member("refresh_token")
    )
    try stage.userinfo(token, stage.proof(for: "GET", at: "userinfo", token: token))
    try stage.standard.introspect(token)
    try stage.refresh(refresh, stage.proof())
    try TranscriptTests.compare("standard-dpop", visitor)
  }

  @Test("of a server that demands nonces")
  func nonces() throws {
    let stage = try DPoPVisitor(with: ["dpop-nonces", "jwt-access-tokens"])
    let visitor = stage.visitor
    try stage.clientToken(stage.proof())
    let nonce = JSONValue(.string(try #require(stage.nonce)))
    try stage.clientToken(stage.proof(["nonce": nonce]))
    try stage.standard.post(
      "token",
      ["grant_type": "password", "username": "alice", "password": "wonderland", "scope": "openid"],
      StandardVisitor.credentials("web"), headers: [("DPoP", stage.proof(["nonce": nonce]))])
    let token = try visitor.member("access_token")
    try stage.userinfo(token, stage.proof(for: "GET", at: "userinfo", token: token))
    try stage.userinfo(
      token, stage.proof(["nonce": nonce], for: "GET", at: "userinfo", token: token))
    try TranscriptTests.compare("standard-dpop-nonces", visitor)
  }

  @Test("of the errors of proofs")
  func errors() throws {
    let stage = try DPoPVisitor()
    try stage.clientToken("a.b")
    try stage.clientToken(stage.proof(), stage.proof())
    let stranger = DPoPVisitor.jwk(of: try #require(AssertionVisitor.stranger))
    for header in [
      ["typ": "JWT"], ["alg": "none"], ["jwk": nil], ["jwk": stranger],
    ] as [DPoPVisitor.Changes] {
      try stage.clientToken(stage.proof(header: header))
    }
    for (name, value) in [
      ("jti", nil), ("htm", "GET"), ("htu", "https://other.example/token"), ("iat", 1),
      ("iat", 2_000_000_000),
    ] as [(String, JSONValue?)] {
      try stage.clientToken(stage.proof([name: value]))
    }
    let proof = try stage.proof()
    for _ in 0..<2 { try stage.clientToken(proof) }
    let token = try stage.token()
    try stage.userinfo(token, nil)
    try stage.userinfo(token, nil, scheme: "Bearer")
    try stage.userinfo(token, stage.proof(for: "GET", at: "userinfo", token: "other"))
    try stage.userinfo(
      token, stage.proof(for: "GET", at: "userinfo", token: token, by: AssertionVisitor.stranger))
    try stage.userinfo("unknown", stage.proof(for: "GET", at: "userinfo", token: "unknown"))
    try TranscriptTests.compare("standard-dpop-errors", stage.visitor)
  }
}
