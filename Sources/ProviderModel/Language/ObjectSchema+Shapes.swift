extension ObjectSchema {
  static let shape = ObjectSchema(
    "shape",
    "How an answer looks. It has one of `redirect`, `json`, `text`, `empty`, `accept` and `page`.",
    [
      Property(
        "status", .whole(Bounds.status), "Its HTTP status.",
        or: "200; 400 for a page; a redirect has 302 or `after_post`",
        example: "401"),
      Property(
        "content_type", .text, "Its Content-Type.", or: "by what it has",
        example: "\"application/json; charset=utf-8\""),
      Property(
        "headers", .map(.template, keys: "header names"), "Further headers.",
        example: "{ \"X-App\": \"{{client.client_id}}\" }"),
      Property(
        "redirect", .object(redirect), "The answer goes to the client by way of the browser."),
      Property("json", .value, "The answer is JSON.", example: "{ \"error\": \"{{err.code}}\" }"),
      Property("style", .object(jsonStyle), "How the JSON is written.", only: "shapes of JSON"),
      Property(
        "text", .template, "The answer is a text.", example: "\"error={{err.code}}\"",
        only: "shapes that have no other content"),
      Property(
        "empty", .flag, "The answer has no body.", or: "false",
        only: "shapes that have no other content"),
      Property(
        "accept", .map(.name(of: "shape"), keys: "media types"),
        "The shape depends on the Accept header; the first counts where nothing fits.",
        example: "{ \"application/xml\": \"xml\", \"application/json\": \"json\" }",
        only: "shapes that have no other content"),
      Property(
        "page", .name(of: "page"), "The answer is a page.", example: "\"error\"",
        only: "shapes that have no other content"),
    ])

  static let redirect = ObjectSchema(
    "redirect", "An answer that goes to the client's redirect URI.",
    [
      Property(
        "mode", .choice(["auto", "query", "fragment", "form_post"]),
        "How it travels; `auto` is the response mode of the request.", or: "`auto`"),
      Property("style", .object(queryStyle), "How its parameters are encoded.", or: "`styles`"),
      Property(
        "parameters", .value, "Its parameters, in their order.",
        example: "{ \"error\": \"{{err.code}}\", \"state\": \"{{req.state?}}\" }", .required),
    ])

  static let jsonStyle = ObjectSchema(
    "json style", "How JSON is written.",
    [
      Property("space", .flag, "Whether a space follows `:` and `,`.", or: "false"),
      Property("slash", .flag, "Whether `/` is escaped.", or: "false"),
      Property("ascii", .flag, "Whether all that is not ASCII is escaped.", or: "false"),
    ])
}
