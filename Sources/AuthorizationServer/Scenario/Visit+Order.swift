import ProviderModel

/// A rule says what a request comes to: the provider's own refusal, with what it tells of the request.
extension Visit {
  /// What a rule orders at the authorization endpoint takes the place of whatever else the request comes to, and is
  /// sent to the same place: nowhere, where the redirect URI can't be trusted.
  func order(insteadOf refusal: Refusal) -> Refusal {
    guard let ordered, let rule else { return refusal }
    var order = order(ordered, by: rule, for: nil)
    (order.target, order.mode, order.client) = (refusal.target, refusal.mode, refusal.client)
    return order
  }

  func order(
    _ condition: String, by rule: Rule, for request: AuthorizationRequest?
  ) -> Refusal {
    let sent = sent()
    let credential = owner(of: sent)
    return Refusal(
      condition: condition, facts: facts(of: condition, sent),
      sentence: "the rule \(rule.id) orders \(condition)", clause: "rule \(rule.id)",
      remedy: "remove the rule", target: request?.target, mode: request?.mode ?? "query",
      client: request?.client ?? credential.client
        ?? sent.first { $0.name == wire("client_id") }?.value)
  }

  /// What a condition is about: the longest name that it begins with counts.
  private static let subjects = [
    ("response_type", "response_type"), ("response_mode", "response_mode"),
    ("challenge_method", "code_challenge_method"), ("challenge", "code_challenge"),
    ("verifier", "code_verifier"), ("client", "client_id"), ("redirect", "redirect_uri"),
    ("secret", "client_secret"), ("scope", "scope"), ("code", "code"),
    ("refresh", "refresh_token"), ("token", "access_token"), ("grant", "grant_type"),
    ("password", "username"), ("nonce", "nonce"), ("login", "prompt"), ("consent", "prompt"),
  ]

  private func facts(
    of condition: String, _ sent: [(name: String, value: String)]
  ) -> [String: String] {
    var facts = [
      // As if it had been made a minute ago, for half a minute.
      "issued_at": String(instants.sandbox - 60), "expires_at": String(instants.sandbox - 30),
      "now": String(instants.sandbox), "expected": "", "actual": "", "count": "",
    ]
    if let subject = Self.subjects.first(where: { condition.hasPrefix($0.0) }) {
      let name = wire(subject.1)
      facts["param"] = name
      let wanted = subject.1 == "scope" ? endpoint.service.token.scopes.map(\.source) : []
      facts["value"] =
        sent.first { $0.name == name }?.value ?? wanted.joined(separator: " ")
    } else if let variable = place.variables.first(where: { condition.hasPrefix($0.key + "_") }) {
      facts["param"] = variable.key
      facts["value"] = variable.value
    } else if condition.hasPrefix("rate") {
      let most = endpoint.service.rate?.most ?? 1
      facts["value"] = String(most)
      facts["count"] = String(most + 1)
    } else {
      let names = endpoint.kind == .token ? provider.token.parameters : provider.parameters
      let first = sent.first { one in names.contains { $0.rule.wire == one.name } } ?? sent.first
      facts["param"] = first?.name ?? names.first?.rule.wire ?? ""
      facts["value"] = first?.value ?? ""
    }
    for (kind, text) in presented({ name in sent.first { $0.name == name }?.value })
    where condition.hasPrefix(kind == "access" ? "token" : kind) {
      facts["value"] = text
      if let key = ledgerKey(kind, text),
        let credential = sandbox.state.ledger.credentials[key]
      {
        facts.merge(times(credential)) { $1 }
      }
    }
    return facts
  }
}
