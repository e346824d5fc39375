import ProviderModel

/// What a token is (RFC 7662): whatever is not good for use is inactive, and no more is said.
enum IntrospectionEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try TokenEndpoint.read(sent, into: context.facts)
    try FixtureChecks.pass(context.endpoint.service.checks, early: true, context)
    // RFC 7662 §2.1: the caller must be authorized, so a public client may not ask.
    _ = try ServiceClient.pass(sent, .secret, context)
    let (status, text) = try PresentedToken.find(sent, context)
    context.facts.token = .inactive(status.word)
    if case .live(let credential) = status { context.show(credential, sentAs: text) }
    try FixtureChecks.pass(context.endpoint.service.checks, context)
    return Outcome(.answered(context.endpoint.service.answer), .introspected)
  }
}
