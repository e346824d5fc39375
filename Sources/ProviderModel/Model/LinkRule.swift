/// An own address that answers and pages lead to.
final class LinkRule: Sendable {
  let name: String
  /// A place in the provider's endpoints.
  let endpoint: Int
  let query: Shape
  /// The whole query, where order and coding are the client's own.
  let raw: Template?

  init(
    name: String,
    endpoint: Int,
    query: Shape,
    raw: Template?
  ) {
    self.name = name
    self.endpoint = endpoint
    self.query = query
    self.raw = raw
  }
}
