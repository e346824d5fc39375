extension ObjectSchema {
  static let tryOut = ObjectSchema(
    "try-out", "How the provider is tried by hand, by a client of our own.",
    [
      Property(
        "client_id", .pattern, "What the id of the client looks like by which it is tried.",
        or: "any text",
        example: "\"[1-9][0-9]{6}\""),
      Property(
        "scope", .list(.text), "The scopes that it asks for, as far as there are any.",
        example: "[\"openid\", \"email\"]"),
      Property(
        "calls", .map(.map(.text, keys: "parameters"), keys: "endpoints"),
        "What is called with the token, with which parameters. Endpoints that are not there are passed over.",
        example: "{ \"users.get\": { \"v\": \"5.131\" } }"),
    ])
}
