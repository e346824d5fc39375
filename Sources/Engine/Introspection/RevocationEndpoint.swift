import ProviderModel

/// RFC 7009: a refresh token takes its whole grant along, unless `revokes` of the endpoint says otherwise; an unknown token is
/// no error.
enum RevocationEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try TokenEndpoint.read(sent, into: context.facts)
    let client = try ServiceClient.pass(sent, .confidential, context)
    let (status, text) = try PresentedToken.find(sent, for: client?.id, context)
    context.facts.token = .inactive(status.word)
    if case .live(let credential) = status { context.show(credential, sentAs: text) }
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    switch status {
    case .unknown: break
    case .otherClient:
      throw Refusal(
        .tokenOtherClient, at: .revoke, "the token was issued to another client",
        remedy: "revoke it as the client that it was issued to")
    case .live(let credential), .expired(let credential), .spent(let credential),
      .revoked(let credential):
      try isOfKind(credential, context)
      let usual = credential.kind == .refresh ? Service.Revocation.grant : .token
      end(credential, context.endpoint.service.revokes ?? usual, context)
    }
    return Outcome(.answered(context.endpoint.service.answer), .revoked)
  }

  /// RFC 7009 §2.2.1.
  private static func isOfKind(
    _ credential: Credential, _ context: RequestContext
  ) throws(Refusal) {
    let kind = CredentialRule.Role(rawValue: credential.kind.rawValue)
    guard let kinds = context.endpoint.service.token.kinds, let kind, !kinds.contains(kind) else {
      return
    }
    let known = kinds.map { CredentialKind(rawValue: $0.rawValue).conditions.noun }
    throw Refusal(
      .tokenTypeUnsupported, at: .revoke,
      "the token is \(kind == .access ? "an access token" : "a refresh token"), which the endpoint does not revoke",
      remedy: .say("send a \(known.joined(separator: " or "))"))
  }

  static func end(
    _ credential: Credential, _ extent: Service.Revocation, _ context: RequestContext
  ) {
    let (state, grant) = (context.state, credential.grant)
    switch extent {
    case .token: state.revoke(credential, at: context.now)
    case .grant:
      state.revoke(grant, at: context.now)
      ConsentStep.forget(grant, context)
    case .client: endAll(of: grant, context)
    case .session:
      endAll(of: grant, context)
      guard let person = grant.person else { return }
      let keys = state.sessions.orderedKeys.filter { key in
        state.sessions[key].map { $0.provider == grant.provider && $0.person == person } ?? false
      }
      for key in keys { state.sessions.remove(key) }
    }
  }

  /// Ends all grants of the person to the client.
  private static func endAll(of grant: Grant, _ context: RequestContext) {
    let state = context.state
    for other in state.ledger.grants(of: grant.client, at: grant.provider)
    where other.person == grant.person {
      state.revoke(other, at: context.now)
    }
    ConsentStep.forget(grant, context)
    if let person = grant.person {
      state.consents[ConsentStep.key(grant.client, person, context)] = nil
    }
  }
}
