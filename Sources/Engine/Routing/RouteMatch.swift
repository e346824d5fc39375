import Basics
import ProviderModel

/// Where a request arrives: which endpoint of which provider, by which address.
final class RouteMatch: Sendable {
  let provider: Provider
  let endpoint: Endpoint
  let route: Route
  let base: Base
  /// The values of the address's variables, at their places in the provider's list.
  let variables: [String?]
  /// The path below the base, as sent.
  let path: String
  /// The body of the document that stands here, once it has been written: it is the same for everyone who asks here.
  let document = Lock<[UInt8]?>(nil)

  init(
    provider: Provider, endpoint: Endpoint, route: Route, base: Base, variables: [String?],
    path: String
  ) {
    self.provider = provider
    self.endpoint = endpoint
    self.route = route
    self.base = base
    self.variables = variables
    self.path = path
  }
}
