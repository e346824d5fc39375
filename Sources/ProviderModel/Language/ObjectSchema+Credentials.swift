extension ObjectSchema {
  static let credential = ObjectSchema(
    "credential", "The format of a code or a token: `value`, `jwt`, or one of both.",
    [
      Property(
        "value", .template,
        "The text of a credential that is not a JWT. With `jwt`, it applies if `jwt.when` does not hold.",
        example: "\"{{rand:[A-Za-z0-9_-]{43}}}\"",
        only: "credentials that are not always a JWT"),
      Property("jwt", .object(jsonWebToken), "The content of the JSON Web Token (RFC 7519)."),
      Property(
        "lifetime", .value, "The lifetime in seconds; 0 for no expiry.", or: "0",
        example: "3600"),
    ])

  static let jsonWebToken = ObjectSchema(
    "jwt", "A signed JSON Web Token (RFC 7515, RFC 7519).",
    [
      Property(
        "header", .value, "The header.",
        example: "{ \"alg\": \"{{key.alg}}\", \"kid\": \"{{key.kid}}\" }", .required),
      Property(
        "claims", .value, "The claims.",
        example: "{ \"iss\": \"{{base.first}}\", \"sub\": \"{{person.sub}}\" }", .required),
      Property(
        "alg", .template, "The algorithm of the signature: RS256 or ES256.", example: "\"RS256\"",
        .required),
      Property(
        "when", .predicate, "When the credential is a JWT, if it also has a `value`.",
        or: "always",
        example: "{ \"eq\": [\"{{client.access_token_format}}\", \"jwt\"] }"),
    ])

  static let signing = ObjectSchema(
    "signing key", "The key of an algorithm.",
    [
      Property(
        "kid", .text,
        "The key ID of a recording. It applies with `--seed` and with a supplied key.",
        or: "the key's thumbprint (RFC 7638)",
        example: "\"X5eXk4xyojNFum1kl2Ytv8dlNP4-c57dO6QGTVBwaNk\"")
    ])

  static let answer = ObjectSchema(
    "answer", "The front-channel response for a response type.",
    [
      Property(
        "mode", .value, "The response mode: `query`, `fragment` or `form_post`.", or: "`query`",
        example: "\"fragment\""),
      Property(
        "issues", .map(.predicate, keys: "credentials", known: CredentialKind.all.map(\.rawValue)),
        "The credentials to issue, and when.", example: "{ \"code\": true }"),
      Property(
        "parameters", .value, "The parameters, in order.",
        example: "{ \"code\": \"{{tok.code.value}}\", \"state\": \"{{req.state?}}\" }", .required),
      Property(
        "suffix", .text, "A text after the redirect URI and its parameters.", example: "\"#_\""),
    ])
}
