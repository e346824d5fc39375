extension ObjectSchema {
  static let credential = ObjectSchema(
    "credential", "What a code or a token looks like: `value`, `jwt`, or one or the other.",
    [
      Property(
        "value", .template,
        "The text of it, where it is no JWT; beside `jwt`, what it is where `jwt.when` does not hold.",
        example: "\"{{rand:[A-Za-z0-9_-]{43}}}\"",
        only: "credentials that are no JWT, or not always"),
      Property("jwt", .object(jsonWebToken), "The JSON Web Token that it is (RFC 7519)."),
      Property(
        "lifetime", .value, "For how many seconds it is good; 0 is for ever.", or: "0",
        example: "3600"),
    ])

  static let jsonWebToken = ObjectSchema(
    "jwt", "A signed JSON Web Token (RFC 7515, RFC 7519).",
    [
      Property(
        "header", .value, "Its header.",
        example: "{ \"alg\": \"{{key.alg}}\", \"kid\": \"{{key.kid}}\" }", .required),
      Property(
        "claims", .value, "Its claims.",
        example: "{ \"iss\": \"{{base.first}}\", \"sub\": \"{{person.sub}}\" }", .required),
      Property(
        "alg", .template, "The algorithm that signs it: RS256 or ES256.", example: "\"RS256\"",
        .required),
      Property(
        "when", .predicate, "When it is one, at a credential that has a `value` as well.",
        or: "always",
        example: "{ \"eq\": [\"{{client.access_token_format}}\", \"jwt\"] }"),
    ])

  static let signing = ObjectSchema(
    "signing key", "The key of an algorithm.",
    [
      Property(
        "kid", .text,
        "The key id that a recording shows; it is used with `--seed` and with a key that is given.",
        or: "the key's thumbprint (RFC 7638)",
        example: "\"X5eXk4xyojNFum1kl2Ytv8dlNP4-c57dO6QGTVBwaNk\"")
    ])

  static let answer = ObjectSchema(
    "answer", "What the front channel gives for a response type.",
    [
      Property(
        "mode", .value, "How it travels: `query`, `fragment` or `form_post`.", or: "`query`",
        example: "\"fragment\""),
      Property(
        "issues", .map(.predicate, keys: "credentials", known: CredentialKind.all.map(\.rawValue)),
        "The credentials that are made for it, and when.", example: "{ \"code\": true }"),
      Property(
        "parameters", .value, "Its parameters, in their order.",
        example: "{ \"code\": \"{{tok.code.value}}\", \"state\": \"{{req.state?}}\" }", .required),
      Property("suffix", .text, "What stands behind the redirect, as it is.", example: "\"#_\""),
    ])
}
