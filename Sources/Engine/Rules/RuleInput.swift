import ProviderModel

/// What is known of a request when rules are held against it.
struct RuleInput {
  let provider: String
  let host: String
  let endpoint: String
  let kind: EndpointKind
  let method: String
  let grant: String?
  let client: String?
  let person: String?
  let parameters: [(name: String, value: String)]
  /// What a rule's `when` looks at: put together when one asks.
  let facts: RuleFacts

  /// A value may be as long as a request: the journal tells of it, and does not repeat it. Half of one would be half
  /// of a secret, which nobody could find any more to hide it.
  private static func short(_ value: String) -> String {
    value.utf8.count > 100 ? "another one (\(value.utf8.count) bytes)" : value
  }

  /// What a rule asks for and does not find: empty for a match.
  func misses(_ match: Rule.Match) -> [String] {
    var misses: [String] = []
    func compare(_ name: String, _ wanted: String?, _ found: String?) {
      guard let wanted, wanted != found else { return }
      misses.append("\(name) is \(found.map(Self.short) ?? "not known"), not \(Self.short(wanted))")
    }
    compare("provider", match.provider, provider)
    compare("host", match.host, host)
    if let wanted = match.endpoint, wanted != endpoint, wanted != kind.rawValue {
      misses.append("endpoint is \(endpoint), not \(wanted)")
    }
    // HEAD is a GET, too: it is to answer as that would.
    if match.method != "GET" || method != "HEAD" { compare("method", match.method, method) }
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
    // The journal reports only rules with exactly one mismatch.
    if misses.count < 2, let when = match.when, !when.holds(facts.known) {
      misses.append("its \"when\" does not hold")
    }
    return misses
  }
}
