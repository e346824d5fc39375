import ProviderModel

extension Exchange {
  /// Takes over what the provider says of the endpoint: its kind, and where it takes tokens.
  package mutating func take(_ endpoint: Endpoint) {
    self.endpoint = endpoint.name
    kind = endpoint.kind.rawValue
    guard endpoint.kind == .resource else { return }
    let places = endpoint.service.token
    let names = places.query + places.form
    tokenNames = names + (names.contains("access_token") ? [] : ["access_token"])
    takesTokenInHeader = !places.schemes.isEmpty
  }
}
