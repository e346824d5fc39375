import Basics
import ProviderModel

/// What is known of the endpoints that a journal names, or whose addresses it holds.
package struct EndpointBook: Sendable {
  package var named: @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?
  package var found: @Sendable (Request) -> (provider: String, endpoint: Endpoint)?

  package init(
    named: @escaping @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?,
    found: @escaping @Sendable (Request) -> (provider: String, endpoint: Endpoint)?
  ) {
    self.named = named
    self.found = found
  }
}
