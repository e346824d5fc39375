extension ObjectForm {
  static let errorEntry = ObjectForm(
    "error", "How one condition looks on the wire.",
    [
      Member(
        "shape", .name(of: "shape"), "The shape that shows it.", example: "\"refusal\"", .required),
      Member(
        "status", .whole(Bounds.status), "The HTTP status.", or: "the shape's", example: "401"),
      Member(
        "after_login", .flag, "Whether it is told only once somebody has signed in.", or: "false"),
      Member("code", .value, "`err.code` in the shape.", example: "\"invalid_grant\""),
      Member("text", .value, "`err.text`.", example: "\"The code has expired.\""),
      Member("type", .value, "`err.type`.", example: "\"OAuthException\""),
      Member("reason", .value, "`err.reason`.", example: "\"user_denied\""),
      Member("id", .value, "`err.id`.", example: "\"AADB2C90091\""),
    ], instead: [sameError])

  static let sameError = ObjectForm(
    "same error", "A condition that looks as another of its table does.",
    [
      Member(
        "$same", .name(of: "condition"), "The other one, which may itself look as a third.",
        example: "\"code_unknown\"",
        .required)
    ])
}
