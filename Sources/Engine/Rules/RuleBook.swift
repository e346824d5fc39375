import Basics
import HTTPTypes
import JOSE
import ProviderModel

/// The rules of a sandbox, held against a request when it comes and when a sign-in comes to its end.
enum RuleBook {
  /// A request has come: a rule may answer it, or say how it ends.
  static func arrive(_ context: RequestContext) throws(Refusal) -> Outcome? {
    guard !context.state.rules.list.isEmpty else { return nil }
    let presented = Presented(context)
    let facet = arrival(context, presented)
    note(context, facet)
    guard let rule = fire(context, facet, at: context.endpoint, departing: false) else {
      return nil
    }
    context.fired.rule = rule
    if let answer = rule.effect.answer {
      var outcome = Outcome(.raw(answer), .byRule(rule.id))
      OrderedRefusal.explain(&outcome, rule, context)
      return outcome
    }
    if let onward = Detour.next(rule, context) { return onward }
    if rule.effect.reset { return Outcome(.plain(204, ""), .reset(rule.id)) }
    if rule.effect.close { return Outcome(.plain(204, ""), .closed(rule.id)) }
    guard let condition = rule.effect.condition else { return nil }
    if context.step == .authorize {
      context.fired.ordered = condition
      return nil
    }
    throw OrderedRefusal.refusal(
      condition, by: rule, for: Tickets.sent(context)?.ticket.request, context)
  }

  /// A sign-in comes to its end: a rule may change what the client gets.
  static func depart(_ context: RequestContext, _ request: AuthorizationRequest) throws(Refusal) {
    guard !context.fired.hasDeparted, context.fired.ordered == nil,
      !context.state.rules.list.isEmpty
    else { return }
    context.fired.hasDeparted = true
    let facet = RuleInput(
      provider: context.provider.id, host: HostName.name(of: context.request.authority),
      endpoint: context.provider.endpoint(.authorize)?.name ?? EndpointKind.authorize.rawValue,
      kind: .authorize, method: context.request.method.rawValue, grant: nil, client: request.client,
      person: context.session?.person, parameters: request.arguments.texts,
      facts: RuleFacts(
        context, client: request.client, person: context.session?.person, departing: request))
    note(context, facet)
    // The poll of a device ends a sign-in that has no page.
    let end =
      context.endpoint.kind.isService ? context.provider.endpoint(.authorize) : context.endpoint
    guard let rule = fire(context, facet, at: end ?? context.endpoint, departing: true) else {
      return
    }
    context.fired.rule = context.fired.rule.map { rule.after($0) } ?? rule
    guard let condition = rule.effect.condition else { return }
    throw OrderedRefusal.refusal(condition, by: rule, for: request, context)
  }

  /// The server ends a session by command: a rule may change its logout tokens, and nothing else.
  static func end(_ session: Session, _ context: RequestContext) {
    guard !context.state.rules.list.isEmpty else { return }
    let facet = RuleInput(
      provider: context.provider.id, host: HostName.name(of: context.request.authority),
      endpoint: context.endpoint.name, kind: context.endpoint.kind, method: "POST", grant: nil,
      client: nil, person: session.person, parameters: [],
      facts: RuleFacts(context, client: nil, person: session.person))
    var rules = context.state.rules
    let rule = rules.fire(&context.fired.quota, at: context.now) { rule in
      rule.effect.change?.tokens.contains { $0.kind == .logout } == true
        && facet.misses(rule.match).isEmpty
    }
    context.state.count(rules)
    context.fired.rule = rule
  }

