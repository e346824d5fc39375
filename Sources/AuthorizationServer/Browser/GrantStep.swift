import ProviderModel

/// A grant by a link of the provider's own: its ticket is bound to the browser and spent once.
enum GrantStep {
  static func decide(_ turn: Turn) throws(Refusal) -> Outcome {
    guard let (id, asked) = Tickets.sentForGrant(turn) else {
      return Tickets.refused(turn)
    }
    var request = asked
    turn.state.tickets.remove(id)
    turn.show(request)
    // Where no page asks for consent, the sign-in itself ends in what the person says.
    _ = try ConsentStep.isAnswered(&request, turn)
    if turn.session != nil { ConsentStep.remember(request, turn) }
    return try BrowserFlow.issue(request, turn)
  }
}
