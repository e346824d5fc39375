import Basics
import ProviderModel

/// What clients are told when a session has ended.
extension RequestContext {
  /// The logout tokens for the clients of a session that want one, at a provider that sends them.
  func notices(of session: Session) -> [LogoutNotice] {
    guard let rule = provider.rule(for: .logout), case .jwt(let form) = rule.form else { return [] }
    return session.clients.compactMap { participant in
      guard let client = client(participant.client), let address = client.backChannelLogoutURI
      else { return nil }
      let change = fired.change?.tokens.first { $0.kind == .logout }?.change
      return LogoutNotice(
        address: address, person: session.person,
        facts: logoutFacts(of: session, participant, client), rule: rule, form: form,
        endpoint: endpoint.name, change: change, ordered: change == nil ? nil : fired.rule?.id,
        keys: keys, recipient: Recipient(of: client, self))
    }
  }

  /// The addresses that the browser opens in frames, one for each client of a session that wants it (OpenID Connect
  /// Front-Channel Logout §2).
  func frames(of session: Session) -> [String] {
    guard let parameters = endpoint.frontChannel else { return [] }
    return session.clients.compactMap { participant in
      guard let client = client(participant.client), let uri = client.frontChannelLogoutURI,
        WebPage.isAddress(uri)
      else { return nil }
      let facts = logoutFacts(of: session, participant, client)
      let query = QueryStyle.rfc3986.encode(facts.parameters(parameters))
      if query.isEmpty { return uri }
      return uri + (uri.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
    }
  }

  /// The facts of a client in a session, at the address where its tokens were issued.
  private func logoutFacts(
    of session: Session, _ participant: Session.Participant, _ client: Client
  ) -> Facts {
    let found = Facts(
      provider: provider, base: participant.base, variables: participant.variables,
      route: place.route, now: instants.sandbox, query: Parameters(), form: Parameters(),
      request: RequestFacts(method: "POST", path: "/", rawQuery: ""),
      random: SeededGenerator(seed: random.next()))
    found.client = client
    found.session = facts(of: session)
    if let person = self.person(session.person) {
      found.person = PersonFacts(
        person: person, authTime: shown(session.since), rules: cast.claims)
    }
    return found
  }
}
