/// Conditions of signed tokens and responses (OpenID Connect Core §10.1).
extension Condition {
  package static let signingAlgUnsupported = Condition("signing_alg_unsupported")

  static let signingDeclarations: [Declaration] =
    [
      (.authorize, "OpenID Connect Core §10.1"), (.token, "OpenID Connect Core §10.1"),
      (.resource, "OpenID Connect Core §5.3.2"), (.fedCMAccount, "OpenID Connect Core §10.1"),
    ].map { (catalogue: Catalogue, clause: String) in
      declare(
        catalogue, .signingAlgUnsupported,
        "The client is registered for an algorithm with which the provider signs nothing.",
        ["value"], clause)
    }
}
