import JOSE
import Testing

@testable import Engine

@Suite("JWTs without a subject, and JWTs of clients")
struct TrustSubjectTests {
  private func stage(_ members: String) throws -> IssuerVisitor {
    let keys = JWK.set([AssertionVisitor.ec, AssertionVisitor.rsa].compactMap { $0?.publicJWK() })
    return try IssuerVisitor(
      patch:
        #"{"token":{"grants":{"\#(IssuerVisitor.grant)":{"trusts":{"JWT":{\#(members)}}}}}}"#,
      cast: """
        {"schema": 1, "kind": "cast",
         "clients": [{"provider": "standard", "client_id": "jobs"},
          {"provider": "standard", "client_id": "signer", "jwks": \(keys.text())},
          {"provider": "standard", "client_id": "keyless"}],
         "trust": [{"provider": "standard", "name": "service", "issuer": "\(IssuerVisitor.people)",
          "client": "jobs", "jwks": \(keys.text())}]}
        """)
  }

  @Test("a JWT without a subject is about its issuer, where the fixture says so")
  func subject() throws {
    let open = try stage(#""subject": "issuer""#)
    try open.token(open.jwt(["sub": nil]), ["client_id": nil, "scope": "mcp:read"])
    open.expectSuccess()
    let strict = try stage("")
    try strict.token(strict.jwt(["sub": nil]), ["client_id": nil, "scope": "mcp:read"])
    try strict.expect(.jwtSubjectMissing)
  }

  @Test("a client signs JWTs for people with its own keys, where the fixture says so")
  func clients() throws {
    let open = try stage(#""clients": "username""#)
    let form: IssuerVisitor.Form = ["client_id": nil]
    try open.token(open.jwt(["iss": "signer", "sub": "alice"]), form)
    open.expectSuccess()
    let token = try open.visitor.member("access_token")
    try open.visitor.call(.get, "/standard/userinfo", [("Authorization", "Bearer \(token)")])
    #expect(try open.visitor.member("email") == "alice@example.test")
    try open.token(open.jwt(["iss": "signer", "sub": "nobody"]), form)
    try open.expect(.jwtPersonUnknown)
    try open.token(
      open.jwt(["iss": "signer", "sub": "alice"], by: AssertionVisitor.stranger), form)
    #expect(open.visitor.status == 400)
    // A client without keys of its own, for which this server would have signed.
    try open.token(open.jwt(["iss": "keyless", "sub": "alice"]), form)
    try open.expect(.jwtIssuerUntrusted)
    let closed = try stage("")
    try closed.token(closed.jwt(["iss": "signer", "sub": "alice"]), form)
    try closed.expect(.jwtIssuerUntrusted)
  }
}
