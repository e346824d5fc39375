import ProviderModel

/// `refresh_token` (RFC 6749 §6).
enum RefreshTokenGrant {
  static func redeem(
    _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let text = try context.needed("refresh_token")
    let token = try RedeemedCredential.find(.refresh, text, rule, client, context)
    try RedeemedCredential.isBoundHere(token.grant, rule, context)
    try TokenBinding.check(refresh: token, context)
    let scopes = try RedeemedCredential.narrowed(rule, token, context)
    let resources = try ResourceCheck.narrowed(token.grant, of: client, context)
    let details = try DetailsCheck.narrowed(token.grant, of: client, context)
    return Redemption(
      grant: token.grant, scopes: scopes, resources: resources, details: details,
      renews: token.scopes,
      spends: rule.rotates ? token : nil, keeps: rule.rotates ? nil : token)
  }
}
