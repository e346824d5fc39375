import HTTPTypes
import ProviderModel
import Testing

@testable import Engine

/// What a fixture says about DPoP: it can leave it out.
@Suite("DPoP of a fixture")
struct DPoPSwitchTests {
  @Test("is announced in the metadata where it is there")
  func announced() throws {
    let visitor = try Visitor("standard")
    try visitor.call(.get, "/standard/.well-known/openid-configuration")
    #expect(
      try visitor.member("dpop_signing_alg_values_supported")
        == "[\"ES256\",\"RS256\",\"PS256\",\"ES384\",\"EdDSA\",\"Ed25519\"]")
  }

  @Test("is gone with its metadata, parameter and scheme where a quirk removes it")
  func gone() throws {
    let stage = try DPoPVisitor(with: ["no-dpop"])
    let visitor = stage.visitor
    for path in ["openid-configuration", "oauth-protected-resource"] {
      try visitor.call(.get, "/standard/.well-known/\(path)")
      #expect(stage.status == 200 && !visitor.page.contains("dpop"))
    }
    try stage.redeem("not a proof", ["dpop_jkt": "x"]).expectSuccess()
    #expect(try visitor.member("token_type") == "Bearer")
    #expect(stage.why.hasPrefix("the DPoP proof was not read"))
    let token = try visitor.member("access_token")
    try stage.userinfo(token, nil)
    #expect(stage.condition == .tokenMissing)
    #expect(stage.challenge == "Bearer realm=\"standard\"")
    try stage.userinfo(token, nil, scheme: "Bearer").expectSuccess()
    try stage.redeem(as: "bound", nil).expectSuccess()
    #expect(visitor.sandbox.site.providers.provider("standard")?.names.slot("dpop_jkt") == nil)
  }

  @Test("is gone without its member alone: dpop_jkt means nothing then")
  func parameter() throws {
    let stage = try DPoPVisitor(patch: "{\"dpop\": null}")
    for text in ["x", try DPoPVisitor.thumbprint()] {
      try stage.redeem(nil, ["dpop_jkt": text]).expectSuccess()
    }
    stage.standard.authorize(["client_id": "bound", "response_type": "token"])
    #expect(stage.condition == nil)
  }

  @Test(
    "leaves other providers as they are",
    arguments: [
      ("vk", []), ("instagram", []), ("azure-ad-b2c", []), ("oclc", []), ("standard", ["no-dpop"]),
    ])
  func others(id: String, quirks: [String]) throws {
    let provider = try #require(try Visitor.providers(id, with: quirks).first { $0.id == id })
    #expect(provider.dpop == nil)
    for endpoint in provider.endpoints {
      let names = provider.conditions(at: endpoint).map(\.name)
      #expect(!names.contains { $0.hasPrefix("dpop_") }, "\(endpoint.name)")
    }
  }

  @Test("has conditions at the token endpoint and at resources, each with a clause and a response")
  func conditions() throws {
    let provider = try #require(try Visitor.providers().first { $0.id == "standard" })
    for (name, count) in [("token", 16), ("userinfo", 19), ("mcp", 19)] {
      let endpoint = try #require(provider.endpoint(named: name))
      let own = provider.conditions(at: endpoint).filter { $0.name.hasPrefix("dpop_") }
      #expect(own.count == count, "\(name)")
      for condition in own {
        #expect(condition.declaration(at: endpoint.kind.catalogue)?.clause.contains("§") == true)
        #expect(provider.errorRule(condition, in: endpoint.errorTable)?.shape != nil)
      }
    }
  }
}
