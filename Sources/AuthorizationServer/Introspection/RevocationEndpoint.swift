import ProviderModel

/// RFC 7009: a refresh token takes its whole grant along; an unknown token is no error.
enum RevocationEndpoint {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    let sent = try turn.serviceRequest()
    try TokenEndpoint.read(sent, turn)
    let client = try ClientAuthentication.pass(sent, .confidential, turn)
    switch try TokenAsked.find(sent, for: client.id, turn) {
    case .unknown: break
    case .otherClient:
      throw Refusal(
        .tokenOtherClient, at: .revoke, "the token was issued to another client",
        remedy: "revoke it as the client that it was issued to")
    case .live(let credential), .expired(let credential), .spent(let credential),
      .revoked(let credential):
      if credential.kind == .refresh {
        turn.state.revoke(credential.grant, at: turn.now)
      } else {
        turn.state.revoke(credential, at: turn.now)
      }
    }
    return Outcome(.answered(turn.endpoint.service.answer), .revoked)
  }
}
