import HTTPMessages
import HTTPTypes
import JOSE
import JSON
import ProviderModel

/// What is known of a request when rules are held against it.
struct Facts {
  var endpoint: String
  var kind: String
  var method: String
  var grant: String?
  var client: String?
  var person: String?
  var parameters: [(name: String, value: String)]

  /// A value may be as long as a request: the journal tells of it, and does not repeat it. Half of one would be half
  /// of a secret, which nobody could find any more to hide it.
  private static func short(_ value: String) -> String {
    value.utf8.count > 100 ? "another one (\(value.utf8.count) bytes)" : value
  }

  /// What a rule asks for and does not find: empty for a match.
  func misses(_ match: Rule.Match, provider: String) -> [String] {
    var misses: [String] = []
    func compare(_ name: String, _ wanted: String?, _ found: String?) {
      guard let wanted, wanted != found else { return }
      misses.append("\(name) is \(found.map(Self.short) ?? "not known"), not \(Self.short(wanted))")
    }
    compare("provider", match.provider, provider)
    if let wanted = match.endpoint, wanted != endpoint, wanted != kind {
      misses.append("endpoint is \(endpoint), not \(wanted)")
    }
    compare("method", match.method, method)
    compare("grant", match.grant, grant)
    compare("client", match.client, client)
    compare("person", match.person, person)
    for (name, wanted) in match.parameters {
      let found = parameters.first { $0.name == name }?.value
      switch wanted {
      case .equal(let text): compare("parameter \(name)", text, found)
      case .pattern(let pattern):
        if !(found.map { pattern.matches($0) } ?? false) {
          misses.append("parameter \(name) does not match \(pattern.source)")
        }
      case .present(let isThere):
        if (found != nil) != isThere {
          misses.append("parameter \(name) is \(isThere ? "not there" : "there")")
        }
      }
    }
    return misses
  }
}

extension Visit {
  /// Everything that can be known of the request before it is decided on.
  mutating func facts() -> Facts {
    let sent = sent()
    func value(_ name: String) -> String? { sent.first { $0.name == name }?.value }
    var client = value(wire("client_id")) ?? headerClient()
    // A cookie, or an answer that stands, says nothing of who a token belongs to.
    var person = endpoint.kind.isService ? nil : session?.person
    if let ticket = ticket()?.ticket { client = client ?? ticket.request?.client }
    let owner = owner(of: sent)
    client = client ?? owner.client
    person = person ?? owner.person
    let login = provider.pages[endpoint.page ?? "login"]?.fields ?? []
    let typed = login.first { $0.name == "username" }?.text ?? "username"
    person =
      person ?? value(Self.personField) ?? value(typed).flatMap { self.person(named: $0)?.username }
    return Facts(
      endpoint: endpoint.name, kind: endpoint.kind.rawValue, method: request.method.rawValue,
      grant: endpoint.kind == .token
        ? value(wire("grant_type")) ?? provider.token.grants.first?.name : nil,
      client: client, person: person, parameters: sent)
  }

  /// What a parameter is called here.
  func wire(_ name: String) -> String {
    let rules = endpoint.kind == .token ? provider.token.parameters : provider.parameters
    return rules.first { $0.name == name }?.rule.wire ?? name
  }

  /// The parameters, wherever they stand.
  func sent() -> [(name: String, value: String)] {
    if endpoint.kind.isService,
      let body = try? ServiceRequest(request, query, endpoint.service, provider.repeats)
    {
      return (body.parameters + query.list.filter { body.first($0.name) == nil })
        .map { ($0.name, $0.value) }
    }
    return (query.list + form.list).map { ($0.name, $0.value) }
  }

  /// To whom, and for whom, the codes and tokens were issued that came with the request.
  func owner(of sent: [(name: String, value: String)]? = nil) -> (client: String?, person: String?)
  {
    let sent = sent ?? self.sent()
    var owner: (client: String?, person: String?) = (nil, nil)
    for (kind, text) in presented({ name in sent.first { $0.name == name }?.value }) {
      guard let key = ledgerKey(kind, text),
        let credential = sandbox.state.ledger.credentials[key],
        let grant = sandbox.state.ledger.grants[credential.grant]
      else { continue }
      owner = (owner.client ?? grant.client, owner.person ?? grant.person)
    }
    return owner
  }

  /// Codes and tokens that are not known here.
  private func strangers(_ sent: [(name: String, value: String)]) -> [String] {
    presented { name in sent.first { $0.name == name }?.value }.compactMap { kind, text in
      ledgerKey(kind, text).flatMap { sandbox.state.ledger.credentials[$0] == nil ? $0 : nil }
    }
  }

