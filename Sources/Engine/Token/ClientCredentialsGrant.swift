import ProviderModel

/// `client_credentials` (RFC 6749 §4.4): a client that acts for itself, or for a person whom the provider names.
enum ClientCredentialsGrant {
  static func redeem(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let person = try person(rule, client, context)
    let scopes = try ScopeCheck.scopes(of: client, context)
    let resources = try ResourceCheck.resources(of: client, context)
    let details = try DetailsCheck.details(of: client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: person, type: name, scopes: scopes,
      arguments: DetailsCheck.add(details, to: .none, context),
      bound: CredentialIssuer.newBoundValues(context),
      authTime: context.now, issued: context.now)
    return Redemption(
      grant: grant, isOpen: false, scopes: scopes, resources: resources, details: details)
  }

  /// The person for whom the client acts; `nil` if it acts for itself.
  private static func person(
    _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> String? {
    guard let name = rule.actsFor.flatMap({ context.facts.text($0) }), !name.isEmpty else {
      return nil
    }
    guard context.cast.person(name) != nil else {
      throw Refusal(
        .grantNotAllowed, at: .token, facts: [("value", name)],
        "the client \(client.id) acts for \(name), who is not in the cast",
        remedy: context.peopleKnown)
    }
    return name
  }
}
