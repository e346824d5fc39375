import Basics
import ProviderModel

/// `password` (RFC 6749 §4.3).
enum PasswordGrant {
  static func redeem(
    _ name: String, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let username = try context.needed("username")
    let password = try context.needed("password")
    func wrong(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(.passwordWrong, at: .token, facts: [("value", username)], sentence, remedy: remedy)
    }
    let named = LoginStep.person(named: username, in: context.cast)
    guard let person = named, ExactText.same(person.password, password) else {
      let (why, remedy) = LoginStep.whyWrong(isKnown: named != nil, context)
      throw wrong(why, remedy)
    }
    if person.fate == .locked {
      throw wrong(
        "the cast says that \(username) is locked out",
        "name somebody else, or take outcome out of the cast")
    }
    let scopes = try ScopeCheck.scopes(of: client, context)
    let resources = try ResourceCheck.resources(of: client, context)
    let details = try DetailsCheck.details(of: client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: person.username, type: name, scopes: scopes,
      arguments: DetailsCheck.add(
        details, to: ResourceCheck.arguments(resources, context), context),
      bound: CredentialIssuer.newBoundValues(context), authTime: context.now, issued: context.now)
    return Redemption(
      grant: grant, isOpen: false, scopes: scopes, resources: resources, details: details)
  }
}