  /// Codes and tokens that came with the request.
  func presented(_ value: (String) -> String?) -> [(kind: String, text: String)] {
    var texts: [(String, String)] = []
    if let code = value("code") { texts.append(("code", code)) }
    if let token = value("refresh_token") { texts.append(("refresh", token)) }
    if let token = value("access_token") ?? value("token") { texts.append(("access", token)) }
    for line in request.headers[values: .authorization] {
      let token = line.drop { $0 != " " }.trimmed
      if !token.isEmpty { texts.append(("access", token)) }
    }
    return texts
  }

  private func headerClient() -> String? {
    guard let line = request.headers[values: .authorization].first else { return nil }
    if line.lowercased().hasPrefix("basic ") {
      let bytes = Base64.decode(line.drop { $0 != " " }.trimmed) ?? []
      let id = String(decoding: bytes, as: UTF8.self).prefix { $0 != ":" }
      return PercentCoding.decode(id, plusIsSpace: true)
    }
    return provider.token.signature.flatMap { try? SignedRequest(line, $0).client }
  }

  /// Whether a rule is about what a sign-in comes to, and not about one request on the way.
  private func isDeparture(_ rule: Rule) -> Bool {
    !endpoint.kind.isService && (rule.effect.change != nil || rule.match.person != nil)
  }

  /// Whether what is asked for can come to the condition that the rule orders. A page on the way to the client does
  /// not, unless the rule names it.
  private func canEnd(_ rule: Rule, _ facts: Facts) -> Bool {
    guard let condition = rule.effect.condition else { return true }
    let isNamed = rule.match.endpoint == endpoint.name || rule.match.endpoint == facts.kind
    guard endpoint.kind.isService || facts.kind == Endpoint.Kind.authorize.rawValue || isNamed
    else { return false }
    return provider.conditions(at: endpoint).contains(condition)
  }

  private mutating func fire(_ facts: Facts, departing: Bool) -> Rule? {
    var rules = sandbox.state.rules
    var counted = counted
    let rule = rules.fire(&counted) { rule in
      isDeparture(rule) == departing && canEnd(rule, facts)
        && facts.misses(rule.match, provider: provider.id).isEmpty
    }
    sandbox.state.rules = rules
    self.counted = counted
    return rule
  }

  /// A request has come: a rule may answer it, or say how it ends.
  mutating func arrive() throws(Refusal) -> Decision? {
    guard !sandbox.state.rules.list.isEmpty else { return nil }
    let facts = facts()
    note(facts)
    // Whoever brings another sandbox's code or token is that one's affair.
    missed += strangers(facts.parameters)
    guard let rule = fire(facts, departing: false) else { return nil }
    self.rule = rule
    if let answer = rule.effect.answer { return make(.raw(answer), "by rule \(rule.id)") }
    if rule.effect.reset { return make(.plain(204, ""), "reset by rule \(rule.id)") }
    if rule.effect.close { return make(.plain(204, ""), "closed by rule \(rule.id)") }
    guard let condition = rule.effect.condition else { return nil }
    if endpoint.kind == .authorize {
      ordered = condition
      return nil
    }
    throw order(condition, by: rule, for: ticket()?.ticket.request)
  }

  /// A sign-in comes to its end: a rule may change what the client gets.
  mutating func depart(_ request: AuthorizationRequest) throws(Refusal) {
    guard !hasDeparted, ordered == nil, !sandbox.state.rules.list.isEmpty else { return }
    hasDeparted = true
    let authorize = provider.endpoints.first { $0.kind == .authorize }?.name ?? "authorize"
    let facts = Facts(
      endpoint: authorize, kind: Endpoint.Kind.authorize.rawValue,
      method: self.request.method.rawValue, grant: nil, client: request.client,
      person: session?.person,
      parameters: request.parameters.compactMap { member in
        member.value.stringValue.map { (member.name, $0) }
      })
    note(facts)
    guard let rule = fire(facts, departing: true) else { return }
    self.rule = self.rule.map { rule.after($0) } ?? rule
    guard let condition = rule.effect.condition else { return }
    throw order(condition, by: rule, for: request)
  }

  private static let mostNear = 20

  /// Rules that miss the request by one thing only: the journal tells of them.
  private mutating func note(_ facts: Facts) {
    for active in sandbox.state.rules.list.prefix(100) {
      let misses = facts.misses(active.rule.match, provider: provider.id)
      let line: String
      if misses.count == 1, let miss = misses.first {
        line = "rule \(active.rule.id) would have matched, but \(miss)"
      } else if misses.isEmpty, active.isSpent {
        line = "rule \(active.rule.id) matches, but has fired \(active.fired) times"
      } else {
        continue
      }
      // A sign-in without a page arrives and departs in one request.
      if near.count < Self.mostNear, !near.contains(line) { near.append(line) }
    }
  }
}
