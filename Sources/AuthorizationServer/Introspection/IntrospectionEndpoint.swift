import ProviderModel

/// What a token is (RFC 7662): whatever is not good for use is inactive, and no more is said.
enum IntrospectionEndpoint {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    let sent = try turn.serviceRequest()
    try TokenEndpoint.read(sent, turn)
    // RFC 7662 §2.1: whoever asks must be authorized, so a public client may not.
    _ = try ClientAuthentication.pass(sent, .secret, turn)
    turn.facts.token = .inactive
    if case .live(let credential) = try TokenAsked.find(sent, turn) {
      let grant = credential.grant
      turn.show(credential)
      CredentialIssuer.show(
        grant, id: grant.number, scopes: credential.scopes, resources: credential.audience, turn)
      if let person = grant.person { turn.show(person: person, since: grant.authTime) }
    }
    return Outcome(.answered(turn.endpoint.service.answer), .introspected)
  }
}
