import ProviderModel

/// RFC 7009: a refresh token takes its whole grant along; an unknown token is no error.
enum RevocationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try TokenEndpoint.read(sent, into: context.facts)
    let client = try ClientAuthentication.pass(sent, .confidential, context)
    switch try PresentedToken.find(sent, for: client.id, context) {
    case .unknown: break
    case .otherClient:
      throw Refusal(
        .tokenOtherClient, at: .revoke, "the token was issued to another client",
        remedy: "revoke it as the client that it was issued to")
    case .live(let credential), .expired(let credential), .spent(let credential),
      .revoked(let credential):
      if credential.kind == .refresh {
        context.state.revoke(credential.grant, at: context.now)
      } else {
        context.state.revoke(credential, at: context.now)
      }
    }
    return Outcome(.answered(context.endpoint.service.answer), .revoked)
  }
}
