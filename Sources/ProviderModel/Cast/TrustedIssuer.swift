import Basics

/// The trust of a provider in the JWTs of another issuer (RFC 7523 §3): its keys, and the tokens that are accepted.
package struct TrustedIssuer: Sendable {
  package private(set) var name = ""
  package private(set) var provider = ""
  package private(set) var issuer = ""
  /// Its public keys, as a JWK set. Without keys and their address, this server has signed the JWTs.
  package private(set) var keys: JSONValue?
  package private(set) var keysURI: String?
  /// `nil`: those of the grant.
  package private(set) var audiences: [String]?
  /// Patterns of subjects; empty for every subject.
  package private(set) var subjects: [Pattern] = []
  package private(set) var claims: [(name: String, pattern: Pattern)] = []
  /// The client for which the JWTs are; `nil` for every client.
  package private(set) var client: String?
  package private(set) var person: String?
  /// The claim that names the person: a person of the cast has the same one.
  package private(set) var personClaim: String?
  /// `nil`: every scope that the client may request.
  package private(set) var scopes: [String]?

  /// The claim of people that `sub` names, in JWTs of a client.
  package private(set) var subjectClaim: String?

  package init() {}

  /// A client that issues JWTs for itself: its own keys sign them.
  package init?(_ client: Client, naming claim: String) {
    guard client.keys != nil || client.keysURI != nil else { return nil }
    (name, provider, issuer) = (client.id, client.provider, client.id)
    (keys, keysURI, self.client) = (client.keys, client.keysURI, client.id)
    subjectClaim = claim
  }

  /// Whether the keys of this server sign its JWTs.
  package var isPlayedHere: Bool { keys == nil && keysURI == nil }
}

extension TrustedIssuer: CastPart {
  static let declaration: Declaration = .init(
    "trusted issuer",
    "Another issuer whose JWTs a provider exchanges for tokens (RFC 7523 §2.1, RFC 8693). Without `jwks` and `jwks_uri`, this server plays that issuer, too: another provider, or another sandbox.",
    names + tokens + results)

  private typealias Field = Declaration.Field

  private static let names: [Field] = [
    .text("name", \.name, "The name of the entry.", example: "\"ci\"").required,
    .text(
      "provider", \.provider, type: .name(of: "provider"), "The provider that trusts the issuer.",
      example: "\"standard\""
    ).required,
    .text(
      "issuer", \.issuer, "The claim `iss`.",
      example: "\"https://token.actions.githubusercontent.com\""
    ).required,
    .init(
      Property(
        "jwks", .any,
        "Its public keys, as a JWK set: RSA keys of 2048 bits or more, and P-256, P-384 and Ed25519 keys.",
        example:
          "{ \"keys\": [{ \"kty\": \"EC\", \"crv\": \"P-256\", \"x\": \"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\", \"y\": \"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0\" }] }"
      ), from: \.keys
    ) { trusted, reader, _ in
      guard let keys = reader.member("jwks"), !keys.isNull else { return false }
      trusted.keys = keys
      return true
    },
    .text(
      "jwks_uri", \.keysURI,
      "The address of its public keys, instead of `jwks`: on the loopback, or at a host of `serve --fetch-host`.",
      example: "\"http://127.0.0.1:7999/jwks\""),
  ]

  private static let tokens: [Field] = [
    .texts(
      "audiences", \.audiences, "The values of the claim `aud` that are accepted.",
      or: "those of the grant", example: "[\"https://github.com/octo-org\"]"),
    .init(
      Property(
        "subjects", .list(.pattern), "Patterns of the claim `sub`, of which one has to match.",
        or: "every subject", example: "[\"repo:octo-org/[a-z-]+:ref:refs/heads/main\"]"),
      write: { trusted in
        let subjects = trusted.subjects.map { JSONValue(.string($0.source)) }
        return subjects.isEmpty ? nil : JSONValue(.array(subjects))
      },
      read: { trusted, reader, _ in
        guard let list = reader.member("subjects")?.arrayValue else { return false }
        trusted.subjects = list.enumerated().compactMap { index, value in
          pattern(value, "\(reader.at("subjects"))/\(index)", reader.findings)
        }
        return true
      }),
    .init(
      Property(
        "claims", .map(.pattern, keys: "claims"),
        "Patterns of further claims, all of which have to match. Of a claim with several values, one has to.",
        example: "{ \"repository_owner\": \"octo-org\" }"),
      write: { trusted in
        let claims = trusted.claims.map {
          JSONObject.Member($0.name, JSONValue(.string($0.pattern.source)))
        }
        return claims.isEmpty ? nil : JSONValue(.object(JSONObject(claims)))
      },
      read: { trusted, reader, _ in
        guard reader.member("claims") != nil else { return false }
        trusted.claims = reader.map("claims").compactMap { name, value, pointer in
          pattern(value, pointer, reader.findings).map { (name: name, pattern: $0) }
        }
        return true
      }),
  ]

