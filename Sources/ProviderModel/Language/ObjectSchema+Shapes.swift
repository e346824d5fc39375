extension ObjectSchema {
  static let shape = ObjectSchema(
    "shape",
    "The format of a response. It has one of `redirect`, `json`, `text`, `empty`, `accept` and `page`.",
    [
      Property(
        "status", .whole(Bounds.status), "The HTTP status.",
        or: "200; 400 for a page; a redirect has 302 or `after_post`",
        example: "401"),
      Property(
        "content_type", .text, "The Content-Type.", or: "the type of its content",
        example: "\"application/json; charset=utf-8\""),
      Property(
        "headers", .map(.template, keys: "header names"), "Further headers.",
        example: "{ \"X-App\": \"{{client.client_id}}\" }"),
      Property(
        "redirect", .object(redirect), "The response is a redirect to the client."),
      Property("json", .value, "The response is JSON.", example: "{ \"error\": \"{{err.code}}\" }"),
      Property("style", .object(jsonStyle), "The format of the JSON.", only: "shapes of JSON"),
      Property(
        "text", .template, "The response is a text.", example: "\"error={{err.code}}\"",
        only: "shapes that have no other content"),
      Property(
        "empty", .flag, "The response has no body.", or: "false",
        only: "shapes that have no other content"),
      Property(
        "accept", .map(.name(of: "shape"), keys: "media types"),
        "The shape depends on the Accept header. The first one applies if none fits.",
        example: "{ \"application/xml\": \"xml\", \"application/json\": \"json\" }",
        only: "shapes that have no other content"),
      Property(
        "page", .name(of: "page"), "The response is a page.", example: "\"error\"",
        only: "shapes that have no other content"),
    ])

  static let redirect = ObjectSchema(
    "redirect", "A response that goes to the client's redirect URI.",
    [
      Property(
        "mode", .choice(["auto", "query", "fragment", "form_post"]),
        "The response mode; `auto` is the mode of the request.", or: "`auto`"),
      Property("style", .object(queryStyle), "The encoding of the parameters.", or: "`styles`"),
      Property(
        "parameters", .value, "The parameters, in order.",
        example: "{ \"error\": \"{{err.code}}\", \"state\": \"{{req.state?}}\" }", .required),
    ])

  static let jsonStyle = ObjectSchema(
    "json style", "The format of JSON.",
    [
      Property("space", .flag, "Whether a space follows `:` and `,`.", or: "false"),
      Property("slash", .flag, "Whether `/` is escaped.", or: "false"),
      Property("ascii", .flag, "Whether all characters outside ASCII are escaped.", or: "false"),
    ])
}

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
