extension ObjectSchema {
  /// A scenario file, as a whole.
  package static let scenario = ObjectSchema(
    "scenario", "Rules that change how the server answers.",
    [
      schema,
      Property("kind", .choice(["scenario"]), "The kind of file.", .required),
      Property(
        "title", .text, "The purpose of the scenario, in one sentence.",
        example: "\"Every code has expired when it is redeemed\""),
      Property(
        "rules", .list(.object(rule)), "The rules. The first rule that matches applies.",
        .required),
    ])

  package static let rule = Rule.declaration.schema
  package static let match = Rule.Match.declaration.schema
  package static let effect = Rule.Effect.declaration.schema
  package static let ruleAnswer = Rule.RawAnswer.declaration.schema
  package static let drip = Rule.Drip.declaration.schema
  package static let change = Rule.Change.declaration.schema
  package static let tokenChange = Rule.TokenChange.declaration.schema
  package static let signedBody = Rule.SignedBody.declaration.schema

  package static let scenarioName = ObjectSchema(
    "named scenario", "All rules of another scenario.",
    [
      Property(
        "scenario", .name(of: "scenario"), "The scenario's name.", example: "\"codes-expire\"",
        .required)
    ]
  )

  package static let limit = ObjectSchema(
    "limit",
    "The number of requests that a rule lets pass. Requests of all callers count together.",
    [
      Property(
        "requests", .whole(Bounds.count), "The number of requests that pass in each window.",
        example: "5", .required),
      Property(
        "per", .matching("^P"),
        "The length of a window, from its first request on: an ISO 8601 duration of whole seconds, a day at most.",
        example: "\"PT1M\"", .required),
    ])

  static let parameterMatch = ObjectSchema(
    "parameter match", "A pattern for a parameter.",
    [
      Property(
        "matches", .pattern, "The pattern that the whole value must match.",
        example: "\".*email.*\"", .required)
    ])
}
