extension ObjectSchema {
  static let errorEntry = ObjectSchema(
    "error", "How one condition looks on the wire.",
    [
      Property(
        "shape", .name(of: "shape"), "The shape that shows it.", example: "\"refusal\"", .required),
      Property(
        "status", .whole(Bounds.status), "The HTTP status.", or: "the shape's", example: "401"),
      Property(
        "after_login", .flag, "Whether it is told only once somebody has signed in.", or: "false"),
      Property("code", .value, "`err.code` in the shape.", example: "\"invalid_grant\""),
      Property("text", .value, "`err.text`.", example: "\"The code has expired.\""),
      Property("type", .value, "`err.type`.", example: "\"OAuthException\""),
      Property("reason", .value, "`err.reason`.", example: "\"user_denied\""),
      Property("id", .value, "`err.id`.", example: "\"AADB2C90091\""),
    ], instead: [sameError])

  static let sameError = ObjectSchema(
    "same error", "A condition that looks as another of its table does.",
    [
      Property(
        "$same", .name(of: "condition"), "The other one, which may itself look as a third.",
        example: "\"code_unknown\"",
        .required)
    ])
}
