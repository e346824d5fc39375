import Basics
import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// The published proofs of RFC 9449 (§§4.1, 4.2, 7.1), at the addresses and times that they were made for.
@Suite("Vectors of RFC 9449")
struct DPoPVectorTests {
  private static let header =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNo"
    + "UklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERW"
    + "clUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19"
  private static let tokenProof =
    header
    + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUu"
    + "Y29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ"
    + ".2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
  private static let resourceProof =
    header
    + ".eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxl"
    + "Lm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0Ji"
    + "MHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9"
    + ".2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
  private static let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
  private static let thumbprint = "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"

  private func stage(_ patch: String) throws -> ServerState {
    try Visitor.stage("standard", text: Visitor.text("standard", patch: patch))
  }

  @Test("§4.1: the proof for a token binds it to the key of the example")
  func tokenRequest() throws {
    var sandbox = try stage("{\"hosts\": {\"main\": \"server.example.com\"}}")
    var random = Entropy(seed: 1)
    let basic = Base64.encode(Array("web:\(StandardVisitor.secret)".utf8))
    let request = Request(
      method: .post, scheme: "https", authority: "server.example.com", target: "/token",
      headers: [
        .authorization: "Basic \(basic)", .contentType: "application/x-www-form-urlencoded",
        .dPoP: Self.tokenProof,
      ], body: Array("grant_type=client_credentials&scope=mcp:read".utf8))
    for (now, condition) in [
      (1_562_262_677, Condition.dpopProofExpired), (1_562_262_616, nil),
    ] {
      let decision = sandbox.decide(sandbox.site.read(request), at: Instants(now), using: &random)
      #expect(decision.log.condition == condition, "\(decision.log.line)")
      #expect(
        sandbox.tokens(of: decision, at: Instants(now)).map(\.binding.jkt)
          == (condition == nil ? [Self.thumbprint] : []))
    }
  }

  @Test("§7.1: the proof for a resource is accepted with the token of the example")
  func resource() throws {
    let now = Instants(1_562_262_618)
    var sandbox = try stage(
      """
      {"hosts": {"main": "resource.example.org"}, "endpoints": {"userinfo": {"at": "main:/protectedresource"}}}
      """)
    var random = Entropy(seed: 1)
    let provider = try #require(sandbox.providers.first { $0.id == "standard" })
    let order = ServerState.MintOrder(
      provider: provider, client: try #require(sandbox.cast.client("web", at: "standard")),
      person: "alice", scopes: ["openid"], issues: [.access],
      binding: KeyBinding(jkt: Self.thumbprint))
    let get = Request(
      scheme: "https", authority: "resource.example.org", target: "/protectedresource",
      headers: [.authorization: "DPoP \(Self.token)", .dPoP: Self.resourceProof])
    // The token of the example, in place of a random one.
    let minted = sandbox.mint(order, for: get, under: "", at: now, using: &random)
    let text = try #require(minted?.credentials().first?.value)
    let name = CredentialName(provider: "standard", kind: .access, text: text)
    guard
      case .live(let credential) = sandbox.state.ledger.worth(
        of: name, at: now.sandbox, for: nil, in: sandbox.cast)
    else {
      Issue.record("the token that was minted is unknown")
      return
    }
    _ = sandbox.state.ledger.issue(
      .access, Self.token, credential.grant, scopes: credential.scopes,
      audience: credential.audience, binding: credential.binding, issued: credential.issued,
      ends: credential.ends)
    for condition in [nil, Condition.dpopProofReused] {
      let decision = sandbox.decide(sandbox.site.read(get), at: now, using: &random)
      #expect(decision.log.condition == condition, "\(decision.log.line)")
    }
  }
}
