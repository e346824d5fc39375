extension ObjectSchema {
  static let flow = ObjectSchema(
    "flow", "The stages between the authorization request and its answer, in their order.",
    [
      Property("stages", .map(.object(stage), keys: "names of stages"), "The stages."),
      Property(
        "finish", .name(of: "link"),
        "Where the browser is sent when nothing is left to ask; without it, the answer follows at once.",
        example: "\"granting\""),
    ])

  static let stage = ObjectSchema(
    "stage", "Something that a person is asked.",
    [
      Property(
        "kind", .choice(of: EndpointKind.self), "What is asked: login, consent, choose or hop.",
        .required),
      Property(
        "page", .name(of: "page"), "The page that asks.", or: "the one of the stage's name",
        example: "\"login\""),
      Property(
        "enter", .name(of: "link"),
        "Where the browser is sent to be asked; without it, the page is shown at the address that was asked.",
        example: "\"login\""),
      Property(
        "when", .predicate, "When the stage is part of the flow at all.", or: "always",
        example: "{ \"has\": \"req.scope\" }"),
      Property(
        "force", .predicate, "When it asks although it need not.", or: "never",
        example: "{ \"eq\": [\"{{req.prompt}}\", \"login\"] }"),
      Property(
        "ask", .choice(of: Flow.Step.Ask.self),
        "When consent is asked for: always, only for scopes that the person has not granted to this client yet, or never.",
        or: "`new`"),
    ])

  static let cookie = ObjectSchema(
    "cookie", "A cookie that pages set.",
    [
      Property("name", .template, "Its name.", example: "\"session\"", .required),
      Property("value", .pattern, "What its value looks like.", example: "\"[A-Za-z0-9_-]{32}\""),
      Property("site", .flag, "Whether all hosts of the provider's site share it.", or: "false"),
      Property(
        "parameter", .text, "The parameter of the query whose value ends the cookie's name.",
        example: "\"RelayState\"",
        only: "the cookie \"link\""),
    ])
}
