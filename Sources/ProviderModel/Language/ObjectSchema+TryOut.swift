extension ObjectSchema {
  static let tryOut = ObjectSchema(
    "try-out", "How to try the provider by hand, with a built-in client.",
    [
      Property(
        "client_id", .pattern, "The format of the built-in client's ID.",
        or: "any text",
        example: "\"[1-9][0-9]{6}\""),
      Property(
        "scope", .list(.text), "The scopes that the client requests, if the provider knows them.",
        example: "[\"openid\", \"email\"]"),
      Property(
        "calls", .map(.map(.text, keys: "parameters"), keys: "endpoints"),
        "The endpoints to call with the token, with their parameters. Missing endpoints are skipped.",
        example: "{ \"users.get\": { \"v\": \"5.131\" } }"),
    ])
}
