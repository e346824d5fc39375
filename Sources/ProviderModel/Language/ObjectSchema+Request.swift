import Basics

extension ObjectSchema {
  static let parameter = ObjectSchema(
    "parameter", "A parameter of a request; the canonical name is the one that templates use.",
    [
      Property(
        "name", .text, "What it is called on the wire.", or: "its canonical name",
        example: "\"app_id\""),
      Property("default", .value, "Its value where it is not sent, or empty.", example: "\"code\""),
      Property(
        "values", .words, "The values that it may have; others come to the condition `invalid`.",
        example: "[\"page\", \"popup\"]"),
      Property(
        "list", .flag, "Whether its value is a list of words with spaces between them.", or: "false"
      ),
      Property("alone", .text, "A word that may not stand beside others.", example: "\"none\""),
      Property(
        "many", .flag,
        "Whether it may stand more than once, and is a list (RFC 8707 §2, `resource`).", or: "false"
      ),
      Property("number", .flag, "Whether it must be a whole number.", or: "false"),
      Property(
        "invalid", .name(of: "condition"), "What a value that it may not have comes to.",
        or: "`parameter_invalid`",
        example: "\"display_invalid\""),
    ])

  static let challenge = ObjectSchema(
    "code challenge", "What is demanded of a code challenge and its verifier (RFC 7636).",
    [
      Property(
        "required", .choice(of: ChallengePolicy.Demand.self),
        "Which clients must send one: none, single-page apps, all that are not confidential, or all.",
        or: "`never`"),
      Property("plain", .flag, "Whether the method `plain` is taken.", or: "true"),
      Property(
        "check_form", .flag, "Whether length and characters are looked at (§§4.1, 4.2).",
        or: "false"),
      Property(
        "verifier_also", .text, "Characters that a verifier may hold beside those of §4.1.",
        example: "\"+/=\""),
    ])

  static let redirectURI = ObjectSchema(
    "redirect URI", "Where a client may be redirected to (RFC 6749 §3.1.2).",
    [
      Property(
        "match", .choice(of: RedirectRule.Match.self),
        "How the URI that is sent is held against those that are registered: `exact`, `path` (any query), or `append` (more query behind the registered one).",
        or: "`exact`"),
      Property(
        "any_loopback_port", .flag, "Whether a loopback URI may have any port (RFC 8252 §7.3).",
        or: "false"),
      Property(
        "default", .template, "The URI where none is sent.", example: "\"{{links.blank}}\""),
      Property(
        "omit", .predicate, "When a client that registered exactly one may leave it out.",
        or: "never",
        example: "true"),
      Property(
        "mismatch_to_first", .flag,
        "Whether an error about the URI goes to the first registered one, and not to a page.",
        or: "false"),
    ])

  static let scope = ObjectSchema(
    "scope", "What may be asked for (RFC 6749 §3.3).",
    [
      Property(
        "split", .text, "Each of these characters separates scopes.", or: "a space",
        example: "\" ,\""),
      Property(
        "default", .words, "What is asked for where the request has no scope.",
        example: "[\"basic\"]"),
      Property("required", .flag, "Whether a request without scope is refused.", or: "false"),
      Property("any", .flag, "Whether every scope is known.", or: "false"),
      Property(
        "client_id", .flag,
        "Whether the client's own id is a scope: a token for the client itself.", or: "false"),
      Property(
        "registered", .flag,
        "Whether a client may also ask for what the cast has among its `scopes`.", or: "false"),
      Property(
        "claims", .map(.list(.text), keys: "scopes"),
        "The claims that each scope asks for (OpenID Connect Core §5.4): `$claims` sends them to UserInfo.",
        example: "{ \"email\": [\"email\", \"email_verified\"] }"),
      Property(
        "known", .map(.text, keys: "scopes"),
        "The scopes, each with what a consent page says of it.",
        example: "{ \"email\": \"see your e-mail address\" }"),
      Property(
        "bits", .map(.whole(1...(1 << 62)), keys: "scopes"),
        "The bit of each scope, where a number may stand for several.",
        example: "{ \"friends\": 2 }"),
      Property(
        "patterns", .words, "Patterns of further scopes.",
        example: "[\"https://[a-z.]{1,60}/read\"]"),
      Property(
        "table", .object(scopeTable), "A table of the cast from whose records scopes are made."),
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
    "query style", "How parameters are percent-encoded.",
    [
      Property(
        "space", .choice(of: QueryStyle.Space.self),
        "How a space is written: `+`, `%20`, or as it is.", or: "`plus`"
      ),
      Property(
        "hex", .choice(["lower", "upper"]), "The letters of `%2f` or `%2F`.", or: "`upper`"),
      Property(
        "safe", .text, "Characters that stay as they are, beside letters and digits.", or: "`-_.~`",
        example: "\"-_.*\""),
    ])
}
