extension ObjectSchema {
  static let clientAuthentication = ObjectSchema(
    "client authentication",
    "The methods of client authentication (RFC 6749 §2.3). Others are refused.",
    [
      Property(
        "basic", .flag, "Authentication by the Authorization header, scheme Basic.", or: "false"),
      Property(
        "post", .flag, "Authentication by `client_id` and `client_secret` in the body.", or: "false"
      ),
      Property(
        "none", .flag, "Identification by `client_id` alone, for clients without a secret.",
        or: "false"),
      Property(
        "signature", .declared(RequestSignature.self),
        "Authentication by a signature over the request."),
    ])

}

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
}
