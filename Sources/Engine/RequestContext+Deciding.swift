import Basics
import HTTPTypes
import ProviderModel

extension RequestContext {
  func decide() -> Decision {
    if let name = Sessions.name(of: provider.browserCookie, self) {
      cookies.browser = cookies[name]
    }
    let outcome: Outcome
    do throws(Refusal) {
      try Variables.look(up: self)
      try ResourceLookup.find(self)
      if let ordered = try RuleBook.arrive(self) {
        outcome = ordered
      } else {
        outcome = try dispatch()
      }
    } catch {
      outcome = refuse(error)
      // The client sends the request again, with the nonce of the response (RFC 9449 §8).
      if Condition.dpopNonces.contains(error.condition) { assertionUse = nil }
    }
    assertionUse?.remember(self)
    return finish(outcome)
  }

  /// The step that decides on this request.
  ///
  /// Some providers have one address for the authorization request and for the form of the consent page, which brings
  /// its ticket.
  var step: EndpointKind {
    guard endpoint.kind == .authorize, let ticket = endpoint.ticket,
      reading.form.first(ticket) != nil
    else { return endpoint.kind }
    return .consent
  }

  private func dispatch() throws(Refusal) -> Outcome {
    switch step {
    case .authorize: try AuthorizationEndpoint.decide(self)
    case .login: try LoginStep.decide(self)
    case .consent: try ConsentStep.decide(self)
    case .grant: try GrantStep.decide(self)
    case .deny: try DenyStep.decide(self)
    case .choose: try ChoiceStep.decide(self)
    case .hop: try HopStep.decide(self)
    case .logout: try LogoutStep.decide(self)
    case .device: try DeviceStep.decide(self)
    case .token: try TokenEndpoint.decide(self)
    case .deviceAuthorization: try DeviceAuthorizationEndpoint.decide(self)
    case .pushedAuthorization: try PushedAuthorizationEndpoint.decide(self)
    case .resource: try ResourceEndpoint.decide(self)
    case .mcp: try MCPEndpoint.decide(self)
    case .introspect: try IntrospectionEndpoint.decide(self)
    case .revoke: try RevocationEndpoint.decide(self)
    case .register: try RegistrationEndpoint.decide(self)
    case .registration: try ConfigurationEndpoint.decide(self)
    case .document, .fedCMConfig: Outcome(.answered(endpoint.service.answer), .answered)
    case .fedCMAccounts: try FedCMEndpoint.accounts(self)
    case .fedCMClientMetadata: try FedCMEndpoint.clientMetadata(self)
    case .fedCMAssertion: try FedCMAssertion.decide(self)
    case .fedCMDisconnect: try FedCMEndpoint.disconnect(self)
    case .page: Outcome(.page(endpoint.page ?? ""), .page)
    }
  }

  /// How long people take whose provider is slow, in milliseconds.
  private static let slowness = 3000

  /// A condition that the engine, a check or a rule has found, ready to be written.
  func refuse(_ found: Refusal) -> Outcome {
    var refusal = MCPEndpoint.inBand(found, self)
    if refusal.target != nil || refusal.device != nil, let asking {
      do throws(Refusal) { try RuleBook.depart(self, asking) } catch { refusal = error }
    }
    if let device = refusal.device,
      !state.deny(device, by: session?.person, for: refusal.condition, at: now, in: cast)
    {
      refusal = DeviceStep.stopped
    }
    if refusal.device == nil, Condition.userCodes.contains(refusal.condition) {
      // The page shows its form again.
      Tickets.make(self, nil)
    }
    if refusal.condition == .authenticationInsufficient { StepUp.challenge(self) }
    DPoPNonces.offer(for: refusal.condition, self)
    facts.dpop.isPresented = TokenBinding.isPresented(in: self)
    // It may be told at a later request than the one that it is about.
    if let arguments = refusal.arguments { facts.arguments = arguments }
    facts.error = refusal.facts.map { fact in
      // A parameter has the name by which the client has to send it.
      let isParameter = fact.name == "param"
      return (
        fact.name,
        .text(isParameter ? provider.wire(fact.value, at: endpoint.kind) : fact.value)
      )
    }
    if let id = refusal.client, let client = client(id) { facts.client = client }
    var outcome = Outcome(.refused(refusal), .refused(refusal.condition))
    outcome.why = refusal.sentence
    outcome.remedy = refusal.remedy
    outcome.clause = refusal.clause
    return outcome
  }

