import Basics
import ProviderModel

/// The way from a good authorization request to its answer: login, choice and consent, as far as they are needed.
enum BrowserFlow {
  /// Goes through the steps that are not done, then answers.
  static func proceed(_ asked: AuthorizationRequest, _ context: RequestContext) throws(Refusal)
    -> Outcome
  {
    var request = asked
    context.show(request)
    let prompts = context.parameter("prompt").split(separator: " ")
    let isSilent = prompts.contains("none")
    if let session = context.session { context.facts.session = context.facts(of: session) }
    ConsentStep.show(request, context)
    if let session = context.session, context.provider.flow.steps.contains(where: \.namesPerson) {
      context.show(session)
    }
    for step in context.provider.flow.steps
    where context.facts.holds(step.when) || ConsentStep.isOfDevice(step, request) {
      switch step.kind {
      case .login:
        let hinted = IDTokenHint.mismatch(request, context)
        let mismatch = hinted ?? ClaimsCheck.mismatch(request, context)
        let isForced =
          !request.freshLogin
          && (mismatch != nil || context.facts.holds(step.force)
            || StepUp.isTooWeak(request, context))
        if context.session != nil, !isForced || context.standing.person != nil {
          if let mismatch { throw mismatch }
          continue
        }
        if isSilent {
          if let hinted { throw hinted }
          let why =
            context.session == nil ? "nobody is signed in" : "the person has to sign in again"
          throw silent(.loginRequired, why, request)
        }
        if let person = context.standing.answer.person, context.fate(of: person) == .locked {
          Tickets.make(context, request, inLink: step.enter != nil, for: step.kind)
          let page = context.page(step.page, message: LoginStep.lockedMessage)
          return LoginStep.lockedOut(
            person, step.enter.map { context.go(to: $0, .goesOn(step.name)) } ?? page)
        }
      case .consent:
        if context.facts.holds(context.provider.scope.accumulates) {
          request = ConsentStep.accumulated(request, context)
          context.show(request)
        }
        if try ConsentStep.isAnswered(&request, context) {
          // Such consent is not remembered as that of a page is, so what was granted counts.
          let granted = context.facts.consent.flatMap { $0.isFirst ? nil : Set($0.scopes) }
          if ConsentStep.asks(step, request, after: granted, context) {
            request = request.afterConsent()
          }
          continue
        }
        let agreed = ConsentStep.agreed(request, context)
        if !ConsentStep.asks(step, request, after: agreed, context) { continue }
        if isSilent {
          throw silent(.consentRequired, "consent has not been given", request)
        }
        if let session = context.session { context.show(session) }
      case .choose:
        if request.hasChosen { continue }
        if context.standing.person != nil, ChoiceStep.takeFirst(&request, context) { continue }
        if let endpoint = context.provider.endpoint(.choose) {
          ChoiceStep.offer(at: endpoint, context)
        }
      case .hop:
        if request.hops?.contains(step.name) == true { continue }
        request = request.passing(step.name)
      default: break
      }
      // The poll of a device reaches no page: the standing answer decides.
      if context.endpoint.kind.isService { continue }
      Tickets.make(context, request, inLink: step.enter != nil, for: step.kind)
      return enter(step, context)
    }
    _ = try ConsentStep.isAnswered(&request, context)
    if [.authorize, .login].contains(context.endpoint.kind), Sessions.byCookie(context) != nil,
      let finish = context.provider.flow.finish
    {
      Tickets.make(context, request)
      return context.go(to: finish)
    }
    return try issue(request, context)
  }

  static func enter(_ step: Flow.Step, _ context: RequestContext) -> Outcome {
    step.enter.map { context.go(to: $0, .goesOn(step.name)) } ?? context.page(step.page)
  }

  private static func silent(
    _ condition: Condition, _ why: String, _ request: AuthorizationRequest
  ) -> Refusal {
    let prompt = request.arguments.text("prompt")
    return Refusal(
      condition, at: .authorize, facts: [("value", prompt)],
      "\(why) and prompt=\(prompt) forbids asking",
      remedy: "sign in first, or leave prompt=none out"
    ).sent(to: request)
  }

  private static func checkRecipient(
    _ request: AuthorizationRequest, _ context: RequestContext
  ) throws(Refusal) {
    let issues = context.provider.answer(to: request.responseType)?.issues ?? []
    do throws(Refusal) {
      if ResponseMode.isSigned(request.mode) {
        try RegisteredAlgorithm.check(.response, at: .authorize, context)
        try Recipient.check(.response, at: .authorize, context)
      }
      if issues.contains(where: { $0.kind == .id }) {
        try RegisteredAlgorithm.check(.idToken, at: .authorize, context)
        try Recipient.check(.idToken, at: .authorize, context)
      }
    } catch {
      throw error.sent(to: request)
    }
  }

  /// Hands out what the answer to this response type gives, or tells the device when it polls.
  static func issue(_ asked: AuthorizationRequest, _ context: RequestContext) throws(Refusal)
    -> Outcome
  {
    var request = asked
    guard let session = context.session else {
      throw Refusal(
        .notSignedIn, at: .authorize, "nobody is signed in", remedy: "sign in before going on"
      ).sent(to: request)
    }
    context.show(request)
    context.show(session)
    ConsentStep.show(request, context)
    try RuleBook.depart(context, request)
    if let scopes = context.fired.change?.scopes {
      request = request.keeping(request.scopes.filter { scopes.contains($0) })
      context.show(request)
    }
    if let mismatch = IDTokenHint.mismatch(request, context)
      ?? ClaimsCheck.mismatch(request, context)
    {
      throw mismatch
    }
    do throws(Refusal) {
      try FixtureChecks.pass(.session, context)
    } catch {
      throw error.sent(to: request)
    }
    try checkRecipient(request, context)
    // Also without a consent page, by a standing answer.
    if context.facts.holds(context.provider.scope.accumulates) {
      ConsentStep.remember(request, context)
    }
    let consent = ConsentStep.record(request, by: session.person, context)
    if let device = request.device {
      return try DeviceStep.approve(device, request, by: session, consent, context)
    }
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: request.client,
      person: session.person, type: request.responseType, scopes: request.scopes,
      redirectURI: request.target?.uri ?? "",
      sentRedirectURI: !context.parameter("redirect_uri").isEmpty, arguments: request.arguments,
      bound: CredentialIssuer.newBoundValues(context), authTime: session.since, issued: context.now,
      session: Sessions.join(request.client, context),
      acr: StepUp.named(session, for: request.arguments, context), consent: consent)
    let issued = CredentialIssuer.issue(
      context.provider.answer(to: request.responseType)?.issues ?? [], of: grant,
      scopes: request.scopes, resources: grant.resources, details: grant.details, context)
    return Outcome(.granted(request), .granted(request.responseType), issued: issued)
  }
}
