extension ObjectSchema {
  static let flow = ObjectSchema(
    "flow", "The stages between the authorization request and its response, in order.",
    [
      Property("stages", .map(.object(stage), keys: "names of stages"), "The stages."),
      Property(
        "finish", .name(of: "link"),
        "The link to which the browser is redirected after the last stage; without it, the response follows immediately.",
        example: "\"granting\""),
    ])

  static let stage = ObjectSchema(
    "stage", "A question to a person.",
    [
      Property(
        "kind", .choice(of: EndpointKind.self), "The question: login, consent, choose or hop.",
        .required),
      Property(
        "page", .name(of: "page"), "The page with the question.", or: "the one of the stage's name",
        example: "\"login\""),
      Property(
        "enter", .name(of: "link"),
        "The link to which the browser is redirected for the question; without it, the page is shown at the requested address.",
        example: "\"login\""),
      Property(
        "when", .predicate, "When the stage is part of the flow.", or: "always",
        example: "{ \"has\": \"req.scope\" }"),
      Property(
        "force", .predicate, "When it asks although the answer is known.", or: "never",
        example: "{ \"eq\": [\"{{req.prompt}}\", \"login\"] }"),
      Property(
        "ask", .choice(of: Flow.Step.Ask.self),
        "When to ask for consent: always, only for scopes that the person has not granted to this client yet, or never.",
        or: "`new`"),
    ])

  static let cookie = ObjectSchema(
    "cookie", "A cookie that pages set.",
    [
      Property("name", .template, "Its name.", example: "\"session\"", .required),
      Property("value", .pattern, "The format of the value.", example: "\"[A-Za-z0-9_-]{32}\""),
      Property(
        "site", .flag, "Whether all hosts of the provider's site share the cookie.", or: "false"),
      Property(
        "parameter", .text, "The query parameter whose value is the end of the cookie's name.",
        example: "\"RelayState\"",
        only: "the cookie \"link\""),
    ])
}
