/// An own address that answers and pages lead to.
struct LinkRule: Sendable {
  let name: String
  /// A place in the provider's endpoints.
  let endpoint: Int
  let query: Shape
  /// The whole query, where order and coding are the client's own.
  let raw: Template?
}
