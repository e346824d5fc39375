/// The rules for claims that come from other parties (OpenID Connect Core §5.6).
package struct ClaimSourceRule: Sendable {
  /// The algorithm of JWTs with aggregated claims.
  package fileprivate(set) var algorithm = "RS256"

  init() {}
}

extension ClaimSourceRule: ProviderPart {
  static let declaration = ObjectDeclaration<Self>(
    "claim sources",
    "Aggregated and distributed claims of people (OpenID Connect Core §5.6), in userinfo and in ID tokens: those of `claim_sources` of a person in the cast.",
    [
      .text(
        "alg", \.algorithm, "The algorithm of the JWTs with aggregated claims, one of `signing`.",
        or: "`RS256`", example: "\"ES256\"")
    ])
}
