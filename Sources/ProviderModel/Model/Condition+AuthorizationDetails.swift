/// Conditions of rich authorization requests (RFC 9396).
extension Condition {
  package static let detailsUnreadable = Condition("details_unreadable")
  package static let detailsTypeUnknown = Condition("details_type_unknown")
  package static let detailsTypeNotAllowed = Condition("details_type_not_allowed")
  package static let detailsInvalid = Condition("details_invalid")
  package static let detailsExceeded = Condition("details_exceeded")

  /// Only a provider that reads authorization details has them.
  package static let ofDetails = Set(detailsDeclarations.map(\.condition))

  static let detailsDeclarations: [Declaration] =
    details(at: .authorize) + details(at: .pushedAuthorization) + details(at: .deviceAuthorization)
    + details(at: .token) + [
      declare(
        .token, .detailsExceeded,
        "The token request asks for a detail that was not granted.", ["value"], "RFC 9396 §6",
        about("authorization_details"))
    ]

  private static func details(at catalogue: Catalogue) -> [Declaration] {
    func declare(_ condition: Condition, _ summary: String, _ facts: [String]) -> Declaration {
      Self.declare(
        catalogue, condition, summary, facts, "RFC 9396 §5", about("authorization_details"))
    }
    return [
      declare(
        .detailsUnreadable,
        "The authorization details are not a JSON array of objects, or there are too many.",
        ["param"]),
      declare(
        .detailsTypeUnknown, "The provider does not know the type of an authorization detail.",
        ["value"]),
      declare(
        .detailsTypeNotAllowed,
        "The client may not ask for authorization details of this type.", ["value"]),
      declare(
        .detailsInvalid, "A member of an authorization detail is missing, unknown or wrong.",
        ["param", "value"]),
    ]
  }
}
