import HTTPMessages
import HTTPTypes
import ProviderModel

/// What a rule may ask of a request: the facts of it, put together before any room has found them out.
///
/// Apart from the turn's own, which what was only asked for must not get into.
final class RuleFacts {
  private let turn: Turn
  private let client: String?
  private let person: String?
  /// Of a sign-in that comes to its end; `nil` where a request arrives.
  private let request: AuthorizationRequest?
  /// Put together once, by the first rule that asks.
  private(set) lazy var known = found()

  init(
    _ turn: Turn, client: String?, person: String?, departing request: AuthorizationRequest? = nil
  ) {
    self.turn = turn
    self.client = client
    self.person = person
    self.request = request
  }

  private func found() -> Facts {
    let facts = Facts(
      provider: turn.provider, base: turn.place.base, variables: turn.place.variables,
      route: turn.place.route, now: turn.instants.sandbox, query: turn.reading.query,
      form: turn.reading.form, request: turn.facts.request, random: SeededGenerator(seed: 0),
      isForProgram: turn.endpoint.kind.isService)
    facts.arguments = request?.arguments ?? turn.argumentsSent()
    facts.origin = request?.sent
    facts.found = turn.facts.found
    facts.cast = turn.cast
    facts.userAgent = turn.request.headers[.userAgent] ?? ""
    if let client {
      facts.client =
        turn.client(client)
        ?? (turn.site.options.acceptsAnyClient ? turn.anyClient(client) : nil)
    }
    let session = turn.endpoint.kind.isService ? nil : turn.session
    if let session { facts.session = turn.facts(of: session) }
    if let person = person.flatMap({ turn.cast.person($0) }) {
      let since = session?.person == person.username ? session?.since : nil
      facts.person = PersonFacts(
        person: person, authTime: turn.shown(since ?? turn.now), rules: turn.cast.claims)
    }
    if turn.endpoint.kind.isService {
      let sent = turn.reading.sent?.parameters ?? []
      facts.service = ServiceFacts(body: sent, shown: sent)
      if let credential = Presented(turn).known(turn).first {
        facts.grant = CredentialIssuer.facts(
          of: credential.grant, id: credential.grant.number, scopes: credential.scopes,
          resources: credential.audience, turn)
      }
    }
    return facts
  }
}

extension Turn {
  /// The parameters of the request under their canonical names, as its room will read them.
  fileprivate func argumentsSent() -> Arguments {
    // The readers write into the turn's own: what they wrote is taken out again, and nothing was drawn.
    let kept = (facts.arguments, facts.random)
    defer { (facts.arguments, facts.random) = kept }
    switch endpoint.kind {
    case .authorize: _ = try? ParameterReading.read(AuthorizationEndpoint.sent(self), self)
    case .token, .introspect, .revoke:
      if let sent = reading.sent { try? TokenEndpoint.read(sent, self) }
    default: return Tickets.sent(self)?.ticket.request?.arguments ?? facts.arguments
    }
    return facts.arguments
  }

  func facts(of session: Session) -> SessionFacts {
    SessionFacts(authTime: shown(session.since), age: now - session.since)
  }
}
