import HTTPMessages
import ProviderModel

/// What is known of the endpoints that a journal names, or whose addresses it holds.
public struct EndpointBook: Sendable {
  public var named: @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?
  public var found: @Sendable (Request) -> (provider: String, endpoint: Endpoint)?

  public init(
    named: @escaping @Sendable (_ provider: String, _ endpoint: String) -> Endpoint?,
    found: @escaping @Sendable (Request) -> (provider: String, endpoint: Endpoint)?
  ) {
    self.named = named
    self.found = found
  }
}
