import Testing

@testable import ProviderModel

@Suite("What requests may be refused for")
struct PossibleRefusalTests {
  private func refusal(
    _ condition: Condition, at kind: EndpointKind, of provider: Provider
  ) throws -> PossibleRefusal {
    let endpoint = try #require(provider.endpoint(kind))
    return try #require(provider.refusals(at: endpoint).first { $0.condition == condition })
  }

  @Test(
    "is said in one sentence of each condition of each bundled provider", arguments: Shipped.ids)
  func summaries(_ id: String) throws {
    let provider = try Shipped.set().resolve(id)
    for endpoint in provider.endpoints {
      let refusals = provider.refusals(at: endpoint)
      #expect(Set(refusals.map(\.condition)) == provider.conditions(at: endpoint))
      for refusal in refusals {
        #expect(refusal.summary.hasSuffix("."), "\(endpoint.name): \(refusal.condition)")
      }
    }
  }

  @Test("comes with its facts, its clause, and how its look is known")
  func evidence() throws {
    let vk = try Shipped.set().resolve("vk")
    let expired = try refusal(.codeExpired, at: .token, of: vk)
    #expect(expired.facts == ["value", "issued_at", "expires_at", "now"])
    #expect(expired.clause == "RFC 6749 §5.2")
    #expect(expired.evidence == nil)
    let grant = try refusal(.grantUnsupported, at: .token, of: vk)
    #expect(grant.evidence?.grade == .inferred)
    // By $same it looks as another, so it is known as well as that one.
    #expect(try refusal(.grantNotAllowed, at: .token, of: vk).evidence == grant.evidence)
    let denied = try refusal(.userDenied, at: .authorize, of: vk)
    #expect(denied.evidence?.grade == .observed)
    #expect(denied.evidence?.source.hasPrefix("quirk denial-has-reason: ") == true)
    let without = try Shipped.set().resolve("vk", without: ["denial-has-reason"])
    #expect(try refusal(.userDenied, at: .authorize, of: without).evidence != denied.evidence)
  }
}
