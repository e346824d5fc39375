import Testing
import UnderstudyKit

/// A certificate in process: a request brings it as a value.
@Suite("A certificate of the library")
struct MutualTLSTests {
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  private let sandbox: Sandbox
  init() throws { sandbox = try Understudy(seed: 1).defaultSandbox }

  @Test("binds a minted token, which is refused without it and with another one")
  func minted() throws {
    let tokens = try sandbox.mintTokens(
      at: "standard", client: "web", person: "alice", scopes: ["openid"], issues: ["access"],
      certificateThumbprint: Self.thumbprint)
    #expect(tokens.issued.map(\.certificateThumbprint) == [Self.thumbprint])
    let access = try #require(tokens.accessToken)
    var request = Sandbox.Request(
      "https://standard.test/userinfo", headers: ["Authorization": "Bearer \(access)"])
    #expect(sandbox.respond(to: request).status == 401)
    #expect(try sandbox.journal().last?.condition == "certificate_missing")
    request.clientCertificate = [1, 2, 3]
    #expect(sandbox.respond(to: request).status == 401)
    let refused = try sandbox.journal().last
    #expect(refused?.condition == Sandbox.Condition.certificateOther.rawValue)
    request.scheme = "http"
    #expect(sandbox.respond(to: request).status == 401)
    #expect(try sandbox.journal().last?.condition == "tls_missing")
  }

  @Test("is not announced: nothing in process asks for one")
  func metadata() {
    let answer = sandbox.respond(
      to: .init("https://standard.test/.well-known/openid-configuration"))
    #expect(answer.status == 200)
    #expect(!answer.body.contains("tls_client"))
  }

  @Test("may be ordered to be refused")
  func rule() throws {
    try sandbox.add(.condition(.certificateExpired).at("standard", "token").times(1))
    let response = sandbox.respond(
      to: .init("https://standard.test/token", form: ["grant_type": "client_credentials"]))
    #expect(response.status == 401)
    #expect(try sandbox.journal().last?.condition == "certificate_expired")
  }
}
