import ProviderModel

/// HEAD: what GET would answer (RFC 9110 §9.3.2), while nothing happens.
extension ServerState {
  /// Decides on copies of the state and of the generator, and gives both up: nobody is signed in, nothing is issued,
  /// redeemed or spent, no rule has fired, and the next request finds everything as it was. Proofs of possession and their
  /// nonces stay.
  func rehearse(
    _ reading: RoutedRequest, _ place: RouteMatch, with documents: FetchedDocuments,
    at now: Instants, _ random: Entropy
  ) -> Decision {
    let context = RequestContext(
      reading, place, cast: cast, standing: standing, State(copying: state), at: now,
      Entropy(copying: random))
    context.take(documents)
    let decision = context.decide()
    keepProofs(of: context, random)
    decision.isRehearsal = true
    // A cookie is a deed too, at the browser's: it would name a session or a ticket that is given up, in the place of
    // one that lives. RFC 9110 §9.3.2 lets a field be left out.
    decision.cookies = []
    decision.outcome.issued.keys = []
    decision.log.rehearsed()
    return decision
  }

  /// HEAD uses up its proof, and the client may send the nonce of the response (RFC 9449 §§8, 11.1).
  private func keepProofs(of context: RequestContext, _ random: Entropy) {
    guard context.state.isChanged else { return }
    let (id, made) = (context.provider.id, context.state.dpopNonces)
    if made[id]?.newest != state.dpopNonces[id]?.newest {
      // The copy has drawn the nonce: with a seed, these words would come again.
      for _ in 0..<DPoPNonces.words { _ = random.next() }
    }
    state.dpopNonces = made
    state.proofs = context.state.proofs
  }
}
