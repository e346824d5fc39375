import Basics
import ProviderModel

extension Site {
  /// Which endpoint a request is for; `nil` where it is for none. Nothing is decided.
  /// - Parameter prefix: under which path the whole sandbox is reached.
  package func endpoint(for request: Request, under prefix: String = "") -> (
    provider: String, endpoint: Endpoint
  )? {
    guard case .provider(let place) = read(request, under: prefix).destination else { return nil }
    return (place.provider.id, place.endpoint)
  }
}
