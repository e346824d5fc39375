import Basics
import JOSE
import ProviderModel

/// `urn:ietf:params:oauth:grant-type:jwt-bearer` (RFC 7523 §2.1): the JWT of another issuer for a token.
enum AssertionGrant {
  static func redeem(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let jwt = try jwt(context)
    let trusted = try TrustCheck.pass(jwt, rule, context)
    try trusted.checkClient(is: client)
    try checkKey(jwt, context)
    let person = try trusted.person(context)
    let scopes = try trusted.scopes(of: client, context)
    try trusted.limitResources(context)
    let resources = try ResourceCheck.resources(of: client, context)
    let details = try DetailsCheck.asserted(by: jwt, client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: person?.username, type: name, scopes: scopes,
      arguments: DetailsCheck.add(
        details, to: ResourceCheck.arguments(resources, context), context),
      bound: CredentialIssuer.newBoundValues(context), authTime: context.now, issued: context.now)
    return Redemption(
      grant: grant, isOpen: false, scopes: scopes, resources: resources, details: details,
      uses: [trusted.use].compactMap(\.self))
  }

  /// A JWT that is bound to a key is good only with a proof of that key (RFC 7800 §3.1, RFC 9449 §6.1).
  private static func checkKey(_ jwt: PresentedJWT, _ context: RequestContext) throws(Refusal) {
    guard context.provider.dpop != nil, let thumbprint = jwt.claims["cnf"]?["jkt"] else { return }
    let found = context.facts.binding.jkt
    if let found, let expected = thumbprint.stringValue, ExactText.same(found, expected) { return }
    throw Refusal(
      .jwtClaimWrong, at: .token,
      facts: [("param", "cnf"), ("value", jwt.shown("cnf")), ("expected", found ?? "")],
      "\(jwt.parameter) is bound to the key \(thumbprint.stringValue?.shortened ?? "of cnf"), and the request has "
        + (found.map { "a DPoP proof with the key \($0)" } ?? "no DPoP proof"),
      clause: "RFC 7800 §3.1", remedy: "send a DPoP proof that is signed with this key")
  }

  /// The JWT of the request, before anything in it is verified.
  static func jwt(_ context: RequestContext) throws(Refusal) -> PresentedJWT {
    let text = try context.needed(IssuerAssertion.parameter)
    return try PresentedJWT(
      text, in: context.provider.wire(IssuerAssertion.parameter, at: .token), as: .grant)
  }
}
