import JSON
import ProviderModel

/// The way from a good authorization request to its answer: login, choice and consent, as far as they are needed.
enum BrowserFlow {
  /// Goes through the steps that are not done, then answers.
  static func proceed(_ asked: AuthorizationRequest, _ turn: Turn) throws(Refusal) -> Outcome {
    var request = asked
    turn.show(request)
    let prompts = turn.parameter("prompt").split(separator: " ")
    let isSilent = prompts.contains("none")
    if let session = turn.session { turn.facts.session = turn.facts(of: session) }
    for step in turn.provider.flow.steps where turn.facts.holds(step.when) {
      switch step.kind {
      case .login:
        let mismatch = ClaimsCheck.mismatch(request, turn)
        let isForced = !request.freshLogin && (mismatch != nil || turn.facts.holds(step.force))
        if turn.session != nil, !isForced || turn.standingPerson != nil {
          if let mismatch { throw mismatch }
          continue
        }
        if isSilent { throw silent(.loginRequired, "nobody is signed in", request, turn) }
        if let person = turn.standingAnswer.person, turn.fate(of: person) == .locked {
          Tickets.make(turn, request, inLink: step.enter != nil, for: step.kind)
          let page = turn.page(step.page, message: LoginStep.lockedMessage)
          return LoginStep.lockedOut(
            person, step.enter.map { turn.go(to: $0, .goesOn(step.name)) } ?? page)
        }
      case .consent:
        if try ConsentStep.isAnswered(&request, turn) { continue }
        if step.ask == .never { continue }
        if step.ask == .new, !turn.facts.holds(step.force), ConsentStep.isKnown(request, turn) {
          continue
        }
        if isSilent { throw silent(.consentRequired, "consent has not been given", request, turn) }
        if let session = turn.session { turn.show(session) }
      case .choose:
        if turn.standingPerson != nil, ChoiceStep.takeFirst(&request, turn) { continue }
      default: break
      }
      Tickets.make(turn, request, inLink: step.enter != nil, for: step.kind)
      return enter(step, turn)
    }
    _ = try ConsentStep.isAnswered(&request, turn)
    if [.authorize, .login].contains(turn.endpoint.kind), Sessions.byCookie(turn) != nil,
      let finish = turn.provider.flow.finish
    {
      Tickets.make(turn, request)
      return turn.go(to: finish)
    }
    return try issue(request, turn)
  }

  static func enter(_ step: Flow.Step, _ turn: Turn) -> Outcome {
    step.enter.map { turn.go(to: $0, .goesOn(step.name)) } ?? turn.page(step.page)
  }

  private static func silent(
    _ condition: Condition, _ why: String, _ request: AuthorizationRequest, _ turn: Turn
  ) -> Refusal {
    let prompt = turn.parameter("prompt")
    return Refusal(
      condition, at: .authorize, facts: [("value", prompt)],
      "\(why) and prompt=\(prompt) forbids asking",
      remedy: "sign in first, or leave prompt=none out"
    ).sent(to: request)
  }

  /// Hands out what the answer to this response type gives.
  static func issue(_ asked: AuthorizationRequest, _ turn: Turn) throws(Refusal) -> Outcome {
    var request = asked
    guard let session = turn.session, let answer = turn.provider.answer(to: request.responseType)
    else {
      throw Refusal(
        .notSignedIn, at: .authorize, "nobody is signed in", remedy: "sign in before going on"
      ).sent(to: request)
    }
    turn.show(request)
    turn.show(session)
    try RuleBook.depart(turn, request)
    if let scopes = turn.rule?.effect.change?.scopes {
      request = request.keeping(request.scopes.filter { scopes.contains($0) })
      turn.show(request)
    }
    if let mismatch = ClaimsCheck.mismatch(request, turn) { throw mismatch }
    do throws(Refusal) {
      try OwnChecks.pass(.session, turn)
    } catch {
      throw error.sent(to: request)
    }
    let grant = Grant(
      number: turn.state.ledger.nextGrant, provider: turn.provider.id, client: request.client,
      person: session.person, type: request.responseType, scopes: request.scopes,
      redirectURI: request.target.uri,
      sentRedirectURI: !turn.parameter("redirect_uri").isEmpty, arguments: request.arguments,
      bound: CredentialIssuer.boundValues(turn), authTime: session.since, issued: turn.now)
    CredentialIssuer.give(
      answer.gives, of: grant, scopes: request.scopes, resources: grant.resources, turn)
    return Outcome(.granted(request), .granted(request.responseType))
  }
}
