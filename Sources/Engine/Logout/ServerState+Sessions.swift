import Basics
import ProviderModel

/// A session, as the control API shows it.
package struct SessionView: Sendable, Equatable {
  package let id: String
  package let provider: String
  package let person: String
  package let since: Int
  package let ends: Int
  package let clients: [String]
}

/// Sessions from the side of the server: listed and ended.
extension ServerState {
  /// The sessions of people who are signed in, the oldest first.
  package func sessions(at now: Instants) -> [SessionView] {
    live(at: now).map { view($0.session) }
  }

  /// Ends sessions.
  /// - Parameters:
  ///   - isMeant: whether a session is to end.
  ///   - request: the request that orders it.
  /// - Returns: the sessions, and the logout tokens for their clients, at most `ClientCall.most`.
  package mutating func endSessions(
    for request: Request, under prefix: String, at now: Instants, using random: inout Entropy,
    where isMeant: (SessionView) -> Bool
  ) -> (ended: [SessionView], notices: [LogoutNotice]) {
    let meant = live(at: now).filter { isMeant(view($0.session)) }
    let state = ownState()
    var notices: [LogoutNotice] = []
    for (key, session) in meant {
      state.sessions.remove(key)
      guard notices.count < ClientCall.most,
        let provider = site.providers.provider(session.provider),
        let context = context(
          at: provider.endpoint(.logout) ?? provider.endpoints.first, of: provider, for: request,
          under: prefix, state, at: now, random)
      else { continue }
      RuleBook.end(session, context)
      notices += context.notices(of: session)
    }
    return (meant.map { view($0.session) }, Array(notices.prefix(ClientCall.most)))
  }

  private func live(at now: Instants) -> [(key: String, session: Session)] {
    let instant = now.sandbox + state.aged
    return state.sessions.orderedKeys.compactMap { key in
      guard let session = state.sessions[key], session.ends > instant, !session.id.isEmpty,
        cast.person(session.person) != nil
      else { return nil }
      return (key, session)
    }
  }

  private func view(_ session: Session) -> SessionView {
    SessionView(
      id: session.id, provider: session.provider, person: session.person,
      since: session.since - state.aged, ends: session.ends - state.aged,
      clients: session.clients.map(\.client))
  }
}
