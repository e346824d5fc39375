extension ObjectForm {
  static let shape = ObjectForm(
    "shape",
    "How an answer looks. It has one of `redirect`, `json`, `text`, `empty`, `accept` and `page`.",
    [
      Member(
        "status", .whole(Bounds.status), "Its HTTP status.",
        or: "200; 400 for a page; a redirect has 302 or `after_post`",
        example: "401"),
      Member(
        "content_type", .text, "Its Content-Type.", or: "by what it has",
        example: "\"application/json; charset=utf-8\""),
      Member(
        "headers", .map(.template, keys: "header names"), "Further headers.",
        example: "{ \"X-App\": \"{{client.client_id}}\" }"),
      Member("redirect", .object(redirect), "The answer goes to the client by way of the browser."),
      Member("json", .value, "The answer is JSON.", example: "{ \"error\": \"{{err.code}}\" }"),
      Member("style", .object(jsonStyle), "How the JSON is written.", only: "shapes of JSON"),
      Member(
        "text", .template, "The answer is a text.", example: "\"error={{err.code}}\"",
        only: "shapes that have no other content"),
      Member(
        "empty", .flag, "The answer has no body.", or: "false",
        only: "shapes that have no other content"),
      Member(
        "accept", .map(.name(of: "shape"), keys: "media types"),
        "The shape depends on the Accept header; the first counts where nothing fits.",
        example: "{ \"application/xml\": \"xml\", \"application/json\": \"json\" }",
        only: "shapes that have no other content"),
      Member(
        "page", .name(of: "page"), "The answer is a page.", example: "\"error\"",
        only: "shapes that have no other content"),
    ])

  static let redirect = ObjectForm(
    "redirect", "An answer that goes to the client's redirect URI.",
    [
      Member(
        "mode", .choice(["auto", "query", "fragment", "form_post"]),
        "How it travels; `auto` is the response mode of the request.", or: "`auto`"),
      Member("style", .object(queryStyle), "How its parameters are encoded.", or: "`styles`"),
      Member(
        "parameters", .value, "Its parameters, in their order.",
        example: "{ \"error\": \"{{err.code}}\", \"state\": \"{{req.state?}}\" }", .required),
    ])

  static let jsonStyle = ObjectForm(
    "json style", "How JSON is written.",
    [
      Member("space", .flag, "Whether a space follows `:` and `,`.", or: "false"),
      Member("slash", .flag, "Whether `/` is escaped.", or: "false"),
      Member("ascii", .flag, "Whether all that is not ASCII is escaped.", or: "false"),
    ])
}
