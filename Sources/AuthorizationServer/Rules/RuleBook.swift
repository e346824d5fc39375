import HTTPMessages
import HTTPTypes
import JOSE
import ProviderModel

/// The rules of a sandbox, held against a request when it comes and when a sign-in comes to its end.
enum RuleBook {
  /// A request has come: a rule may answer it, or say how it ends.
  static func arrive(_ turn: Turn) throws(Refusal) -> Outcome? {
    guard !turn.state.rules.list.isEmpty else { return nil }
    let presented = Presented(turn)
    let facet = arrival(turn, presented)
    note(turn, facet)
    // Whoever brings another sandbox's code or token is that one's affair.
    turn.missed += presented.strangers(turn)
    guard let rule = fire(turn, facet, departing: false) else { return nil }
    turn.rule = rule
    if let answer = rule.effect.answer {
      var outcome = Outcome(.raw(answer), .byRule(rule.id))
      RuleOrder.explain(&outcome, rule, turn)
      return outcome
    }
    if let onward = Detour.next(rule, turn) { return onward }
    if rule.effect.reset { return Outcome(.plain(204, ""), .reset(rule.id)) }
    if rule.effect.close { return Outcome(.plain(204, ""), .closed(rule.id)) }
    guard let condition = rule.effect.condition else { return nil }
    if turn.endpoint.kind == .authorize {
      turn.ordered = condition
      return nil
    }
    throw RuleOrder.refusal(condition, by: rule, for: Tickets.sent(turn)?.ticket.request, turn)
  }

  /// A sign-in comes to its end: a rule may change what the client gets.
  static func depart(_ turn: Turn, _ request: AuthorizationRequest) throws(Refusal) {
    guard !turn.hasDeparted, turn.ordered == nil, !turn.state.rules.list.isEmpty else { return }
    turn.hasDeparted = true
    let facet = Facet(
      provider: turn.provider.id, host: host(turn),
      endpoint: turn.provider.endpoint(.authorize)?.name ?? EndpointKind.authorize.rawValue,
      kind: .authorize, method: turn.request.method.rawValue, grant: nil, client: request.client,
      person: turn.session?.person, parameters: request.arguments.texts,
      facts: RuleFacts(
        turn, client: request.client, person: turn.session?.person, departing: request))
    note(turn, facet)
    guard let rule = fire(turn, facet, departing: true) else { return }
    turn.rule = turn.rule.map { rule.after($0) } ?? rule
    guard let condition = rule.effect.condition else { return }
    throw RuleOrder.refusal(condition, by: rule, for: request, turn)
  }

  /// Everything that can be known of the request before it is decided on.
  private static func arrival(_ turn: Turn, _ presented: Presented) -> Facet {
    let (provider, endpoint) = (turn.provider, turn.endpoint)
    func wire(_ name: String) -> String { provider.wire(name, at: endpoint.kind) }
    var client = presented.clientNamed(turn)
    // A cookie, or an answer that stands, says nothing of who a token belongs to.
    var person = endpoint.kind.isService ? nil : turn.session?.person
    if let ticket = Tickets.sent(turn)?.ticket { client = client ?? ticket.request?.client }
    let owner = presented.owner(turn)
    client = client ?? owner.client
    person = person ?? owner.person
    let typed = provider.pages[endpoint.page ?? "login"]?.field("username") ?? "username"
    person =
      person ?? presented.value(LoginStep.personField)
      ?? presented.value(typed).flatMap { LoginStep.person(named: $0, turn)?.username }
    return Facet(
      provider: provider.id, host: host(turn), endpoint: endpoint.name, kind: endpoint.kind,
      method: turn.request.method.rawValue,
      grant: endpoint.kind == .token
        ? presented.value(wire("grant_type")) ?? provider.token.grants.first?.name : nil,
      client: client, person: person, parameters: presented.parameters,
      facts: RuleFacts(turn, client: client, person: person))
  }

  private static func host(_ turn: Turn) -> String { HostName.name(of: turn.request.authority) }

  /// Whether a rule is about what a sign-in comes to, and not about one request on the way.
  private static func isDeparture(_ rule: Rule, _ turn: Turn) -> Bool {
    guard !turn.endpoint.kind.isService else { return false }
    // A logout is no sign-in: a rule that names it changes the redirect of that one request.
    let isLogout = turn.endpoint.kind == .logout && isNamed(turn.endpoint, in: rule)
    return rule.match.isAboutPerson || (rule.effect.change != nil && !isLogout)
  }

  /// Whether what is asked for can come to the condition that the rule orders. A page on the way to the client does
  /// not, unless the rule names it.
  private static func canEnd(_ rule: Rule, _ facet: Facet, _ turn: Turn) -> Bool {
    if !rule.effect.detour.isEmpty { return Detour.hop(of: rule, turn) != nil }
    guard let condition = rule.effect.condition else { return true }
    guard
      turn.endpoint.kind.isService || facet.kind == .authorize || isNamed(turn.endpoint, in: rule)
    else { return false }
    return turn.provider.conditions(at: turn.endpoint).contains(condition)
  }

  private static func isNamed(_ endpoint: Endpoint, in rule: Rule) -> Bool {
    [endpoint.name, endpoint.kind.rawValue].contains(rule.match.endpoint)
  }

  private static func fire(_ turn: Turn, _ facet: Facet, departing: Bool) -> Rule? {
    var rules = turn.state.rules
    var met = ActiveRules.Met(counted: turn.counted, quota: turn.quota)
    let rule = rules.fire(&met, at: turn.now) { rule in
      rule.effect.tls == nil && isDeparture(rule, turn) == departing && canEnd(rule, facet, turn)
        && facet.misses(rule.match).isEmpty
    }
    turn.state.rules = rules
    turn.counted = met.counted
    turn.quota = met.quota
    // The provider's own header fields tell of it.
    if let quota = met.quota { turn.facts.rate = (quota.limit.most, quota.left) }
    return rule
  }

  private static let mostNear = 20

  /// Rules that miss the request by one thing only: the journal tells of them.
  private static func note(_ turn: Turn, _ facet: Facet) {
    for active in turn.state.rules.list.prefix(100) where active.rule.effect.tls == nil {
      let misses = facet.misses(active.rule.match)
      let line: String
      if misses.count == 1, let miss = misses.first {
        line = "rule \(active.rule.id) would have matched, but \(miss)"
      } else if misses.isEmpty, !active.rule.isOn {
        line = "rule \(active.rule.id) matches, but is switched off"
      } else if misses.isEmpty, active.isSpent {
        line = "rule \(active.rule.id) matches, but has fired \(active.fired) times"
      } else {
        continue
      }
      // A sign-in without a page arrives and departs in one request.
      if turn.near.count < mostNear, !turn.near.contains(line) { turn.near.append(line) }
    }
  }
}
