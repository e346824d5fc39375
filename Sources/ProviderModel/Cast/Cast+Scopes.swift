import Basics

/// The scopes of a cast.
extension Cast {
  /// Whether a provider knows a scope.
  /// - Parameter client: The client that requests the scope: its own ID may be a scope, and it may have registered scopes. `nil` for any client.
  package func knows(scope: String, at provider: Provider, of client: Client?) -> Bool {
    provider.scope.mayKnow(scope) || names(scope: scope, at: provider, of: client)
  }

  /// Whether a provider knows a scope by its name, and not because it takes scopes that it does not list.
  package func names(scope: String, at provider: Provider, of client: Client?) -> Bool {
    let rule = provider.scope
    if rule.names(scope) { return true }
    if rule.clientID, scope == client?.id { return true }
    if rule.registered, registered(at: provider, of: client).contains(scope) { return true }
    return resourceScopes(at: provider).contains(scope) || tableScopes(at: provider).contains(scope)
  }

  /// The scopes that clients have registered.
  private func registered(at provider: Provider, of client: Client?) -> [String] {
    if let client { return client.scopes ?? [] }
    return clients.filter { $0.provider == provider.id }.flatMap { $0.scopes ?? [] }
  }

  /// The scopes that the cast's resources need.
  private func resourceScopes(at provider: Provider) -> [String] {
    guard provider.mcpServer != nil else { return [] }
    return resources.filter { $0.provider == provider.id }.flatMap(\.allScopes)
  }

  /// The scopes in the cast's records for a provider.
  private func tableScopes(at provider: Provider) -> [String] {
    guard let table = provider.scope.table else { return [] }
    return records(table.name, of: provider.id).flatMap { record in
      let prefix = record[table.prefix]?.stringValue ?? ""
      return (record[table.names]?.arrayValue ?? []).map { "\(prefix)/\($0.stringValue ?? "")" }
    }
  }

  /// The scopes of a provider that have names, for messages.
  package func scopes(at provider: Provider) -> [String] {
    provider.scope.known.map(\.name) + provider.scope.bits.map(\.name)
      + resourceScopes(at: provider)
      + tableScopes(at: provider)
  }
}

/// The syntax of a scope (RFC 6749 §3.3).
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
