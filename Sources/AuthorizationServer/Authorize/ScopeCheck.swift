import JSON
import ProviderModel

/// Which scopes are asked for, and whether they may be (RFC 6749 §3.3).
enum ScopeCheck {
  static func scopes(of client: Client, _ turn: inout Turn) throws(Refusal) -> [String] {
    let rule = turn.provider.scope
    let text = turn.parameter("scope")
    var asked: [String] = []
    if !rule.bits.isEmpty, let mask = Int(text), mask >= 0 {
      asked = rule.bits.filter { mask & $0.bit != 0 }.map(\.name)
    } else if !text.isEmpty {
      for scope in rule.split(text) where !asked.contains(scope) { asked.append(scope) }
    }
    if asked.isEmpty, text.isEmpty { asked = rule.fallback }
    if asked.isEmpty, rule.required {
      throw Refusal(
        .scopeMissing, at: .authorize, facts: [("param", "scope")], "the request has no scope",
        remedy: "send scope")
    }
    turn.facts.arguments["scope"] = .texts(asked)
    try OwnChecks.pass(.scope, &turn)
    let unknown = asked.filter { !isKnown($0, client, turn) }
    if !unknown.isEmpty {
      throw Refusal(
        .scopeUnknown, at: .authorize, facts: [("value", unknown.joined(separator: " "))],
        "\(turn.provider.id) knows no scope \(unknown.joined(separator: ", "))",
        remedy: "known here: \(rule.known.map(\.name).joined(separator: ", "))")
    }
    guard let allowed = client.scopes else { return asked }
    let refused = asked.filter { !allowed.contains($0) && !(rule.clientID && $0 == client.id) }
    guard refused.isEmpty else {
      throw Refusal(
        .scopeNotAllowed, at: .authorize, facts: [("value", refused.joined(separator: " "))],
        "the client \(client.id) may not ask for \(refused.joined(separator: ", "))",
        remedy: "add it to scopes of this client in its cast")
    }
    return asked
  }

  private static func isKnown(_ scope: String, _ client: Client, _ turn: Turn) -> Bool {
    let rule = turn.provider.scope
    if rule.any || rule.known.contains(where: { $0.name == scope }) { return true }
    if rule.clientID, scope == client.id { return true }
    if rule.bits.contains(where: { $0.name == scope }) { return true }
    if rule.patterns.contains(where: { $0.matches(scope) }) { return true }
    guard let table = rule.table else { return false }
    return turn.cast.records(table.name, of: turn.provider.id).contains { record in
      let prefix = record[table.prefix]?.stringValue ?? ""
      return (record[table.names]?.arrayValue ?? []).contains {
        "\(prefix)/\($0.stringValue ?? "")" == scope
      }
    }
  }
}
