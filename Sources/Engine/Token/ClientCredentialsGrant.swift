import Basics
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
    guard let acting = rule.actsFor, let value = context.facts.text(acting.value), !value.isEmpty
    else { return nil }
    guard let claim = acting.claim else {
      if context.person(value) != nil { return value }
      throw Refusal(
        .grantNotAllowed, at: .token, facts: [("value", value)],
        "the client \(client.id) acts for \(value), who is not in the cast",
        remedy: context.peopleKnown)
    }
    let found = context.cast.people.first { person in
      guard let own = context.facts.claim(claim, of: person) else { return false }
      return ExactText.same(own.stringValue ?? own.text(), value)
    }
    if let found { return found.username }
    throw Refusal(
      .grantNotAllowed, at: .token, facts: [("value", value)],
      "the client \(client.id) acts for the person with the \(claim) \(value), and the cast has none",
      remedy: "give a person of the cast this \(claim), or change the client in \(client.source)")
  }
}
