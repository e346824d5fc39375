import ProviderModel

/// A step that only passes the browser on.
enum HopStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, ticket) = Tickets.sent(turn) else { return Tickets.refused(turn) }
    turn.facts.ticket = id
    if let request = ticket.request { turn.show(request) }
    if let then = turn.endpoint.then { return turn.go(to: then) }
    if let refusal = ticket.refusal { throw refusal }
    guard let request = ticket.request else { return Tickets.refused(turn) }
    turn.state.tickets.remove(id)
    return try BrowserFlow.proceed(request, turn)
  }
}
