import Basics
import Engine
import ProviderModel

/// A ready-made authorization link.
struct TryLink: Sendable {
  let type: String
  let url: String

  /// One for each response type of a client.
  /// - Parameter base: the address of the sandbox, without a slash at its end.
  static func all(
    _ cast: Cast, _ provider: Provider, _ client: Client, base: String
  ) -> [TryLink] {
    guard let start = start(cast, provider) else { return [] }
    let types = provider.answers.keys.sorted().filter { client.responseTypes?.contains($0) ?? true }
    return types.map { type in
      let hasIDToken = type.split(separator: " ").contains("id_token")
      let scope = scopes(of: client, provider, hasIDToken: hasIDToken)
      let parameters: [(String, String?)] = [
        ("client_id", client.id), ("redirect_uri", client.redirectURIs.first),
        ("response_type", type), ("scope", scope.isEmpty ? nil : scope.joined(separator: " ")),
        ("state", "try"), ("nonce", hasIDToken ? "try" : nil),
      ]
      let query = parameters.compactMap { name, value -> (name: String, value: String)? in
        guard let value, let rule = provider.parameters.first(where: { $0.name == name })?.rule
        else { return nil }
        return (rule.wire, value)
      }
      let mark = start.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return TryLink(type: type, url: base + start + mark + QueryStyle.rfc3986.encode(query))
    }
  }

  /// The path of the authorization endpoint. A choice that would stand before the login is made already: it leads to the
  /// login.
  static func start(_ cast: Cast, _ provider: Provider) -> String? {
    guard let endpoint = provider.endpoint(.authorize),
      let path = provider.path(to: endpoint, cast.firstVariables(of: provider))
    else { return nil }
    var made: [(name: String, value: String)] = []
    for choice in provider.endpoints where choice.kind == .choose {
      let record = cast.records(choice.table ?? "", of: provider.id).first
      for (parameter, field) in choice.sets {
        if let value = record?[field]?.stringValue { made.append((parameter, value)) }
      }
    }
    guard !made.isEmpty else { return path }
    return path + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
      + QueryStyle.rfc3986.encode(made)
  }

  private static func scopes(
    of client: Client, _ provider: Provider, hasIDToken: Bool
  ) -> [String] {
    var scope = client.scopes ?? provider.scope.fallback
    if scope.isEmpty, provider.scope.required {
      scope = provider.scope.known.first.map { [$0.name] } ?? []
    }
    if hasIDToken, !scope.contains("openid") { scope.append("openid") }
    return scope
  }
}