  /// Everything that can be known of the request before it is decided on.
  private static func arrival(_ context: RequestContext, _ presented: Presented) -> RuleInput {
    let (provider, endpoint) = (context.provider, context.endpoint)
    func wire(_ name: String) -> String { provider.wire(name, at: endpoint.kind) }
    var client = presented.clientNamed(context)
    // A cookie, or an answer that stands, says nothing of who a token belongs to.
    var person = !endpoint.kind.isForBrowsers ? nil : context.session?.person
    if let ticket = Tickets.sent(context)?.ticket { client = client ?? ticket.request?.client }
    let owner = presented.owner(context)
    client = client ?? owner.client
    person = person ?? owner.person
    let typed = provider.pages[endpoint.page ?? "login"]?.field("username") ?? "username"
    person =
      person ?? presented.value(LoginStep.personField)
      ?? presented.value(typed).flatMap { LoginStep.person(named: $0, in: context.cast)?.username }
    return RuleInput(
      provider: provider.id, host: HostName.name(of: context.request.authority),
      endpoint: endpoint.name, kind: endpoint.kind,
      method: context.request.method.rawValue,
      grant: endpoint.kind == .token
        ? presented.value(wire("grant_type")) ?? provider.token.grants.first?.name : nil,
      client: client, person: person, parameters: RequestCarrier.matched(presented, context),
      facts: RuleFacts(context, client: client, person: person))
  }

  /// Whether a rule is about what a sign-in comes to, and not about one request on the way.
  private static func isDeparture(_ rule: Rule, at endpoint: Endpoint) -> Bool {
    guard !endpoint.kind.isService else { return false }
    // A logout is no sign-in: a rule that names it changes the redirect of that one request.
    let isLogout = endpoint.kind == .logout && isNamed(endpoint, in: rule)
    return rule.match.isAboutPerson || (rule.effect.change != nil && !isLogout)
  }

  /// Whether what is asked for can come to the condition that the rule orders. A page on the way to the client does
  /// not, unless the rule names it.
  private static func canEnd(
    _ rule: Rule, _ facet: RuleInput, at endpoint: Endpoint, _ context: RequestContext
  ) -> Bool {
    if !rule.effect.detour.isEmpty { return Detour.hop(of: rule, context) != nil }
    guard let condition = rule.effect.condition else { return true }
    guard
      endpoint.kind.isService || facet.kind == .authorize || isNamed(endpoint, in: rule)
    else { return false }
    return context.provider.conditions(at: endpoint).contains(condition)
  }

  private static func isNamed(_ endpoint: Endpoint, in rule: Rule) -> Bool {
    [endpoint.name, endpoint.kind.rawValue].contains(rule.match.endpoint)
  }

  private static func fire(
    _ context: RequestContext, _ facet: RuleInput, at endpoint: Endpoint, departing: Bool
  ) -> Rule? {
    var rules = context.state.rules
    var quota = context.fired.quota
    let rule = rules.fire(&quota, at: context.now) { rule in
      rule.effect.tls == nil && isDeparture(rule, at: endpoint) == departing
        && canEnd(rule, facet, at: endpoint, context)
        && facet.misses(rule.match).isEmpty
    }
    context.state.count(rules)
    context.fired.quota = quota
    // The provider's own header fields tell of it.
    if let quota {
      let counted = RateFacts(
        most: quota.limit.most, count: quota.count, reset: context.instants.sandbox + quota.wait)
      (context.facts.rate, context.facts.rates) = (counted, [counted])
    }
    return rule
  }

  /// Rules that miss the request by one thing only: the journal tells of them.
  private static func note(_ context: RequestContext, _ facet: RuleInput) {
    for active in context.state.rules.list.prefix(100) where active.rule.effect.tls == nil {
      let misses = facet.misses(active.rule.match)
      let line: String
      if misses.count == 1, let miss = misses.first {
        line = "rule \(active.rule.id) would have matched, but \(miss)"
      } else if misses.isEmpty, !active.rule.isOn {
        line = "rule \(active.rule.id) matches, but is switched off"
      } else if misses.isEmpty, active.isSpent {
        let times = active.fired == 1 ? "once" : "\(active.fired) times"
        line = "rule \(active.rule.id) matches, but has already acted \(times)"
      } else {
        continue
      }
      context.fired.note(line)
    }
  }
}
