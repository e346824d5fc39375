import ProviderModel

/// A rule says what a request comes to: the provider's own refusal, with what it tells of the request.
enum OrderedRefusal {
  /// What a rule orders at the authorization endpoint takes the place of whatever else the request comes to, and is
  /// sent to the same place: nowhere, where the redirect URI can't be trusted.
  static func instead(of refusal: Refusal, _ context: RequestContext) -> Refusal {
    guard let ordered = context.fired.ordered, let rule = context.fired.rule else { return refusal }
    return Self.refusal(ordered, by: rule, for: nil, context)
      .sent(to: refusal.target, refusal.mode, refusal.client, refusal.arguments)
  }

  static func refusal(
    _ condition: Condition, by rule: Rule, for request: AuthorizationRequest?,
    _ context: RequestContext
  ) -> Refusal {
    let presented = Presented(context)
    var refusal = Refusal(
      condition, at: context.endpoint.kind.catalogue,
      facts: MCPRefusal.facts(of: condition, presented, context)
        ?? AssertionRefusal.facts(of: condition, presented, context)
        ?? RequestObjectRefusal.facts(of: condition, presented, context)
        ?? IssuerRefusal.facts(of: condition, context)
        ?? ExchangeRefusal.facts(of: condition, context)
        ?? DPoPRefusal.facts(of: condition, presented, context)
        ?? CertificateRefusal.facts(of: condition, presented, context)
        ?? facts(of: condition, presented, context),
      "the rule \(rule.id) sets the condition \(condition)", clause: "rule \(rule.id)",
      remedy: "remove the rule")
    if let words = words(of: rule, context.fired.quota) {
      (refusal.sentence, refusal.remedy, refusal.clause) = (
        words.why, .say(words.remedy), words.clause
      )
    }
    refusal.target = request?.target
    refusal.device = request?.device
    refusal.mode = request?.mode ?? "query"
    refusal.arguments = request?.arguments
    refusal.client =
      request?.client ?? presented.owner(context).client
      ?? presented.value(context.provider.wire("client_id", at: context.endpoint.kind))
    return refusal
  }

  /// Why a rule answers, where it has a limit.
  static func explain(_ outcome: inout Outcome, _ rule: Rule, _ context: RequestContext) {
    guard let words = words(of: rule, context.fired.quota) else { return }
    (outcome.why, outcome.remedy, outcome.clause) = (words.why, .say(words.remedy), words.clause)
  }

  private static func words(
    of rule: Rule, _ quota: Quota?
  ) -> (why: String, remedy: String, clause: String)? {
    guard let limit = rule.limit, let quota else { return nil }
    let span = Duration8601.text(seconds: limit.seconds)
    return (
      "the rule \(rule.id) lets \(limit.most) requests pass in \(span), and this is number \(quota.count)",
      "wait \(quota.wait) s, as Retry-After says, or advance the sandbox's clock", "RFC 6585 §4"
    )
  }

  /// The interval that a poll is told of: the presented device's, else the grant's.
  private static func interval(
    after condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> Int? {
    guard [.authorizationPending, .slowDown].contains(condition) else { return nil }
    let known = presented.known(context).lazy.compactMap { context.state.device(for: $0.grant) }
    let rule = context.provider.token.grants.first { $0.rule.kind == .device }?.rule
    guard let interval = known.first?.request.interval ?? rule?.interval else { return nil }
    return condition == .slowDown ? DeviceRequest.slower(interval) : interval
  }

  private static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)] {
    let (provider, endpoint) = (context.provider, context.endpoint)
    let now = context.instants.sandbox
    // As if it had been made a minute ago, for half a minute.
    var times = ("\(now - 60)", "\(now - 30)")
    var (param, value, count) = ("", "", "")
    func about(_ name: String) {
      param = provider.wire(name, at: endpoint.kind)
      let wanted = name == "scope" ? endpoint.service.token.scopes.map(\.source) : []
      value = presented.value(param) ?? wanted.joined(separator: " ")
    }
    switch provider.subject(of: condition, at: endpoint) {
    case .parameter(let name): about(name)
    case .credential(let kind):
      about(kind.parameter)
      for (other, text) in presented.credentials where other == kind {
        value = text
        guard let name = context.name(kind, text), let found = context.state.ledger.credential(name)
        else { continue }
        times = (String(context.shown(found.issued)), context.shownEnd(of: found))
      }
      if let interval = interval(after: condition, presented, context) {
        value = String(interval)
      }
    case .variable(let name):
      param = name
      value = provider.variable(name).flatMap { context.place.variables[$0] } ?? ""
    case .limit:
      let most = context.fired.quota?.limit.most ?? endpoint.service.rates.first?.most ?? 1
      (value, count) = (String(most), String(context.fired.quota?.count ?? most + 1))
    case .request:
      let names =
        endpoint.kind.readsTokenParameters ? provider.token.parameters : provider.parameters
      let sent = presented.parameters
      let first = sent.first { one in names.contains { $0.rule.wire == one.name } } ?? sent.first
      param = first?.name ?? names.first?.rule.wire ?? ""
      value = first?.value ?? ""
    }
    return [
      ("issued_at", times.0), ("expires_at", times.1), ("now", String(now)), ("expected", ""),
      ("actual", ""), ("count", count), ("param", param), ("value", value),
    ]
  }
}
