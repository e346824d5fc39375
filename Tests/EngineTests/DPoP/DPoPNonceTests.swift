import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Nonces that the server gives out for proofs (RFC 9449 §§8, 9).
@Suite("A nonce for DPoP proofs")
struct DPoPNonceTests {
  @Test("that is missing leaves the client's JWT unused: the same one comes again (RFC 7523 §3)")
  func assertion() throws {
    let stage = try AssertionVisitor(with: ["dpop-nonces"])
    let proofs = try DPoPVisitor()
    func proof(_ nonce: String?) throws -> [(String, String)] {
      let changes: DPoPVisitor.Changes = nonce.map { ["nonce": JSONValue(.string($0))] } ?? [:]
      return [("DPoP", try proofs.proof(changes))]
    }
    func send(_ jwt: String, _ nonce: String?) throws {
      try stage.post(
        "token", jwt, ["grant_type": "client_credentials", "scope": "mcp:read"],
        headers: proof(nonce))
    }
    let jwt = try stage.jwt()
    try send(jwt, nil)
    #expect(stage.condition == .dpopNonceMissing)
    let nonce = try #require(stage.visitor.headers[.dPoPNonce])
    try send(jwt, nonce)
    #expect(stage.condition == nil && stage.status == 200, "\(stage.why)")
    try send(jwt, nonce)
    #expect(stage.condition == .assertionReused)
  }

  private func stage() throws -> DPoPVisitor { try DPoPVisitor(with: ["dpop-nonces"]) }

