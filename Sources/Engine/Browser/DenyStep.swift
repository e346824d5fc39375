import ProviderModel

/// A link by which a person refuses.
enum DenyStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(context), let request = ticket.request else {
      return Tickets.refused(at: context.endpoint)
    }
    context.state.tickets.remove(id)
    try context.resume(request)
    if let session = context.session { context.show(session) }
    let endpoint = context.endpoint
    let chosen = endpoint.selector.flatMap { context.reading.query.first($0) }
    let condition =
      endpoint.conditions.first { $0.value == chosen }?.condition ?? endpoint.condition
      ?? .userDenied
    return context.refuse(denial(condition, request))
  }

  static func denial(_ condition: Condition, _ request: AuthorizationRequest) -> Refusal {
    Refusal(
      condition, at: .authorize, "the person refused", clause: "RFC 6749 §4.1.2.1", remedy: ""
    ).sent(to: request)
  }
}
