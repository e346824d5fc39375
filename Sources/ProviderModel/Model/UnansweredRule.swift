/// The responses to requests that no endpoint of the provider answers.
package struct UnansweredRule: Sendable {
  /// Places in the provider's shapes.
  package private(set) var notFound: Int?
  package private(set) var methodNotAllowed: Int?

  /// The shapes, by the names of their members.
  var shapes: [(member: String, shape: Int)] {
    [("not_found", notFound), ("method_not_allowed", methodNotAllowed)].compactMap { name, shape in
      shape.map { (name, $0) }
    }
  }
}

extension UnansweredRule: ProviderPart {
  static let declaration: Declaration = .init(
    "unanswered", "The provider's own responses to requests that none of its endpoints answers.",
    [
      .part(
        "not_found", .shape, \.notFound,
        "The shape of the response to a path that the provider does not have. The status is 404, unless the shape has one.",
        or: "a text that names the nearest addresses", example: "\"no-such-address\""),
      .part(
        "method_not_allowed", .shape, \.methodNotAllowed,
        "The shape of the response to a method that an address does not accept. The status is 405, unless the shape has one, and the header `Allow` is added.",
        or: "a text that names the methods", example: "\"wrong-method\""),
    ])
}
