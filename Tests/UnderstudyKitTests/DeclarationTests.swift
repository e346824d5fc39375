import Foundation
import ProviderModel
import Testing

@testable import UnderstudyKit

/// The fixture language declares rules, people and clients. The library has to offer every property of them.
@Suite("The library's values")
struct DeclarationTests {
  /// Rules that together use everything the library offers.
  private static let rules: [Sandbox.Rule] = [
    .condition("a").limit(1, per: .seconds(1)).delay(.seconds(1)).drip(1, every: .seconds(1))
      .truncate(after: 1).lost(.close).at("standard", "token").times(1).skip(1).after("b").named(
        "a"
      )
      .summary("s").off,
    .answer(200, headers: ["A": "b"], body: "c", repeated: 2), .answer(200, json: 1), .reset,
    .close,
    .detour(.link), .tls(.expired),
    .reset.when(
      host: "h", method: "GET", grant: "g", client: "c", person: "p",
      parameters: ["p": ["matches": "x"]]
    ).when(["has": "client.name"]),
    .change(
      .rename(["a": "b"]), .set(["a": 1]), .drop("a"), .append(["a": 1]), .order("a"),
      .scopes("a"), .twice, .mode(.query), .way(.link), .headers(["A": nil]), .prefix("a"),
      .keys(.current),
      .signedBody(
        algorithm: .es256, signature: .bad, kid: "k", header: ["a": 1], embedsKey: true,
        claims: ["a": 1], shift: .seconds(1)),
      .idToken(
        signature: .bad, kid: "k", header: ["a": 1], embedsKey: true, claims: ["a": 1],
        shift: .seconds(1)), .accessToken(kid: "k"), .logoutToken(kid: "k")),
  ]

  /// The members of the objects at a path in the rules.
  private func names(_ path: String...) -> [String] {
    let objects = Self.rules.compactMap { rule in
      path.reduce(rule.json as Sandbox.JSON?) { $0?[$1] }
    }
    return Set(objects.flatMap(\.names)).sorted()
  }

  private func declared(_ schema: ObjectSchema) -> [String] { schema.members.map(\.name).sorted() }

  @Test("have every property of a rule, an effect and a change that is declared")
  func properties() {
    #expect(names() == declared(.rule))
    #expect(names("match") == declared(.match))
    #expect(names("limit") == declared(.limit))
    #expect(names("then") == declared(.effect))
    #expect(names("then", "answer") == declared(.ruleAnswer))
    #expect(names("then", "drip") == declared(.drip))
    #expect(names("then", "change") == declared(.change))
    #expect(names("then", "change", "tokens", "id") == declared(.tokenChange))
    #expect(names("then", "change", "jwt") == declared(.signedBody))
  }

  @Test("have every property of a person and a client that is declared")
  func cast() {
    var person = Sandbox.Person("a", password: "b", at: ["vk": ["id": 1]], outcome: .slow)
    person.claimSources = ["bank": ["claims": ["credit_score": 650]]]
    #expect(person.members.names.sorted() == declared(.person))
    var client = Sandbox.Client(at: "vk", id: "1", secret: "s", redirectURIs: ["https://a.test"])
    client.name = "n"
    client.scopes = ["a"]
    client.grantTypes = ["a"]
    client.responseTypes = ["a"]
    client.tokenEndpointAuthMethod = "none"
    client.tokenEndpointAuthSigningAlg = "ES256"
    client.jwks = ["keys": []]
    client.jwksURI = "https://a.test/jwks"
    client.idTokenSignedResponseAlg = "ES256"
    client.signIn = "alice"
    client.consent = .denied
    client.postLogoutRedirectURIs = ["https://a.test"]
    client.backchannelLogoutURI = "https://a.test/back"
    client.backchannelLogoutSessionRequired = true
    client.frontchannelLogoutURI = "https://a.test/front"
    client.frontchannelLogoutSessionRequired = true
    client.audiences = ["https://a.test"]
    client.accessTokenFormat = .jwt
    client.requirePushedAuthorizationRequests = true
    client.authorizationSignedResponseAlg = "ES256"
    client.requestObjectSigningAlg = "ES256"
    client.requireSignedRequestObject = true
    client.authorizationDetailsTypes = ["payment_initiation"]
    client.requestURIs = ["https://a.test/request.jwt"]
    client.dpopBoundAccessTokens = true
    client.tlsClientCertificateBoundAccessTokens = true
    client.tlsClientAuthSubjectDN = "CN=a"
    client.tlsClientAuthSANDNS = "a.test"
    client.tlsClientAuthSANURI = "urn:a"
    client.tlsClientAuthSANIP = "::1"
    client.tlsClientAuthSANEmail = "a@a.test"
    client.tlsClientAuthCA = "-----BEGIN CERTIFICATE-----"
    client.userinfoSignedResponseAlg = "ES256"
    client.idTokenEncryptedResponseAlg = "RSA-OAEP"
    client.idTokenEncryptedResponseEnc = "A256GCM"
    client.userinfoEncryptedResponseAlg = "RSA-OAEP"
    client.userinfoEncryptedResponseEnc = "A256GCM"
    client.authorizationEncryptedResponseAlg = "RSA-OAEP"
    client.authorizationEncryptedResponseEnc = "A256GCM"
    client.defaultMaxAge = 60
    client.requireAuthTime = true
    client.defaultACRValues = ["urn:a"]
    #expect(client.defaultMaxAge == 60 && client.requireAuthTime)
    client.subjectType = .pairwise
    client.sectorIdentifierURI = "https://a.test/sector.json"
    client.at = ["team": "TEAM123456"]
    #expect(client.at == ["team": "TEAM123456"])
    client.policyURI = "https://a.test/privacy"
    client.tosURI = "https://a.test/terms"
    client.clientIDs = ["https://as.test": "1"]
    #expect(client.clientIDs == ["https://as.test": "1"])
    #expect(client.members.names.sorted() == declared(.client))
  }

