import Basics
import HTTPTypes
import ProviderModel

/// The consent page and its buttons, and what is known of consent without them.
enum ConsentStep {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    guard let (id, waiting) = Tickets.sentForGrant(context) else {
      return Tickets.refused(at: context.endpoint)
    }
    var request = waiting.afterConsent()
    try context.resume(request)
    context.facts.ticket = id
    guard let session = context.session else { return Tickets.refused(at: context.endpoint) }
    context.show(session)
    guard context.request.method == .post else {
      return context.page(context.provider.flow.first(.consent)?.page ?? "consent")
    }
    if let page = context.pageForAnother { return page }
    context.state.tickets.remove(id)
    if let denied = context.endpoint.denied, context.facts.holds(denied) {
      return context.refuse(DenyStep.denial(.userDenied, request))
    }
    let ticked = context.reading.form.values(scopeField)
    if !ticked.isEmpty || context.reading.query.first(PageFacts.chosenMark) != nil {
      try narrow(&request, to: ticked, context)
    }
    // Scopes that add up are remembered as they are issued.
    if !context.facts.holds(context.provider.scope.accumulates) { remember(request, context) }
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
      try narrow(&request, to: Array(scopes), context)
      return true
    }
  }

  static let openIDClause = "OpenID Connect Core §3.1.2.1"

  /// Leaves out the scopes that the person does not allow.
  ///
  /// A response type with `id_token` must yield an ID token (OpenID Connect Core §3.2.2.5), which needs the scope `openid`. So a
  /// person who does not allow `openid` denies such a request.
  private static func narrow(
    _ request: inout AuthorizationRequest, to allowed: [String], _ context: RequestContext
  ) throws(Refusal) {
    let asked = request.scopes
    request = request.keeping(asked.filter(allowed.contains))
    var arguments = request.arguments
    context.provider.keepClaims(&arguments, where: allowed.contains)
    request = request.with(arguments)
    context.show(request)
    let issues = context.provider.answer(to: request.responseType)?.issues ?? []
    guard asked.contains("openid"), !request.scopes.contains("openid"),
      issues.contains(where: { $0.kind == .id })
    else { return }
    throw Refusal(
      .userDenied, at: .authorize,
      "the person allows no openid, and response_type=\(request.responseType) yields an ID token",
      clause: openIDClause, remedy: "allow openid, or send response_type=code"
    ).sent(to: request)
  }

  private static func key(_ request: AuthorizationRequest, _ context: RequestContext) -> String {
    key(request.client, context.session?.person ?? "", context)
  }

  /// The place of what a person has allowed a client.
  static func key(_ client: String, _ person: String, _ context: RequestContext) -> String {
    if let known = context.consentKey, ExactText.same(known.client, client),
      ExactText.same(known.person, person)
    {
      return known.key
    }
    let key = [context.provider.id, client, person].map(ExactText.key).joined(separator: " ")
    context.consentKey = (client, person, key)
    return key
  }

  /// The scopes that this person has allowed this client so far; `nil` before the first consent.
  static func agreed(_ request: AuthorizationRequest, _ context: RequestContext) -> Set<String>? {
    context.state.consents[key(request, context)]
  }

  /// The request with the scopes that were granted before, where the provider's grants accumulate them.
  static func accumulated(
    _ request: AuthorizationRequest, _ context: RequestContext
  ) -> AuthorizationRequest {
    guard let person = context.session?.person else { return request }
    let known = context.state.granted[key(request.client, person, context)] ?? []
    let earlier = Set(known).subtracting(request.scopes).sorted()
    return earlier.isEmpty ? request : request.keeping(request.scopes + earlier)
  }

  /// Whether a stage asks for consent to a device. Somebody else may have started the device, so the person always decides,
  /// whatever the stage says (RFC 8628 §5.4).
  static func isOfDevice(_ step: Flow.Step, _ request: AuthorizationRequest) -> Bool {
    step.kind == .consent && request.device != nil
  }

  /// Whether a stage asks, after this consent.
  /// - Parameter agreed: the scopes that the person has agreed to; `nil` before the first consent.
  static func asks(
    _ step: Flow.Step, _ request: AuthorizationRequest, after agreed: Set<String>?,
    _ context: RequestContext
  ) -> Bool {
    if isOfDevice(step, request) { return true }
    guard step.ask == .new, !context.facts.holds(step.force) else { return step.ask != .never }
    // Consent to authorization details is asked for each time.
    if case .json = request.arguments[AuthorizationDetailsRule.parameter] { return true }
    return agreed.map { !$0.isSuperset(of: needed(request, context)) } ?? true
  }

  static func remember(_ request: AuthorizationRequest, _ context: RequestContext) {
    context.state.consents[key(request, context), default: []].formUnion(needed(request, context))
  }

  // MARK: What was granted

  /// The scopes that a person has granted a client so far, with a page or without one.
  static func granted(_ grant: Grant, _ context: RequestContext) -> [String] {
    grant.person.flatMap { context.state.granted[key(grant.client, $0, context)] } ?? []
  }

  /// Shows what the person has granted before, while a request is on its way.
  static func show(_ request: AuthorizationRequest, _ context: RequestContext) {
    guard let person = context.session?.person else {
      context.facts.consent = nil
      return
    }
    let known = context.state.granted[key(request.client, person, context)]
    context.facts.consent = ConsentFacts(
      isAsked: request.isAsked, isFirst: known == nil, scopes: known ?? [])
  }

  /// Remembers what a person grants a client.
  static func record(
    _ request: AuthorizationRequest, by person: String, _ context: RequestContext
  ) -> Grant.Consent {
    let key = key(request.client, person, context)
    let known = context.state.granted[key]
    if let known, request.scopes.allSatisfy(known.contains) {
      return Grant.Consent(isAsked: request.isAsked, isFirst: false)
    }
    let scopes = Array(((known ?? []) + request.scopes).unique.suffix(State.mostScopesGranted))
    context.state.granted.insert(
      scopes, for: key, ends: .max,
      bytes: key.utf8.count + scopes.reduce(0) { $0 + $1.utf8.count + 16 })
    return Grant.Consent(isAsked: request.isAsked, isFirst: known == nil)
  }

  /// Forgets what was granted, after a revocation: the next grant is the first again.
  static func forget(_ grant: Grant, _ context: RequestContext) {
    guard let person = grant.person else { return }
    context.state.granted.remove(key(grant.client, person, context))
  }

  /// The scopes of a request, and those of the claims that it asks for.
  private static func needed(
    _ request: AuthorizationRequest, _ context: RequestContext
  ) -> [String] {
    let client = context.client(request.client)
    return request.scopes + context.provider.claimScopes(request.arguments, for: client)
  }
}
