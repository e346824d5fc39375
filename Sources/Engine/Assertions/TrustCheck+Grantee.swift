import Basics
import ProviderModel

/// The client and the person for whom the JWT of another issuer is.
extension TrustCheck {
  /// Whether the client is the one for which the issuer is trusted.
  static func checkClient(of trusted: TrustedIssuer, is client: Client) throws(Refusal) {
    guard let expected = trusted.client, !ExactText.same(expected, client.id) else { return }
    throw Refusal(
      .jwtClientWrong, at: .token, facts: [("value", client.id), ("expected", expected)],
      "the issuer \(trusted.issuer) is trusted for the client \(expected), and the client is \(client.id)",
      remedy:
        "send the request as \(expected), or change client of \(trusted.name) in trust of the cast"
    )
  }

  /// The person for whom the tokens are; `nil` if the client acts for itself.
  static func person(
    of jwt: PresentedJWT, _ trusted: TrustedIssuer, _ context: RequestContext
  ) throws(Refusal) -> Person? {
    let name = trusted.personClaim
    guard name != nil || trusted.person != nil else { return nil }
    let claim = name ?? "sub"
    func refusal(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .jwtPersonUnknown, at: .token,
        facts: [("param", claim), ("value", trusted.person ?? jwt.shown(claim))], sentence,
        remedy: remedy)
    }
    let found: Person?
    if let username = trusted.person {
      found = context.cast.person(username)
    } else if let value = jwt.claims[claim] {
      found = context.cast.people.first { context.facts.claims(of: $0)[claim] == value }
    } else {
      throw refusal(
        "the JWT in \(jwt.parameter) has no claim \(claim), which names the person",
        "add \(claim) to the JWT, or change person_claim of \(trusted.name) in trust of the cast")
    }
    guard let found else {
      throw refusal(
        trusted.person.map { "there is no person \($0), who is the person of \(trusted.name)" }
          ?? "no person of the cast has the \(claim) \(jwt.shown(claim))", context.peopleKnown)
    }
    guard found.fate != .locked else {
      throw refusal(
        "the cast says that \(found.username) is locked out",
        "send a JWT of somebody else, or take outcome out of the cast")
    }
    return found
  }
}
