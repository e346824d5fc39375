import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// A proof at the endpoint for pushed requests, which binds the code to its key (RFC 9449 §10.1).
@Suite("A proof with a pushed request")
struct PushedBindingTests {
  private let stage: DPoPVisitor
  private var visitor: Visitor { stage.visitor }
  init() throws { stage = try DPoPVisitor() }

  private func push(
    _ proof: String?, _ changes: StandardVisitor.Changes = [:], at stage: DPoPVisitor? = nil
  ) throws {
    let request = [
      "redirect_uri": StandardVisitor.callback, "response_type": "code", "scope": "openid",
      "state": "st",
    ]
    try (stage ?? self.stage).standard.post(
      "par", request, StandardVisitor.credentials("web").merging(changes) { $1 },
      headers: proof.map { [("DPoP", $0)] } ?? [])
  }

  private func code() throws -> String {
    let uri = try visitor.member("request_uri")
    visitor.open("/standard/authorize?client_id=web&request_uri=\(uri)")
    if stage.standard.asksForPassword { stage.standard.typePassword() }
    if stage.standard.asksForConsent { stage.standard.allow() }
    return try visitor.parameter("code")
  }

  private func redeem(_ code: String, by key: SigningKey?) throws {
    let proof = try key.map { try stage.proof(by: $0) }
    try stage.standard.redeem(code, headers: proof.map { [("DPoP", $0)] } ?? [])
  }

  @Test("binds the code to its key")
  func bound() throws {
    try push(stage.proof(at: "par"))
    #expect(stage.status == 201, "\(visitor.page)")
    let code = try code()
    try redeem(code, by: nil)
    try stage.expect(.dpopProofMissing, naming: "the code is bound to the key")
    try redeem(code, by: DPoPVisitor.other)
    try stage.expect(.dpopKeyOther, naming: "the code", "invalid_grant")
    try redeem(code, by: DPoPVisitor.rsa)
    stage.expectSuccess()
  }

  @Test("is for the address of that endpoint, and is used once")
  func checked() throws {
    try push(stage.proof(at: "token"))
    try stage.expect(.dpopAddressWrong, naming: "/standard/token")
    let proof = try stage.proof(at: "par")
    try push(proof)
    #expect(stage.status == 201, "\(visitor.page)")
    try push(proof)
    try stage.expect(.dpopProofReused)
  }

  @Test("fits a dpop_jkt beside it, in a request object too")
  func parameter() throws {
    let own = try DPoPVisitor.thumbprint()
    try push(stage.proof(at: "par"), ["dpop_jkt": own])
    #expect(stage.status == 201, "\(visitor.page)")
    let other = try DPoPVisitor.thumbprint(DPoPVisitor.other)
    try push(stage.proof(at: "par"), ["dpop_jkt": other])
    try stage.expect(.dpopKeyOther, naming: "dpop_jkt is \(other)")
    #expect(visitor.told.clause == "RFC 9449 §10.1")
    let input = JWS.signingInput(
      header: JSONObject([.init("alg", "HS256")]),
      payload: JSONValue(
        .object(
          JSONObject([
            .init("client_id", "web"), .init("response_type", "code"), .init("scope", "openid"),
            .init("redirect_uri", JSONValue(.string(StandardVisitor.callback))),
            .init("dpop_jkt", JSONValue(.string(other))),
          ]))))
    let code = HMAC.sha256(
      key: Array(StandardVisitor.secret.utf8), message: Array(input.utf8))
    try push(stage.proof(at: "par"), ["request": "\(input).\(Base64URL.encode(code))"])
    try stage.expect(.dpopKeyOther, naming: "dpop_jkt is \(other)")
  }

  @Test("needs a nonce where proofs need one, and a refusal brings it")
  func nonces() throws {
    let strict = try DPoPVisitor(with: ["dpop-nonces"])
    try push(strict.proof(at: "par"), at: strict)
    try strict.expect(.dpopNonceMissing, "use_dpop_nonce")
    let nonce = try #require(strict.nonce)
    try push(strict.proof(["nonce": JSONValue(.string(nonce))], at: "par"), at: strict)
    #expect(strict.status == 201, "\(strict.visitor.page)")
  }

  @Test("is not read where the provider has no DPoP")
  func off() throws {
    let off = try DPoPVisitor(with: ["no-dpop"])
    try push("nonsense", at: off)
    #expect(off.status == 201, "\(off.visitor.page)")
  }
}
