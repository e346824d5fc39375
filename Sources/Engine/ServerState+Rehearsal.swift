import ProviderModel

/// HEAD: what GET would answer (RFC 9110 §9.3.2), while nothing happens.
extension ServerState {
  /// Decides on copies of the state and of the generator, and gives both up: nobody is signed in, nothing is issued,
  /// redeemed or spent, no rule has fired, and the next request finds everything as it was.
  func rehearse(
    _ reading: RoutedRequest, _ place: RouteMatch, with documents: FetchedDocuments,
    at now: Instants, _ random: Entropy
  ) -> Decision {
    let context = RequestContext(
      reading, place, cast: cast, standing: standing, State(copying: state), at: now,
      Entropy(copying: random))
    context.take(documents)
    let decision = context.decide()
    decision.isRehearsal = true
    // A cookie is a deed too, at the browser's: it would name a session or a ticket that is given up, in the place of
    // one that lives. RFC 9110 §9.3.2 lets a field be left out.
    decision.cookies = []
    decision.outcome.issued.keys = []
    decision.log.rehearsed()
    return decision
  }
}