  private static let results: [Field] = [
    .text(
      "client", \.client,
      "The `client_id` of the client that presents the JWTs, which is one of the cast or has registered itself. A request that names no client comes from this one, and the JWT authenticates it.",
      or: "every client that the request names", example: "\"web\""),
    .text(
      "person", \.person, "The username of the person for whom the tokens are.",
      or: "the person whom `person_claim` finds, else the client acts for itself",
      example: "\"alice\""),
    .text(
      "person_claim", \.personClaim,
      "A claim of the JWT: the tokens are for the person of the cast who has the same one at this provider. `sub` may differ between providers, `email` does not.",
      or: "the person of `person`", example: "\"email\""),
    .texts(
      "scopes", \.scopes, "The scopes that a request may get.",
      or: "every scope that the client may request", example: "[\"openid\", \"email\"]"),
  ]

  private static func pattern(
    _ value: JSONValue, _ pointer: String, _ findings: Diagnostics
  ) -> Pattern? {
    guard let source = value.stringValue else {
      findings.error(value, pointer, "expected a pattern, found \(value.found)")
      return nil
    }
    do throws(Pattern.Problem) {
      return try Pattern(source)
    } catch {
      findings.error(value, pointer, error.sentence)
      return nil
    }
  }

  func check(_ reader: FixtureReader, _ context: CastReader) {
    context.checkKeys(keys, keysURI, "an issuer has one of the two", reader)
    if issuer.isEmpty, reader.value["issuer"] != nil {
      reader.findings.error(
        reader.value["issuer"], reader.at("issuer"), "expected the claim iss, found an empty text")
    }
    if isPlayedHere, !issuer.isEmpty, !WebPage.isAddress(issuer), !context.isTrusted {
      context.doubt(
        "issuer",
        "without jwks and jwks_uri, the issuer is one that this server plays, and such an issuer is a web address; no JWT has the iss \"\(issuer)\"",
        reader)
    }
    if let client, WebPage.isAddress(client) {
      reader.findings.error(
        reader.value["client"], reader.at("client"),
        "\"\(client)\" is the address of a metadata document; name a client of the cast")
    }
    if person != nil, personClaim != nil {
      reader.findings.error(
        reader.value["person_claim"], reader.at("person_claim"),
        "person appears together with person_claim; an issuer has only one of the two")
    }
    context.each("scopes", reader) {
      ScopeToken.isWellFormed($0) ? nil : ScopeToken.expected($0)
    }
    if let person, !context.isTrusted, !context.people.contains(person) {
      reader.findings.error(
        reader.value["person"], reader.at("person"),
        "there is no person \"\(person)\"" + Suggestion.hint(for: person, among: context.people))
    }
    checkHome(reader, context)
  }

  private func checkHome(_ reader: FixtureReader, _ context: CastReader) {
    guard !provider.isEmpty, !context.isTrusted else { return }
    guard let home = context.providers.provider(provider) else {
      _ = context.isKnown(provider, reader.value["provider"], reader.at("provider"))
      return
    }
    let rules = home.token.grants.flatMap { $0.rule.trusts.map(\.rule) }
    guard rules.isEmpty else {
      guard audiences?.isEmpty ?? rules.contains(where: \.audiences.isEmpty) else { return }
      reader.findings.error(
        reader.value["audiences"] ?? reader.value, reader.at("audiences"),
        "no audience is accepted, so every JWT is refused; add \"audiences\"")
      return
    }
    context.doubt(
      "provider",
      "\(provider) has no grant that takes JWTs of other issuers, so this entry has no effect",
      reader)
  }
}
