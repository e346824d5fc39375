import HTTPMessages
import JSON
import ProviderModel

/// Ready-made authorization links.
public enum Try {
  /// A value for each variable of the provider's addresses: the first that the cast knows.
  static func variables(_ sandbox: Sandbox, _ provider: Provider) -> [String: String] {
    var variables: [String: String] = [:]
    var context = Context(roots: ["found": [:]])
    for (name, rule) in provider.variables {
      variables[name] = rule.fallback
      if let table = rule.table, let shape = provider.tables[table] {
        let record = sandbox.cast.tables[provider.id]?[table]?.first
        variables[name] = record?[shape.key]?.stringValue
        var found = context.roots["found"]?.objectValue ?? JSONObject()
        found[name] = record
        context.roots["found"] = JSONValue(.object(found))
      } else if let among = rule.among {
        variables[name] = context.value(.text(among))?.arrayValue?.first?.stringValue
      }
    }
    return variables
  }

  public static func links(
    _ sandbox: Sandbox, _ provider: Provider, _ client: Cast.Client, base: String
  ) -> [(type: String, url: String)] {
    guard let endpoint = provider.endpoints.first(where: { $0.kind == .authorize }) else {
      return []
    }
    let variables = variables(sandbox, provider)
    guard
      let route = endpoint.routes.first(where: { $0.variables.allSatisfy { variables[$0] != nil } })
    else { return [] }
    func fill(_ segment: Route.Segment) -> String {
      switch segment {
      case .literal(let text): text
      case .variable(let name): variables[name] ?? ""
      }
    }
    let own = Base(scheme: "http", authority: "", prefix: "/\(provider.id)")
    let path =
      own.path(provider, host: route.host, variables) + "/"
      + route.path.map(fill).joined(separator: "/")
    let types = provider.answers.keys.sorted().filter { client.responseTypes?.contains($0) ?? true }
    return types.map { type in
      var scope = client.scopes ?? provider.scope.fallback
      if scope.isEmpty, provider.scope.required {
        scope = provider.scope.known.first.map { [$0.name] } ?? []
      }
      let hasIDToken = type.split(separator: " ").contains("id_token")
      if hasIDToken, !scope.contains("openid") { scope.append("openid") }
      let parameters: [(String, String?)] = [
        ("client_id", client.id), ("redirect_uri", client.redirectURIs.first),
        ("response_type", type), ("scope", scope.isEmpty ? nil : scope.joined(separator: " ")),
        ("state", "try"), ("nonce", hasIDToken ? "try" : nil),
      ]
      var query = route.query.map { (name: $0.name, value: fill($0.value)) }
      // A choice that would stand before the login is made already: the link leads to the login.
      for choice in provider.endpoints where choice.kind == .choose {
        let record = sandbox.cast.tables[provider.id]?[choice.table ?? ""]?.first
        for (parameter, field) in choice.sets {
          if let value = record?[field]?.stringValue {
            query.append((name: parameter, value: value))
          }
        }
      }
      for (name, value) in parameters {
        guard let value, let rule = provider.parameters.first(where: { $0.name == name })?.rule
        else {
          continue
        }
        query.append((name: rule.wire, value: value))
      }
      return (type, base + path + "?" + QueryStyle.rfc3986.encode(query))
    }
  }
}
