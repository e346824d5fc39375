import ProviderModel

/// A refusal of a token exchange that a rule orders has the facts of the engine's own refusal. It does not have the tokens.
enum ExchangeRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.exchanges.contains(condition) else { return nil }
    let now = context.instants.sandbox
    let rule = context.provider.token.grants.map(\.rule).first { $0.kind == .exchange }?.exchange
    func sent(_ name: String) -> String {
      let wire = context.provider.wire(name, at: .token)
      return context.reading.sent?.first(wire)?.shortened ?? ""
    }
    func among(_ names: [String]?) -> String { (names ?? []).joined(separator: ", ") }
    switch condition {
    case .subjectTokenExpired, .actorTokenExpired:
      return [
        ("issued_at", String(now - 3600)), ("expires_at", String(now - 1)), ("now", String(now)),
      ]
    case .subjectTypeUnsupported:
      return [
        ("value", sent("subject_token_type")), ("expected", among(rule?.subjects.map(\.name))),
      ]
    case .actorTypeUnsupported:
      return [
        ("value", sent("actor_token_type")), ("expected", among(rule?.actors.map(\.name))),
      ]
    case .requestedTypeUnsupported:
      return [
        ("value", sent("requested_token_type")),
        ("expected", among(rule?.requested.map(\.name))),
      ]
    case .actorNotAllowed: return [("value", ""), ("expected", "")]
    case .actorChainLong: return [("value", String(ActingParty.mostParties))]
    case .audienceMissing: return [("param", "audience")]
    case .audienceNotAllowed: return [("value", sent("audience")), ("expected", "")]
    default: return [("value", "")]
    }
  }
}
