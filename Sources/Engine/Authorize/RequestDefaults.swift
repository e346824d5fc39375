import ProviderModel

/// The values that a client has registered for parameters that its request leaves out (OpenID Connect Registration §2).
enum RequestDefaults {
  static func add(of client: Client, _ context: RequestContext) {
    add("max_age", client.defaultMaxAge.map(String.init), context)
    add("acr_values", client.defaultLevels?.joined(separator: " "), context)
  }

  private static func add(_ name: String, _ value: String?, _ context: RequestContext) {
    guard let value, !value.isEmpty, context.parameter(name).isEmpty,
      context.provider.parameters.contains(where: { $0.name == name })
    else { return }
    context.facts.arguments[name] = .text(value)
  }
}
