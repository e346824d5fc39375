import ProviderModel

/// `refresh_token` (RFC 6749 §6).
enum RefreshTokenGrant {
  static func redeem(
    _ rule: GrantRule, _ client: Client, _ turn: Turn
  ) throws(Refusal) -> Redemption {
    let text = try turn.needed("refresh_token")
    let token = try RedeemedCredential.find(.refresh, text, rule, client, turn)
    try RedeemedCredential.isBoundHere(token.grant, rule, turn)
    let scopes = try RedeemedCredential.narrowed(rule, token.scopes, turn)
    let resources = try ResourceCheck.narrowed(token.grant, of: client, turn)
    return Redemption(
      grant: token.grant, scopes: scopes, resources: resources, renews: token.scopes,
      spends: rule.rotates ? token : nil)
  }
}
