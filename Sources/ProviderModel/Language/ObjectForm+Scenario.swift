extension ObjectForm {
  /// A scenario file, as a whole.
  public static let scenario = ObjectForm(
    "scenario", "Rules that make named things happen.",
    [
      schema,
      Member("kind", .choice(["scenario"]), "What the file is.", .required),
      Member(
        "title", .text, "What it is for, in one sentence.",
        example: "\"Every code has expired when it is redeemed\""),
      Member(
        "rules", .list(.object(rule)), "The rules; of those that match, the first is taken.",
        .required),
    ])

  static let rule = ObjectForm(
    "rule", "When a request matches, something named happens.",
    [
      Member(
        "id", .text, "Its name, in the journal and in the header `Understudy-Rule`.",
        or: "its number",
        example: "\"codes-expire\""),
      Member("summary", .text, "What it is for.", example: "\"The first refresh fails.\""),
      Member("on", .flag, "Whether it holds; switched off, it is passed over.", or: "true"),
      Member("match", .object(match), "Which requests it is about.", or: "all"),
      Member(
        "after", .text, "The id of a rule that has to have acted before.",
        example: "\"keys-rolled\""),
      Member(
        "skip", .whole(Bounds.count), "How many matching requests pass first.", or: "0",
        example: "2"),
      Member("times", .whole(Bounds.count), "How often it happens.", or: "always", example: "1"),
      Member(
        "limit", .object(limit),
        "So many requests pass in each window of time: the rule hits those beyond."),
      Member(
        "then", .object(effect), "What happens.",
        or: "with a limit, the provider's own refusal as `rate_limited`",
        .unless("limit")),
    ], instead: [scenarioName])

  static let scenarioName = ObjectForm(
    "named scenario", "All rules of another scenario.",
    [Member("scenario", .name(of: "scenario"), "Its name.", example: "\"codes-expire\"", .required)]
  )

  static let match = ObjectForm(
    "match", "Which requests a rule is about: those of which all of this is true.",
    [
      Member("provider", .name(of: "provider"), "The provider.", example: "\"standard\""),
      Member(
        "host", .text, "The host name, without scheme and port.", example: "\"login.example.com\""),
      Member("endpoint", .text, "An endpoint, by its name or its kind.", example: "\"token\""),
      Member("method", .text, "The method.", example: "\"POST\""),
      Member("grant", .text, "The grant type of a token request.", example: "\"refresh_token\""),
      Member("client", .text, "The client's id.", example: "\"web\""),
      Member("person", .text, "The username of who signs in, or signed in.", example: "\"alice\""),
      Member(
        "parameters",
        .map(
          .either([.text, .flag, .object(parameterMatch)]),
          keys: "parameters, as they stand on the wire"),
        "Parameters: their value, whether they are there, or a pattern.",
        example: "{ \"scope\": { \"matches\": \".*email.*\" }, \"state\": true }"),
      Member(
        "when", .predicate,
        "What else has to hold, by the predicates of fixtures and the facts that are known before a request is decided on.",
        example: "{ \"eq\": [\"{{client.kind}}\", \"public\"] }"),
    ])

  static let limit = ObjectForm(
    "limit",
    "How many requests a rule lets pass. Whoever they come from, they are counted together.",
    [
      Member(
        "requests", .whole(Bounds.count), "How many pass in each window.", example: "5", .required),
      Member(
        "per", .text, "How long a window is: an ISO 8601 duration of whole seconds, a day at most.",
        example: "\"PT1M\"",
        .required),
    ])

  static let parameterMatch = ObjectForm(
    "parameter match", "What a parameter must be like.",
    [
      Member(
        "matches", .pattern, "What its whole value must match.", example: "\".*email.*\"", .required
      )
    ])
}
