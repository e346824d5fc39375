import Basics
import JOSE
import ProviderModel

/// `urn:ietf:params:oauth:grant-type:jwt-bearer` (RFC 7523 §2.1): the JWT of another issuer for a token.
enum AssertionGrant {
  static func redeem(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let text = try context.needed(IssuerAssertion.parameter)
    let jwt = try PresentedJWT(
      text, in: context.provider.wire(IssuerAssertion.parameter, at: .token), as: .grant)
    let (trusted, use) = try TrustCheck.pass(jwt, rule, context)
    try TrustCheck.checkClient(of: trusted, is: client)
    let person = try TrustCheck.person(of: jwt, trusted, context)
    let scopes = try scopes(of: client, trusted, context)
    let resources = try ResourceCheck.resources(of: client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: person?.username, type: name, scopes: scopes,
      arguments: ResourceCheck.arguments(resources, context),
      bound: CredentialIssuer.boundValues(context), authTime: context.now, issued: context.now)
    return Redemption(
      grant: grant, isOpen: false, scopes: scopes, resources: resources, uses: use)
  }

  /// The requested scopes, which the trust in the issuer may limit.
  private static func scopes(
    of client: Client, _ trusted: TrustedIssuer, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    let scopes = try ScopeCheck.scopes(of: client, context)
    guard let allowed = trusted.scopes else { return scopes }
    let more = scopes.filter { !allowed.contains($0) }
    guard more.isEmpty else {
      throw Refusal(
        .scopeExceeded, at: .token, facts: [("value", more.joined(separator: " "))],
        "\(more.joined(separator: ", ")) is not a scope of the trusted issuer \(trusted.name)",
        remedy: .say(
          "ask for no more than: \(allowed.joined(separator: " ")); or add it to scopes of \(trusted.name) in trust of the cast"
        ))
    }
    return scopes
  }
}
