import Basics
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// An assertion that another authorization server has issued about a person (ID-JAG), at the server that it is for.
@Suite("The assertion of another authorization server")
struct CrossAppAssertionTests {
  private let stage: IssuerVisitor
  init() throws { stage = try IssuerVisitor() }

  private func redeem(
    _ changes: IssuerVisitor.Changes = [:], _ form: IssuerVisitor.Form = ["scope": "mcp:read"]
  ) throws {
    var claims: IssuerVisitor.Changes = ["client_id": "native"]
    for (name, value) in changes { claims[name] = value }
    try stage.token(stage.jwt(claims, header: ["typ": "oauth-id-jag+jwt"]), form)
  }

  @Test("is for this issuer alone, has a jti, names the client, and ends within an hour")
  func strict() throws {
    try redeem()
    stage.expectSuccess()
    let issuer = JSONValue(.string(AssertionVisitor.issuer))
    let end = stage.visitor.now + 3611
    for (changes, condition) in [
      (["aud": [issuer, "https://x.example"]], .jwtAudienceWrong),
      (["aud": JSONValue(.string(AssertionVisitor.issuer + "/token"))], .jwtAudienceWrong),
      (["jti": nil], .jwtIdMissing), (["iat": nil], .jwtClaimWrong),
      (["exp": JSONValue(integerLiteral: end)], .jwtExpiryDistant),
      (["client_id": "web"], .jwtClientWrong), (["client_id": nil], .jwtClientWrong),
    ] as [(IssuerVisitor.Changes, Condition)] {
      try redeem(changes)
      try stage.expect(condition)
    }
  }

  @Test("that is bound to a key needs a proof of that key")
  func bound() throws {
    let dpop = try DPoPVisitor()
    func redeem(_ proof: String?, by key: JSONValue? = nil) throws {
      let own = JSONValue(.string(try DPoPVisitor.thumbprint()))
      let claims: IssuerVisitor.Changes = ["client_id": "native", "cnf": ["jkt": key ?? own]]
      try stage.token(
        stage.jwt(claims, header: ["typ": "oauth-id-jag+jwt"]), ["scope": "mcp:read"],
        headers: proof.map { [("DPoP", $0)] } ?? [])
    }
    try redeem(nil)
    try stage.expect(.jwtClaimWrong, naming: "no DPoP proof")
    try redeem(dpop.proof(by: DPoPVisitor.other))
    try stage.expect(.jwtClaimWrong, naming: "a DPoP proof with the key")
    try redeem(dpop.proof(), by: 5)
    try stage.expect(.jwtClaimWrong, naming: "cnf")
    try redeem(dpop.proof())
    stage.expectSuccess()
    #expect(try stage.visitor.member("token_type") == "DPoP")
  }

  @Test("is not taken by the server that has issued it, whomever the cast trusts")
  func own() throws {
    try redeem(["iss": JSONValue(.string(AssertionVisitor.issuer))])
    try stage.expect(.jwtIssuerUntrusted, naming: "this server has issued")
  }

  @Test("limits the scopes of the token, and no scope of it means none")
  func scopes() throws {
    try redeem(["scope": "mcp:read"], ["scope": nil])
    stage.expectSuccess()
    #expect(try stage.visitor.member("scope") == "mcp:read")
    try redeem(["scope": "mcp:read"], ["scope": "mcp:write"])
    try stage.expect(.scopeExceeded, naming: "claim scope", "invalid_scope")
    try redeem(["scope": ""], ["scope": "mcp:read"])
    try stage.expect(.scopeExceeded, naming: "claim scope", "invalid_scope")
    for scope in [["mcp:read"], 5, [:], JSONValue(.null)] as [JSONValue] {
      try redeem(["scope": scope])
      try stage.expect(.jwtClaimWrong, naming: "claim scope")
    }
  }

  @Test("limits the authorization details of the token, and has them where the request names none")
  func details() throws {
    let accounts: JSONValue = [["type": "account_information", "actions": ["read_balances"]]]
    let more = #"[{"type":"account_information","actions":["read_balances","read_names"]}]"#
    let claims: IssuerVisitor.Changes = ["authorization_details": accounts]
    try redeem(claims)
    stage.expectSuccess()
    #expect(try stage.visitor.member("authorization_details") == accounts.text())
    try redeem(claims, ["scope": "mcp:read", "authorization_details": more])
    try stage.expect(
      .detailsExceeded, naming: "was not granted", "invalid_authorization_details")
    try redeem(["authorization_details": [["type": "unheard"]]])
    try stage.expect(.detailsTypeUnknown, naming: "unheard", "invalid_authorization_details")
    for wrong in [5, [], [:]] as [JSONValue] {
      try redeem(["authorization_details": wrong])
      try stage.expect(.jwtClaimWrong, naming: "claim authorization_details")
    }
  }

  @Test("leaves no room for the provider's own scope if its claim scope is empty")
  func fallback() throws {
    let stage = try IssuerVisitor(patch: "{\"scope\": {\"default\": [\"mcp:read\"]}}")
    func redeem(_ scope: JSONValue?) throws {
      try stage.token(
        stage.jwt(
          ["client_id": "native", "scope": scope], header: ["typ": "oauth-id-jag+jwt"]),
        ["scope": nil])
    }
    try redeem("")
    try stage.expect(.scopeExceeded, naming: "mcp:read", "invalid_scope")
    try redeem(nil)
    stage.expectSuccess()
    #expect(try stage.visitor.member("scope") == "mcp:read")
  }

  @Test("limits the resources of the token, and is for its own where the request names none")
  func resources() throws {
    let own: JSONValue = ["https://a.example", "https://b.example"]
    try redeem(["resource": own])
    stage.expectSuccess()
    let token = try stage.visitor.member("access_token")
    try stage.visitor.post(
      "/standard/introspect",
      ["token": token, "client_id": "web", "client_secret": AssertionVisitor.secret])
    #expect(stage.visitor.page.contains("[\"https://a.example\",\"https://b.example\"]"))
    try redeem(["resource": own], ["scope": "mcp:read", "resource": "https://c.example"])
    try stage.expect(.resourceInvalid, naming: "c.example", "invalid_target")
    for resource in [5, [], ["https://a.example", 7], [:]] as [JSONValue] {
      try redeem(["resource": resource])
      try stage.expect(.jwtClaimWrong, naming: "claim resource")
    }
  }
}
