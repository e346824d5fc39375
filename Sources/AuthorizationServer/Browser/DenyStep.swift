import ProviderModel

/// A link by which a person refuses.
enum DenyStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(turn), let request = ticket.request else {
      return Tickets.refused(turn)
    }
    turn.state.tickets.remove(id)
    turn.show(request)
    if let session = turn.session { turn.show(session) }
    let endpoint = turn.endpoint
    let chosen = endpoint.selector.flatMap { turn.reading.query.first($0) }
    let condition =
      endpoint.conditions.first { $0.value == chosen }?.condition ?? endpoint.condition
      ?? .userDenied
    return turn.refuse(denial(condition, request))
  }

  static func denial(_ condition: Condition, _ request: AuthorizationRequest) -> Refusal {
    Refusal(
      condition, at: .authorize, "the person refused", clause: "RFC 6749 §4.1.2.1", remedy: ""
    ).sent(to: request)
  }
}
