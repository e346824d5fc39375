extension ObjectSchema {
  /// A scenario file, as a whole.
  package static let scenario = ObjectSchema(
    "scenario", "Rules that make named things happen.",
    [
      schema,
      Property("kind", .choice(["scenario"]), "What the file is.", .required),
      Property(
        "title", .text, "What it is for, in one sentence.",
        example: "\"Every code has expired when it is redeemed\""),
      Property(
        "rules", .list(.object(rule)), "The rules; of those that match, the first is taken.",
        .required),
    ])

  static let rule = ObjectSchema(
    "rule", "When a request matches, something named happens.",
    [
      Property(
        "id", .text, "Its name, in the journal and in the header `Understudy-Rule`.",
        or: "its number",
        example: "\"codes-expire\""),
      Property("summary", .text, "What it is for.", example: "\"The first refresh fails.\""),
      Property("on", .flag, "Whether it holds; switched off, it is passed over.", or: "true"),
      Property("match", .object(match), "Which requests it is about.", or: "all"),
      Property(
        "after", .text, "The id of a rule that has to have acted before.",
        example: "\"keys-rolled\""),
      Property(
        "skip", .whole(Bounds.count), "How many matching requests pass first.", or: "0",
        example: "2"),
      Property("times", .whole(Bounds.count), "How often it happens.", or: "always", example: "1"),
      Property(
        "limit", .object(limit),
        "So many requests pass in each window of time: the rule hits those beyond."),
      Property(
        "then", .object(effect), "What happens.",
        or: "with a limit, the provider's own refusal as `rate_limited`",
        .unless("limit")),
    ], instead: [scenarioName])

  static let scenarioName = ObjectSchema(
    "named scenario", "All rules of another scenario.",
    [
      Property(
        "scenario", .name(of: "scenario"), "Its name.", example: "\"codes-expire\"", .required)
    ]
  )

  static let match = ObjectSchema(
    "match", "Which requests a rule is about: those of which all of this is true.",
    [
      Property("provider", .name(of: "provider"), "The provider.", example: "\"standard\""),
      Property(
        "host", .text, "The host name, without scheme and port.", example: "\"login.example.com\""),
      Property("endpoint", .text, "An endpoint, by its name or its kind.", example: "\"token\""),
      Property("method", .text, "The method.", example: "\"POST\""),
      Property("grant", .text, "The grant type of a token request.", example: "\"refresh_token\""),
      Property("client", .text, "The client's id.", example: "\"web\""),
      Property(
        "person", .text, "The username of who signs in, or signed in.", example: "\"alice\""),
      Property(
        "parameters",
        .map(
          .either([.text, .flag, .object(parameterMatch)]),
          keys: "parameters, as they stand on the wire"),
        "Parameters: their value, whether they are there, or a pattern.",
        example: "{ \"scope\": { \"matches\": \".*email.*\" }, \"state\": true }"),
      Property(
        "when", .predicate,
        "What else has to hold, by the predicates of fixtures and the facts that are known before a request is decided on.",
        example: "{ \"eq\": [\"{{client.kind}}\", \"public\"] }"),
    ])

  static let limit = ObjectSchema(
    "limit",
    "How many requests a rule lets pass. Whoever they come from, they are counted together.",
    [
      Property(
        "requests", .whole(Bounds.count), "How many pass in each window.", example: "5", .required),
      Property(
        "per", .text, "How long a window is: an ISO 8601 duration of whole seconds, a day at most.",
        example: "\"PT1M\"",
        .required),
    ])

  static let parameterMatch = ObjectSchema(
    "parameter match", "What a parameter must be like.",
    [
      Property(
        "matches", .pattern, "What its whole value must match.", example: "\".*email.*\"", .required
      )
    ])
}
