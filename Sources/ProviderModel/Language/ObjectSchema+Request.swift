import Basics

extension ObjectSchema {
  static let parameter = ObjectSchema(
    "parameter", "A parameter of a request; the canonical name is the one that templates use.",
    [
      Property(
        "name", .text, "The name on the wire.", or: "its canonical name",
        example: "\"app_id\""),
      Property("default", .value, "The value if it is absent or empty.", example: "\"code\""),
      Property(
        "values", .words, "The allowed values. For others the condition `invalid` applies.",
        example: "[\"page\", \"popup\"]"),
      Property(
        "list", .flag, "Whether the value is a list of words, separated by spaces.", or: "false"
      ),
      Property(
        "alone", .text, "A word that must be the only one in the list.", example: "\"none\""),
      Property(
        "many", .flag,
        "Whether it may be repeated, and makes a list (RFC 8707 §2, `resource`).", or: "false"
      ),
      Property("number", .flag, "Whether the value must be a whole number.", or: "false"),
      Property(
        "invalid", .name(of: "condition"), "The condition for a value that is not allowed.",
        or: "`parameter_invalid`",
        example: "\"display_invalid\""),
    ])

  static let challenge = ObjectSchema(
    "code challenge", "The requirements for a code challenge and its verifier (RFC 7636).",
    [
      Property(
        "required", .choice(of: ChallengePolicy.Demand.self),
        "The clients that must send one: none, single-page apps, all that are not confidential, or all.",
        or: "`never`"),
      Property("plain", .flag, "Whether the method `plain` is accepted.", or: "true"),
      Property(
        "check_form", .flag, "Whether length and characters are checked (§§4.1, 4.2).",
        or: "false"),
      Property(
        "verifier_also", .text,
        "Characters that a verifier may contain in addition to those of §4.1.",
        example: "\"+/=\""),
    ])

  static let redirectURI = ObjectSchema(
    "redirect URI", "The redirect URIs that the provider accepts (RFC 6749 §3.1.2).",
    [
      Property(
        "match", .choice(of: RedirectRule.Match.self),
        "How the URI in the request must match a registered one: `exact`, `path` (any query), or `append` (the registered URI with more query parameters).",
        or: "`exact`"),
      Property(
        "any_loopback_port", .flag, "Whether a loopback URI may have any port (RFC 8252 §7.3).",
        or: "false"),
      Property(
        "default", .template, "The URI for a request without one.", example: "\"{{links.blank}}\""),
      Property(
        "omit", .predicate, "When a client that registered exactly one URI may leave it out.",
        or: "never",
        example: "true"),
      Property(
        "mismatch_to_first", .flag,
        "Whether an error about the URI goes to the first registered URI instead of a page.",
        or: "false"),
    ])

  static let scope = ObjectSchema(
    "scope", "The scopes that a client may request (RFC 6749 §3.3).",
    [
      Property(
        "split", .text, "The characters that separate scopes.", or: "a space",
        example: "\" ,\""),
      Property(
        "default", .words, "The scopes of a request that names none.",
        example: "[\"basic\"]"),
      Property("required", .flag, "Whether a request without scope is refused.", or: "false"),
      Property("any", .flag, "Whether every scope is known.", or: "false"),
      Property(
        "client_id", .flag,
        "Whether the client's own ID is a scope, for a token that is for the client itself.",
        or: "false"),
      Property(
        "registered", .flag,
        "Whether a client may also request the `scopes` that the cast registers for it.",
        or: "false"),
      Property(
        "claims", .map(.list(.text), keys: "scopes"),
        "The claims that each scope requests (OpenID Connect Core §5.4). `$claims` sends them to UserInfo.",
        example: "{ \"email\": [\"email\", \"email_verified\"] }"),
      Property(
        "known", .map(.text, keys: "scopes"),
        "The scopes, each with its description on a consent page.",
        example: "{ \"email\": \"see your e-mail address\" }"),
      Property(
        "bits", .map(.whole(1...(1 << 62)), keys: "scopes"),
        "The bit of each scope, if a number can name several scopes.",
        example: "{ \"friends\": 2 }"),
      Property(
        "patterns", .words, "Patterns of further scopes.",
        example: "[\"https://[a-z.]{1,60}/read\"]"),
      Property(
        "table", .object(scopeTable), "A table of the cast whose records define scopes."),
    ])

  static let scopeTable = ObjectSchema(
    "scope table", "Scopes of the form `PREFIX/NAME`, made from the records of a table.",
    [
      Property("name", .name(of: "table"), "The table.", example: "\"apis\""),
      Property(
        "prefix", .text, "The member of a record that holds the prefix.", example: "\"uri\""),
      Property("names", .text, "The member that holds the list of names.", example: "\"scopes\""),
    ])

  static let queryStyle = ObjectSchema(
    "query style", "The percent-encoding of parameters.",
    [
      Property(
        "space", .choice(of: QueryStyle.Space.self),
        "The encoding of a space: `+`, `%20`, or a space.", or: "`plus`"
      ),
      Property(
        "hex", .choice(["lower", "upper"]), "The case of the hexadecimal digits: `%2f` or `%2F`.",
        or: "`upper`"),
      Property(
        "safe", .text, "The characters that stay unencoded, in addition to letters and digits.",
        or: "`-_.~`",
        example: "\"-_.*\""),
    ])
}
