import ProviderModel

/// A grant by a link of the provider's own: its ticket is bound to the browser and spent once.
enum GrantStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, asked) = Tickets.sentForGrant(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    // The link of a consent page, or one where nothing was asked.
    let isAsked = context.state.tickets[id]?.step == .consent
    var request = isAsked ? asked.afterConsent() : asked
    try context.resume(request)
    if isAsked, context.request.method == .post {
      context.facts.ticket = id
      if let page = context.pageForAnother { return page }
    }
    context.state.tickets.remove(id)
    // Where no page asks for consent, the sign-in itself ends in what the person says.
    _ = try ConsentStep.isAnswered(&request, context)
    if context.session != nil { ConsentStep.remember(request, context) }
    return try BrowserFlow.issue(request, context)
  }
}
