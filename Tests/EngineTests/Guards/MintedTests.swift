import Basics
import HTTPTypes
import JOSE
import ProviderModel
import Testing

@testable import Engine

/// Credentials that are made by command, without anyone signing in.
@Suite("A minted credential")
struct MintedTests {
  private struct Minted {
    var sandbox: ServerState
    let made: [CredentialFacts]

    func text(_ kind: CredentialKind) throws -> String {
      try #require(made.first { $0.kind == kind }?.value)
    }
  }

  private func mint(
    _ client: String, at id: String = "standard", audiences: [String]? = nil,
    issues: [CredentialKind]? = nil
  ) throws -> Minted {
    var sandbox = try Visitor.stage("standard", [], [], AudienceTests.cast)
    var random = Entropy(seed: 1)
    let provider = try #require(sandbox.providers.first { $0.id == id })
    let client = try #require(
      sandbox.cast.clients.first { $0.id == client && $0.provider == id })
    let order = ServerState.MintOrder(
      provider: provider, client: client, person: "alice", scopes: ["openid"],
      audiences: audiences, issues: issues)
    let decision = sandbox.mint(
      order, for: Request(method: .get, authority: Visitor.host, target: "/"), under: "",
      at: Instants(Engine.instant), using: &random)
    let made = try #require(decision).credentials()
    return Minted(sandbox: sandbox, made: made)
  }

  private func audience(_ token: String) throws -> JSONValue? {
    token.contains(".") ? try JWS.parse(token).payload["aud"] : nil
  }

  @Test("is what a redeemed code would give, or what the order names")
  func kinds() throws {
    #expect(try mint("job").made.map(\.kind) == [.access, .id])
    #expect(try mint("job", issues: [.refresh, .code]).made.map(\.kind) == [.refresh, .code])
    #expect(try mint("753197", at: "vk").made.map(\.kind) == [.access])
  }

  @Test("has the audiences of the order, else the client's")
  func audiences() throws {
    for (client, ordered, audience) in [
      ("job", nil, "https://api.example.test"), ("job", ["urn:a"], "urn:a"), ("job", [], nil),
      ("plain", nil, nil), ("plain", ["urn:a", "urn:b"], ["urn:a", "urn:b"]),
    ] as [(String, [String]?, JSONValue?)] {
      #expect(try self.audience(mint(client, audiences: ordered).text(.access)) == audience)
    }
  }

  @Test("has no audience where the provider has no resources")
  func noResources() throws {
    let minted = try mint("753197", at: "vk", audiences: ["urn:a"])
    let views = minted.sandbox.tokens(at: Instants(Engine.instant))
    #expect(views.count == 1 && views.allSatisfy(\.audience.isEmpty))
  }

  @Test("a refresh token keeps the audiences that it was minted with")
  func refresh() throws {
    for (audiences, kept) in [(["urn:a"], "urn:a"), ([], nil)] as [([String], JSONValue?)] {
      let minted = try mint("plain", audiences: audiences, issues: [.refresh])
      let visitor = Visitor(try Transport.call.open(minted.sandbox))
      try visitor.post(
        "/standard/token", raw: "grant_type=refresh_token&refresh_token=\(minted.text(.refresh))",
        ClaimTranscriptTests.basic("plain"))
      #expect(visitor.status == 200, "\(visitor.page)")
      #expect(try audience(visitor.member("access_token")) == kept)
    }
  }
}
