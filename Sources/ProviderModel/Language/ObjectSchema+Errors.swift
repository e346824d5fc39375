extension ObjectSchema {
  static let errorEntry = ObjectSchema(
    "error", "The response for one condition.",
    [
      Property(
        "shape", .name(of: "shape"), "The shape of the response.", example: "\"refusal\"", .required
      ),
      Property(
        "status", .whole(Bounds.status), "The HTTP status.", or: "the shape's", example: "401"),
      Property(
        "after_login", .flag, "Whether the response is sent only after a person has signed in.",
        or: "false"),
      Property("code", .value, "`err.code` in the shape.", example: "\"invalid_grant\""),
      Property("text", .value, "`err.text`.", example: "\"The code has expired.\""),
      Property("type", .value, "`err.type`.", example: "\"OAuthException\""),
      Property("reason", .value, "`err.reason`.", example: "\"user_denied\""),
      Property("id", .value, "`err.id`.", example: "\"AADB2C90091\""),
    ], instead: [sameError])

  static let sameError = ObjectSchema(
    "same error", "A condition with the same response as another one of its table.",
    [
      Property(
        "$same", .name(of: "condition"), "The other condition, which may refer to a third one.",
        example: "\"code_unknown\"",
        .required)
    ])
}
