import Basics
import ProviderModel

extension ServerState {
  /// The context of an order of the control API, as if a request had come to an endpoint.
  ///
  /// The issuer and other addresses in tokens are those of `request`.
  /// - Parameter state: the state that the order changes.
  /// - Returns: `nil` if there is no such endpoint.
  func context(
    at endpoint: Endpoint?, of provider: Provider, for request: Request, under prefix: String,
    _ state: State, at now: Instants, _ random: Entropy
  ) -> RequestContext? {
    guard let endpoint, let route = endpoint.routes.first else { return nil }
    let place = RouteMatch(
      provider: provider, endpoint: endpoint, route: route,
      base: site.base(of: request, prefix: "\(prefix)/\(provider.id)"),
      variables: cast.firstVariables(of: provider), path: "/")
    let reading = RoutedRequest(
      request, at: site, path: "/", prefix: prefix, destination: .provider(place))
    return RequestContext(
      reading, place, cast: cast, standing: standing, state, at: now, random)
  }
}
