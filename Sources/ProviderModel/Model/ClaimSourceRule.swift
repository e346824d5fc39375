/// The rules for claims that come from other parties (OpenID Connect Core §5.6).
package struct ClaimSourceRule: Sendable {
  fileprivate var own: String?
  /// The algorithm of JWTs with aggregated claims.
  package func algorithm(at provider: Provider) -> String {
    own ?? provider.signing.first?.algorithm ?? "RS256"
  }

  init() {}
}

extension ClaimSourceRule: ProviderPart {
  static let declaration: Declaration = .init(
    "claim sources",
    "Aggregated and distributed claims of people (OpenID Connect Core §5.6), in userinfo and in ID tokens: those of `claim_sources` of a person in the cast.",
    [
      .text(
        "alg", \.own, "The algorithm of the JWTs with aggregated claims, one of `signing`.",
        or: "the first of `signing`", example: "\"ES256\"")
    ])
}
