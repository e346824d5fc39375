import AuthorizationServer
import HTTPMessages
import JSON
import ProviderModel

/// A ready-made authorization link.
public struct TryLink: Sendable {
  public let type: String
  public let url: String

  /// The last link of the first client that has one.
  public static func first(_ cast: Cast, _ provider: Provider, base: String) -> String? {
    cast.clients.lazy.filter { $0.provider == provider.id }
      .compactMap { all(cast, provider, $0, base: base).last?.url }.first
  }

  /// One for each response type of a client.
  /// - Parameter base: the address of the sandbox, without a slash at its end.
  public static func all(
    _ cast: Cast, _ provider: Provider, _ client: Client, base: String
  ) -> [TryLink] {
    guard let endpoint = provider.endpoint(.authorize) else { return [] }
    let variables = cast.firstVariables(of: provider)
    func value(_ name: String) -> String? { provider.variable(name).flatMap { variables[$0] } }
    guard
      let route = endpoint.routes.first(where: { $0.variables.allSatisfy { value($0) != nil } })
    else { return [] }
    func fill(_ segment: Route.Segment) -> String {
      switch segment {
      case .literal(let text): text
      case .variable(let name): value(name) ?? ""
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
        let record = cast.records(choice.table ?? "", of: provider.id).first
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
      return TryLink(type: type, url: base + path + "?" + QueryStyle.rfc3986.encode(query))
    }
  }
}
