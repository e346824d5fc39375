import Basics
import HTTPTypes
import ProviderModel

/// What a rule may ask of a request: the facts of it, put together before any room has found them out.
///
/// Apart from the context's own, which what was only asked for must not get into.
final class RuleFacts {
  private let context: RequestContext
  private let client: String?
  private let person: String?
  /// Of a sign-in that comes to its end; `nil` where a request arrives.
  private let request: AuthorizationRequest?
  /// Put together once, by the first rule that asks.
  private(set) lazy var known = found()

  init(
    _ context: RequestContext, client: String?, person: String?,
    departing request: AuthorizationRequest? = nil
  ) {
    self.context = context
    self.client = client
    self.person = person
    self.request = request
  }

  private func found() -> Facts {
    let facts = Facts(
      provider: context.provider, base: context.place.base, variables: context.place.variables,
      route: context.place.route, now: context.instants.sandbox, query: context.reading.query,
      form: context.reading.form, request: context.facts.request, random: SeededGenerator(seed: 0),
      isForProgram: context.endpoint.kind.isService)
    facts.arguments = request?.arguments ?? context.argumentsSent()
    facts.origin = request?.sent
    facts.found = context.facts.found
    facts.cast = context.cast
    facts.userAgent = context.request.headers[.userAgent] ?? ""
    if let client {
      facts.client =
        context.client(client)
        ?? (context.site.options.acceptsAnyClient ? context.anyClient(client) : nil)
    }
    let session = context.endpoint.kind.isService ? nil : context.session
    if let session { facts.session = context.facts(of: session) }
    if let person = person.flatMap({ context.cast.person($0) }) {
      let since = session?.person == person.username ? session?.since : nil
      facts.person = PersonFacts(
        person: person, authTime: context.shown(since ?? context.now), rules: context.cast.claims)
    }
    if context.endpoint.kind.isService {
      let sent = context.reading.sent?.parameters ?? []
      facts.service = ServiceFacts(body: sent, shown: sent)
      if let credential = Presented(context).known(context).first {
        facts.grant = CredentialIssuer.facts(
          of: credential.grant, id: credential.grant.number, scopes: credential.scopes,
          resources: credential.audience, context)
      }
    }
    return facts
  }
}

extension RequestContext {
  /// The parameters of the request under their canonical names, as its room will read them.
  fileprivate func argumentsSent() -> CanonicalParameters {
    // The readers write into the context's own: what they wrote is taken out again, and nothing was drawn.
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
