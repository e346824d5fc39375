import Encodings
import JSON
import ProviderModel

/// `password` (RFC 6749 §4.3).
enum PasswordGrant {
  static func redeem(
    _ name: String, _ client: Client, _ turn: Turn
  ) throws(Refusal) -> Redemption {
    let username = try turn.needed("username")
    let password = try turn.needed("password")
    func wrong(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(.passwordWrong, at: .token, facts: [("value", username)], sentence, remedy: remedy)
    }
    guard let person = LoginStep.person(named: username, turn),
      ExactText.same(person.password, password)
    else { throw wrong("no person of the cast has this name and password", turn.peopleKnown) }
    if person.fate == .locked {
      throw wrong(
        "the cast says that \(username) is locked out",
        "name somebody else, or take outcome out of the cast")
    }
    let scopes = try ScopeCheck.scopes(of: client, turn)
    let resources = try ResourceCheck.resources(of: client, turn)
    let grant = Grant(
      number: turn.state.ledger.nextGrant, provider: turn.provider.id, client: client.id,
      person: person.username, type: name, scopes: scopes,
      arguments: ResourceCheck.arguments(resources, turn),
      bound: CredentialIssuer.boundValues(turn), authTime: turn.now, issued: turn.now)
    return Redemption(grant: grant, isOpen: false, scopes: scopes, resources: resources)
  }
}
