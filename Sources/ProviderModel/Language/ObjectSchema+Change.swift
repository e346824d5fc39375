extension ObjectSchema {
  static let change = ObjectSchema(
    "change",
    "What becomes of the provider's own answer: its parameters or members are renamed, set, dropped, appended and ordered.",
    [
      Property(
        "rename", .map(.text, keys: "members"), "New names.",
        example: "{ \"access_token\": \"token\" }"),
      Property(
        "set", .map(.any, keys: "members"), "New values.", example: "{ \"expires_in\": -1 }"),
      Property("drop", .list(.text), "Members that are left out.", example: "[\"refresh_token\"]"),
      Property(
        "append", .map(.any, keys: "parameters"),
        "Parameters that come once more, behind those of their name: in redirects and forms.",
        example: "{ \"code\": \"another\" }"),
      Property("order", .list(.text), "Members that come first.", example: "[\"state\", \"code\"]"),
      Property("scopes", .list(.text), "Only these scopes are granted.", example: "[\"openid\"]"),
      Property("twice", .flag, "Whether the browser gets the callback twice.", or: "false"),
      Property(
        "mode", .choice(of: Rule.Mode.self),
        "Where the parameters of the authorization response come, whatever was asked for."),
      Property(
        "way", .choice(of: Rule.Way.self),
        "The page by which the browser gets to the callback: one with a link, one that refreshes itself, one with a script.",
        or: "a redirect"),
      Property(
        "headers", .map(.either([.words, .null]), keys: "header names"),
        "Headers of the answer; a list makes several fields of one name, and null removes one.",
        example: "{ \"Content-Type\": \"Application/JSON\" }"),
      Property(
        "prefix", .text, "What comes before the body, such as a byte order mark.",
        example: "\"\\uFEFF\""),
      Property(
        "keys", .list(.choice(of: Rule.Keys.self)),
        "The keys that a document shows: `current` sign, `next` sign where a rule says `next-key`, `twin` have the names of those that sign and another kind, `encryption` have their names and are no keys for signatures, `nameless` is the first of those that sign, without a `kid`, `unknown` are of kinds that nobody knows.",
        example: "[\"current\", \"next\"]"),
      Property(
        "jwt", .object(signedBody), "The body of a resource's answer comes as a JSON Web Token."),
      Property(
        "tokens", .map(.object(tokenChange), keys: "tokens", known: ["access", "id"]),
        "What becomes of a JSON Web Token."),
    ])

  static let tokenChange = ObjectSchema(
    "token change", "What becomes of a JSON Web Token. Whatever is changed is signed anew.",
    tokenMembers)

  static let signedBody = ObjectSchema(
    "signed body",
    "A body as a JSON Web Token (OpenID Connect Core §5.3.2), with `iss` and `aud` where it has none. What else is said changes it.",
    [
      Property(
        "alg", .choice(of: Rule.SignedBody.Algorithm.self), "What it is signed by.",
        or: "the provider's first one")
    ] + tokenMembers)

  private static let tokenMembers = [
    Property(
      "signature", .choice(of: Rule.TokenChange.Signature.self),
      "`bad` does not verify; with `none` there is none, and `alg` says so; with `empty` it is missing alone; `other-key` is made by another key, under the name of the right one; `next-key` by the key that comes next, under its own name; `hmac-public-key` is HS256, keyed with the PEM of the published key."
    ),
    Property("kid", .text, "The key id that its header names.", example: "\"unknown\""),
    Property(
      "header", .map(.any, keys: "members of a JOSE header"),
      "Members of its header to set; null removes one.",
      example: "{ \"kid\": null, \"crit\": [\"x\"] }"),
    Property(
      "embed_key", .flag, "Whether its header holds the public key that verifies it, as `jwk`.",
      or: "false"),
    Property(
      "claims", .map(.any, keys: "claims"), "Claims to set; null removes one.",
      example: "{ \"aud\": \"other\" }"),
    Property(
      "shift",
      .either([
        .whole(-Bounds.century...Bounds.century),
        .map(.whole(-Bounds.century...Bounds.century), keys: "claims"),
      ]),
      "By how many seconds `iat`, `nbf`, `exp` and `auth_time` are moved; or, for each claim, by how many.",
      or: "0", example: "-7200"),
  ]
}