  private func nonce(_ stage: DPoPVisitor) throws -> JSONValue {
    try stage.clientToken(stage.proof())
    return JSONValue(.string(try #require(stage.nonce)))
  }

  @Test("is demanded at the token endpoint, told there, and accepted")
  func token() throws {
    let stage = try stage()
    try stage.clientToken(stage.proof())
    try stage.expect(.dpopNonceMissing, naming: "no nonce", "use_dpop_nonce")
    let nonce = try #require(stage.nonce)
    #expect(nonce.utf8.count == 22)
    try stage.clientToken(stage.proof(["nonce": JSONValue(.string(nonce))])).expectSuccess()
    #expect(stage.nonce == nil, "the client has the newest one")
    try stage.clientToken(stage.proof(["nonce": ""]))
    try stage.expect(.dpopNonceMissing, "use_dpop_nonce")
  }

  @Test("is demanded at resources, in a challenge")
  func resource() throws {
    let stage = try stage()
    let nonce = try nonce(stage)
    try stage.redeem(stage.proof(["nonce": nonce]))
    let token = try stage.visitor.member("access_token")
    try stage.userinfo(token, stage.proof(for: "GET", at: "userinfo", token: token))
    try stage.expect(.dpopNonceMissing, "use_dpop_nonce", status: 401)
    #expect(stage.challenge.hasPrefix("DPoP realm=\"standard\", error=\"use_dpop_nonce\""))
    #expect(stage.nonce.map { JSONValue(.string($0)) } == nonce)
    try stage.userinfo(
      token, stage.proof(["nonce": nonce], for: "GET", at: "userinfo", token: token)
    )
    .expectSuccess()
  }

  @Test("is accepted for HEAD, too")
  func copied() throws {
    let stage = try stage()
    let nonce = try nonce(stage)
    try stage.redeem(stage.proof(["nonce": nonce]))
    let token = try stage.visitor.member("access_token")
    let proof = try stage.proof(["nonce": nonce], for: "HEAD", at: "userinfo", token: token)
    try stage.visitor.call(
      .head, "/standard/userinfo", [("Authorization", "DPoP \(token)"), ("DPoP", proof)])
    #expect(stage.status == 200)
  }

  private func head(
    _ stage: DPoPVisitor, _ method: HTTPRequest.Method, _ token: String, nonce: JSONValue?
  ) throws {
    let proof = try stage.proof(
      ["nonce": nonce], for: method.rawValue, at: "userinfo", token: token)
    try stage.visitor.call(
      method, "/standard/userinfo", [("Authorization", "DPoP \(token)"), ("DPoP", proof)])
  }

  @Test("told by HEAD is accepted with HEAD and with GET")
  func toldByHead() throws {
    let stage = try stage()
    let first = try nonce(stage)
    try stage.redeem(stage.proof(["nonce": first]))
    let token = try stage.visitor.member("access_token")
    stage.visitor.now += 300
    try head(stage, .head, token, nonce: nil)
    #expect(stage.condition == .dpopNonceMissing)
    let told = JSONValue(.string(try #require(stage.nonce)))
    #expect(told != first)
    for method in [HTTPRequest.Method.head, .get] {
      try head(stage, method, token, nonce: told)
      #expect(stage.status == 200 && stage.nonce == nil, "\(method) \(stage.why)")
    }
  }

  @Test("told by HEAD is not drawn again")
  func drawnOnce() throws {
    let stage = try stage()
    try stage.redeem(stage.proof(["nonce": nonce(stage)]))
    let token = try stage.visitor.member("access_token")
    var told: [String] = []
    for method in [HTTPRequest.Method.head, .get] {
      stage.visitor.now += 300
      try head(stage, method, token, nonce: nil)
      #expect(stage.condition == .dpopNonceMissing)
      told.append(try #require(stage.nonce))
    }
    #expect(Set(told).count == 2)
  }

  @Test("that replaces an older one is told with a refusal, too")
  func toldByRefusal() throws {
    let stage = try stage()
    let first = try nonce(stage)
    try stage.standard.post(
      "token",
      ["grant_type": "client_credentials", "scope": "mcp:read", "resource": Visitor.mcpURL],
      StandardVisitor.credentials("web"), headers: [("DPoP", stage.proof(["nonce": first]))])
    let token = try stage.visitor.member("access_token")
    stage.visitor.now += 300
    try stage.standard.post(
      "token", ["grant_type": "authorization_code", "code": "x"],
      StandardVisitor.credentials("web"), headers: [("DPoP", stage.proof(["nonce": first]))])
    #expect(stage.condition == .codeUnknown && stage.nonce?.isEmpty == false)
    let notification = "notifications/cancelled"
    for (message, fields, status) in [
      ("{}", [], 400),
      (
        "{\"jsonrpc\":\"2.0\",\"method\":\"\(notification)\"}", Visitor.modern(notification), 202
      ),
    ] {
      let proof = try stage.proof(["nonce": first], at: "mcp", token: token)
      try stage.visitor.mcp(
        message, nil, fields + [("Authorization", "DPoP \(token)"), ("DPoP", proof)])
      #expect(stage.status == status && stage.nonce?.isEmpty == false, "\(stage.visitor.page)")
    }
  }

  @Test("that is not the server's is refused, and the right one is told")
  func wrong() throws {
    let stage = try stage()
    try stage.clientToken(stage.proof(["nonce": "mine"]))
    try stage.expect(.dpopNonceWrong, naming: "mine", "use_dpop_nonce")
    #expect(stage.nonce?.isEmpty == false)
  }

  @Test("rotates by its lifetime; the one before is accepted, and brings the new one")
  func rotation() throws {
    let stage = try stage()
    let first = try nonce(stage)
    stage.visitor.now += 299
    #expect(try nonce(stage) == first)
    stage.visitor.now += 1
    try stage.clientToken(stage.proof(["nonce": first])).expectSuccess()
    let second = JSONValue(.string(try #require(stage.nonce)))
    #expect(second != first)
    try stage.clientToken(stage.proof(["nonce": second])).expectSuccess()
    stage.visitor.now += 299
    try stage.clientToken(stage.proof(["nonce": first])).expectSuccess()
    stage.visitor.now += 1
    try stage.clientToken(stage.proof(["nonce": first]))
    try stage.expect(.dpopNonceWrong, "use_dpop_nonce")
  }

  @Test("is accepted for two lifetimes at most, also if nobody has asked meanwhile")
  func idle() throws {
    for (wait, isGood) in [(599, true), (600, false)] {
      let stage = try stage()
      let nonce = try nonce(stage)
      stage.visitor.now += wait
      try stage.clientToken(stage.proof(["nonce": nonce]))
      #expect((stage.status == 200) == isGood, "\(wait)")
      // The refusal has told a new one, which does not revive the old one.
      try stage.clientToken(stage.proof(["nonce": nonce]))
      #expect((stage.status == 200) == isGood, "\(wait)")
    }
  }

  @Test("may be in a proof that needs none, where the server has given none out")
  func unasked() throws {
    let stage = try DPoPVisitor()
    try stage.clientToken(stage.proof(["nonce": "of another server"])).expectSuccess()
    #expect(stage.nonce == nil)
  }

  @Test("has the lifetime of the fixture")
  func lifetime() throws {
    let stage = try DPoPVisitor(patch: "{\"dpop\": {\"nonces\": {\"lifetime\": 10}}}")
    let first = try nonce(stage)
    stage.visitor.now += 9
    #expect(try nonce(stage) == first)
    stage.visitor.now += 1
    #expect(try nonce(stage) != first)
  }
}