  /// What the writer needs beside the outcome, and what the journal shows.
  func finish(_ outcome: consuming Outcome) -> Decision {
    if outcome.why == nil, let note {
      (outcome.why, outcome.clause, outcome.remedy) = (note.why, note.clause, note.remedy)
    }
    let decision = Decision(reading, outcome)
    var why = decision.outcome.why
    var refused: Condition?
    if case .refused(let refusal) = decision.outcome.content { refused = refusal.condition }
    decision.endpoint = endpoint
    decision.cookies = cookies.added
    decision.loginStatus = loginStatus
    decision.sharesWithOrigin = FedCMCheck.sharesAnswer(self)
    decision.target = asking?.target
    let rule = fired.rule
    decision.rule = rule
    if rule?.limit != nil { decision.wait = fired.quota?.wait }
    decision.log.provider = provider.id
    decision.log.endpoint = endpoint.name
    decision.log.rule = rule?.id
    if let rule, let answer = rule.effect.answer {
      decision.outcome.content = .raw(answer)
      decision.log.outcome = .byRule(rule.id)
      why = why ?? "the rule \(rule.id) answers"
    }
    decision.log.near = fired.near
    decision.log.why = why
    decision.log.remedy = decision.outcome.remedy?.words(site.options.advice, in: sandbox)
    decision.log.clause = decision.outcome.clause
    decision.log.condition = refused
    decision.log.client = facts.client?.id
    decision.log.person = facts.person?.person.username
    if !endpoint.kind.isService {
      decision.log.person = decision.log.person ?? Sessions.current(self)?.person
      // A client that nobody knows has a name all the same, by which its request is looked for.
      if decision.log.client == nil, decision.log.condition != nil {
        decision.log.client = Presented(self).clientNamed(self)
      }
    } else if decision.log.client == nil || decision.log.condition != nil {
      // A code or token that is refused is somebody's all the same.
      let presented = Presented(self)
      let owner = presented.owner(self)
      decision.log.client = decision.log.client ?? owner.client ?? presented.clientNamed(self)
      decision.log.person = decision.log.person ?? owner.person
    }
    if fate(of: decision.log.person) == .slow { decision.delay = Self.slowness }
    decision.facts = facts
    decision.keyRotation = state.keyRotation
    decision.recipient = facts.client.flatMap { Recipient(of: $0, self) }
    return decision
  }

  /// The id of the sandbox; `nil` for the one without a prefix.
  private var sandbox: String? { reading.prefix.split(separator: "/").last.map(String.init) }

  func fate(of username: String?) -> Person.SignInOutcome? {
    username.flatMap { person($0)?.fate }
  }

  /// A client that nobody has registered, where any is taken.
  func anyClient(_ id: String, _ kind: Client.Kind = .confidential) -> Client {
    Client(provider: provider.id, id: id, kind: kind, name: id, redirectURIs: [])
  }

  func show(person username: String, since authTime: Int) {
    guard let person = self.person(username) else { return }
    facts.person = PersonFacts(
      person: person, authTime: shown(authTime), rules: cast.claims)
  }

  /// A page, with a button for each person; those whose sign-in always has one outcome stand apart.
  func page(_ name: String, message: String? = nil) -> Outcome {
    var outcome = Outcome(.page(name, message: message), .shown(name))
    outcome.people = cast.people
    if offersAccounts(name),
      let person = Sessions.byCookie(self).flatMap({ self.person($0.person) })
    {
      outcome.accounts = [person]
    }
    if let asking {
      facts.agreed = ConsentStep.agreed(asking, self)
      facts.hinted = IDTokenHint.person(asking, self)?.username
    }
    return outcome
  }

  /// Whether a page offers the account that is signed in at the browser: a login page where its stage says so, and a consent
  /// page of a person who has not just signed in.
  private func offersAccounts(_ page: String) -> Bool {
    if let step = provider.flow.first(.login), step.page == page {
      return facts.holds(step.accounts)
    }
    return loginPage != nil && provider.flow.first(.consent)?.page == page
      && asking?.freshLogin == false
  }

  /// The login page, where one is shown without a redirect before it.
  var loginPage: String? {
    provider.flow.first(.login).flatMap { $0.enter == nil ? $0.page : nil }
  }

  /// The login page for a person who is somebody else, if the form of a consent page says so: its ticket waits for their
  /// sign-in.
  var pageForAnother: Outcome? {
    guard reading.form.first(PageFacts.anotherField) != nil else { return nil }
    return loginPage.map { page($0) }
  }

  /// Goes on at a link.
  func go(to link: Int, _ said: LogEntry.Said? = nil) -> Outcome {
    Outcome(.link(link), said ?? .goesOn(provider.linkName(link)))
  }
}
