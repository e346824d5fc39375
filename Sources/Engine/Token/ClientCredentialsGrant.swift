import ProviderModel

/// `client_credentials` (RFC 6749 §4.4): a client that acts for itself.
enum ClientCredentialsGrant {
  static func redeem(
    _ name: String, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let scopes = try ScopeCheck.scopes(of: client, context)
    let resources = try ResourceCheck.resources(of: client, context)
    let details = try DetailsCheck.details(of: client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: nil, type: name, scopes: scopes,
      arguments: DetailsCheck.add(details, to: .none, context),
      bound: CredentialIssuer.boundValues(context),
      authTime: context.now, issued: context.now)
    return Redemption(
      grant: grant, isOpen: false, scopes: scopes, resources: resources, details: details)
  }
}
