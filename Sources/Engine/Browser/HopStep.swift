import ProviderModel

/// A step that only passes the browser on.
enum HopStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    context.facts.ticket = id
    if let request = ticket.request { try context.resume(request) }
    if let then = context.endpoint.then { return context.go(to: then) }
    if let refusal = ticket.refusal { throw refusal }
    guard let request = ticket.request else { return Tickets.refused(at: context.endpoint) }
    context.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, context)
  }
}
