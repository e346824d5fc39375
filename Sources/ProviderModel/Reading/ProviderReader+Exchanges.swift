import Basics

/// Checks that the grants of token exchange (RFC 8693) are complete.
extension ProviderReader {
  func checkExchanges() {
    for (name, rule) in body.token.grants where rule.kind == .exchange {
      let pointer = JSONPointer.appending(name, to: "/token/grants")
      func report(_ sentence: String) {
        findings.error(tree.value(at: pointer), pointer, sentence)
      }
      guard let exchange = rule.exchange else {
        report("a grant of the kind exchange needs the member \"exchange\"")
        continue
      }
      if exchange.requested.isEmpty, rule.issues.isEmpty {
        report("the exchange issues nothing; add \"requested_token_types\" or \"issues\"")
      }
      if !exchange.actors.isEmpty, !reads("actor_token") {
        report(
          "the token endpoint reads no actor_token; add \"actor_token\": {} to token.parameters")
      }
      if exchange.requested.contains(where: \.rule.isForOtherServer), !reads("audience") {
        report(
          "the token endpoint reads no audience; add \"audience\": { \"many\": true } to token.parameters"
        )
      }
      if (exchange.subjects + exchange.actors).contains(where: { $0.sources.contains(.id) }),
        exchange.issuer.source.isEmpty
      {
        report("an ID token is taken of no issuer; add \"issuer\" to exchange")
      }
    }
  }

  private func reads(_ name: String) -> Bool {
    body.token.parameters.contains { $0.name == name }
  }
}
