import Basics

/// Which scopes there are.
extension Cast {
  /// Whether a provider knows a scope.
  /// - Parameter client: that asks for it: its own id may be a scope, and it may have some of its own. `nil`: any client.
  package func knows(scope: String, at provider: Provider, of client: Client?) -> Bool {
    let rule = provider.scope
    if rule.any || rule.known.contains(where: { $0.name == scope }) { return true }
    if rule.clientID, scope == client?.id { return true }
    if rule.registered, registered(at: provider, of: client).contains(scope) { return true }
    if rule.bits.contains(where: { $0.name == scope }) { return true }
    if rule.patterns.contains(where: { $0.matches(scope) }) { return true }
    return tableScopes(at: provider).contains(scope)
  }

  /// Those that clients have of their own.
  private func registered(at provider: Provider, of client: Client?) -> [String] {
    if let client { return client.scopes ?? [] }
    return clients.filter { $0.provider == provider.id }.flatMap { $0.scopes ?? [] }
  }

  /// Those that stand in the cast's records for a provider.
  private func tableScopes(at provider: Provider) -> [String] {
    guard let table = provider.scope.table else { return [] }
    return records(table.name, of: provider.id).flatMap { record in
      let prefix = record[table.prefix]?.stringValue ?? ""
      return (record[table.names]?.arrayValue ?? []).map { "\(prefix)/\($0.stringValue ?? "")" }
    }
  }

  /// The scopes of a provider that have names, for messages.
  package func scopes(at provider: Provider) -> [String] {
    provider.scope.known.map(\.name) + provider.scope.bits.map(\.name) + tableScopes(at: provider)
  }
}

/// RFC 6749 §3.3: what a scope may be made of, so that a list of them can be read again.
package enum ScopeToken {
  package static func isWellFormed(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x21, 0x23...0x5B, 0x5D...0x7E: true
        default: false
        }
      }
  }

  package static func expected(_ text: String) -> String {
    "expected one scope of printable ASCII without spaces, quotes and backslashes "
      + "(RFC 6749 §3.3), found \"\(text)\""
  }
}
