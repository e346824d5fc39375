import ProviderModel

/// `client_credentials` (RFC 6749 §4.4): a client that acts for itself.
enum ClientCredentialsGrant {
  static func redeem(
    _ name: String, _ client: Client, _ turn: Turn
  ) throws(Refusal) -> Redemption {
    let scopes = try ScopeCheck.scopes(of: client, turn)
    let resources = try ResourceCheck.resources(of: client, turn)
    let grant = Grant(
      number: turn.state.ledger.nextGrant, provider: turn.provider.id, client: client.id,
      person: nil, type: name, scopes: scopes, bound: CredentialIssuer.boundValues(turn),
      authTime: turn.now, issued: turn.now)
    return Redemption(grant: grant, isOpen: false, scopes: scopes, resources: resources)
  }
}