  @Test(
    "take orders that have no members but these, which makeSandbox, mintTokens and mintWorkloadToken have as parameters",
    arguments: [
      // `makeSandbox` puts people and clients into the cast, and the person who signs in into the answer.
      (
        "NewSandbox",
        ["answer", "cast", "id", "lifetime", "name", "rules", "seed", "with", "without"]
      ),
      (
        "NewTokens",
        ["audiences", "client", "issues", "jkt", "person", "provider", "scopes", "x5t#S256"]
      ),
      (
        "NewWorkloadToken",
        [
          "audiences", "claims", "issuer", "lifetime", "provider", "subject", "values", "workload",
        ]
      ),
    ])
  func orders(_ name: String, _ members: [String]) throws {
    let schemas = try Understudy(seed: 1).control(.get, "/openapi.json")["components"]?["schemas"]
    #expect(schemas?[name]?["properties"]?.objectValue?.names.sorted() == members)
  }

  @Test("have every declared member of tokens, of a journal entry and of a clock")
  func answers() throws {
    let schemas = try Understudy(seed: 1).control(.get, "/openapi.json")["components"]?["schemas"]
    let ours = [
      "n": "number", "at": "time", "frozen": "isFrozen", "tokens": "issued",
      "x5t#S256": "certificateThumbprint",
    ]
    func declared(_ name: String) -> [String] {
      let names = schemas?[name]?["properties"]?.objectValue?.names ?? []
      return names.map { name in
        let words = name.split(separator: "_")
        return ours[name] ?? words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized }
      }.sorted()
    }
    func labels(_ value: Any) -> [String] {
      Mirror(reflecting: value).children.compactMap(\.label).filter { $0 != "line" }.sorted()
    }
    #expect(labels(Sandbox.Token([:])) == declared("Token"))
    #expect(labels(Sandbox.Tokens([:])) == declared("MintedTokens"))
    #expect(labels(Sandbox.JournalEntry([:])) == declared("Entry"))
    #expect(labels(Sandbox.Clock([:])) == declared("Clock"))
    #expect(labels(Sandbox.Device([:])) == declared("Device"))
  }

  /// The words that a declared property allows.
  private func words(_ schema: ObjectSchema, _ name: String) -> [String] {
    switch schema.member(name)?.type {
    case .choice(let words), .list(.choice(let words)): words.sorted()
    default: []
    }
  }

  private func words<T: CaseIterable & RawRepresentable>(_ type: T.Type) -> [String]
  where T.RawValue == String { T.allCases.map(\.rawValue).sorted() }

  @Test("have every word that is declared")
  func choices() {
    #expect(words(Sandbox.Rule.Loss.self) == words(.effect, "lost"))
    #expect(words(Sandbox.Rule.Hop.self) == words(.effect, "detour"))
    #expect(words(Sandbox.Rule.CertificateFault.self) == words(.effect, "tls"))
    #expect(words(Sandbox.Change.Mode.self) == words(.change, "mode"))
    #expect(words(Sandbox.Change.Way.self) == words(.change, "way"))
    #expect(words(Sandbox.Change.Keys.self) == words(.change, "keys"))
    #expect(words(Sandbox.Change.Signature.self) == words(.tokenChange, "signature"))
    #expect(words(Sandbox.Change.Algorithm.self) == words(.signedBody, "alg"))
    #expect(words(Sandbox.Person.Outcome.self) == words(.person, "outcome"))
    #expect(words(Sandbox.Client.Kind.self) == words(.client, "kind"))
    #expect(words(Sandbox.Client.Consent.self) == words(.client, "consent"))
    #expect(
      words(Sandbox.Client.AccessTokenFormat.self) == words(.client, "access_token_format"))
  }
}
