import Basics
import HTTPTypes
import ProviderModel

/// What a rule may ask about a request: its facts, gathered before any step has decided anything.
///
/// They are kept apart from the context's facts, which hold only what the steps have found.
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
    let facts = Facts(ofRequestIn: context.facts)
    if let request { facts.arguments = request.arguments } else { readArguments(into: facts) }
    facts.origin = request?.sent
    facts.found = context.facts.found
    facts.cast = context.cast
    facts.resource = context.facts.resource
    facts.mcp = context.facts.mcp
    if let client {
      facts.client =
        context.client(client)
        ?? (context.site.options.acceptsAnyClient ? context.anyClient(client) : nil)
    }
    let isService = request == nil && context.endpoint.kind.isService
    let session = !context.endpoint.kind.isForBrowsers && request == nil ? nil : context.session
    if let session { facts.session = context.facts(of: session) }
    if let person = person.flatMap({ context.person($0) }) {
      facts.person = PersonFacts(
        person: person, authTime: context.shown(session?.since ?? context.now),
        rules: context.cast.claims)
    }
    if isService {
      let sent = context.reading.sent ?? ServiceRequest()
      facts.service = ServiceFacts(
        body: sent.parameters, shown: sent.parameters, document: sent.document)
      if let credential = Presented(context).known(context).first {
        facts.grant = CredentialIssuer.facts(
          of: credential.grant, id: credential.grant.number, scopes: credential.scopes,
          resources: credential.audience, details: credential.details, context)
      }
    }
    return facts
  }

  /// The parameters of the request under their canonical names, as its step will read them.
  private func readArguments(into facts: Facts) {
    switch context.endpoint.kind {
    case .authorize, .pushedAuthorization:
      if let counting = RequestCarrier.unverified(context) ?? RequestCarrier.sent(context) {
        _ = try? ParameterReading.read(counting, into: facts)
      }
    case .token, .introspect, .revoke, .deviceAuthorization:
      if let sent = context.reading.sent { try? TokenEndpoint.read(sent, into: facts) }
    default:
      facts.arguments =
        Tickets.sent(context)?.ticket.request?.arguments ?? context.facts.arguments
    }
  }
}

extension RequestContext {
  func facts(of session: Session) -> SessionFacts {
    SessionFacts(authTime: shown(session.since), age: now - session.since, id: session.id)
  }
}
