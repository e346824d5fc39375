import Basics
import HTTPTypes
import ProviderModel

/// The consent page and its buttons, and what is known of consent without them.
enum ConsentStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, asked) = Tickets.sentForGrant(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    var request = asked
    try context.resume(request)
    context.facts.ticket = id
    guard let session = context.session else { return Tickets.refused(at: context.endpoint) }
    context.show(session)
    guard context.request.method == .post else {
      return context.page(context.provider.flow.first(.consent)?.page ?? "consent")
    }
    context.state.tickets.remove(id)
    if let denied = context.endpoint.denied, context.facts.holds(denied) {
      return context.refuse(DenyStep.denial(.userDenied, request))
    }
    let ticked = context.reading.form.values(scopeField)
    if !ticked.isEmpty || context.reading.query.first(PageFacts.chosenMark) != nil {
      request = request.keeping(request.scopes.filter(ticked.contains))
      context.show(request)
    }
    // Scopes that add up are remembered as they are issued.
    if !context.provider.scope.accumulates { remember(request, context) }
    return try BrowserFlow.issue(request, context)
  }

  /// The ticked box of a scope. Of boxes that are not ticked nothing is sent, so where a page has some, its button says it
  /// in the address: a form without boxes leaves no scope out.
  static let scopeField = "understudy_scope"

  /// Whether what the person says is known without asking; throws what a refusing person comes to.
  static func isAnswered(
    _ request: inout AuthorizationRequest, _ context: RequestContext
  ) throws(Refusal) -> Bool {
    switch context.standing.consent(of: context.fate(of: context.session?.person)) {
    case nil: return context.standing.person != nil && Sessions.byCookie(context) == nil
    case .granted: return true
    case .denied: throw DenyStep.denial(.userDenied, request)
    case .scopes(let scopes):
      request = request.keeping(request.scopes.filter { scopes.contains($0) })
      context.show(request)
      return true
    }
  }

  private static func key(_ request: AuthorizationRequest, _ context: RequestContext) -> String {
    key(request.client, context.session?.person ?? "", context)
  }

  /// The place of what a person has allowed a client.
  static func key(_ client: String, _ person: String, _ context: RequestContext) -> String {
    [context.provider.id, client, person].map(ExactText.key).joined(separator: " ")
  }

  /// The scopes that this person has allowed this client so far; `nil` before the first consent.
  static func agreed(_ request: AuthorizationRequest, _ context: RequestContext) -> Set<String>? {
    context.state.consents[key(request, context)]
  }

  /// The request with the scopes that were allowed before, at a provider whose grants accumulate them.
  static func accumulated(
    _ request: AuthorizationRequest, _ context: RequestContext
  ) -> AuthorizationRequest {
    let earlier = (agreed(request, context) ?? []).subtracting(request.scopes).sorted()
    return earlier.isEmpty ? request : request.keeping(request.scopes + earlier)
  }

  static func isKnown(_ request: AuthorizationRequest, _ context: RequestContext) -> Bool {
    // Consent to authorization details is asked for each time.
    if case .json = request.arguments[AuthorizationDetailsRule.parameter] { return false }
    return agreed(request, context)?.isSuperset(of: request.scopes) ?? false
  }

  static func remember(_ request: AuthorizationRequest, _ context: RequestContext) {
    context.state.consents[key(request, context), default: []].formUnion(request.scopes)
  }
}
