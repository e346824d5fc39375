extension ObjectSchema {
  static let token = ObjectSchema(
    "token", "The parameters and the grants of the token endpoint.",
    [
      Property(
        "parameters",
        .map(.object(parameter), keys: "canonical names, which are those of the RFCs"),
        "The parameters of the token request. Others are ignored.",
        example: "{ \"grant_type\": {}, \"code\": {} }"),
      Property(
        "secret_unexpected", .flag,
        "Whether a client without a secret is refused if it sends one.", or: "false"),
      Property(
        "client_auth", .object(clientAuthentication),
        "The methods of client authentication (RFC 6749 §2.3)."),
      Property(
        "grants", .map(.object(grant), keys: "values of `grant_type`"),
        "The grants, and the credentials that each issues."),
    ])

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

  static let grant = ObjectSchema(
    "grant", "A grant type, and the credentials that it issues.",
    [
      Property(
        "kind", .choice(of: GrantKind.self),
        "The kind of grant: an authorization code (RFC 6749 §4.1.3), a refresh token (§6), client credentials (§4.4), a person's password (§4.3).",
        .required),
      Property(
        "answer", .name(of: "shape"), "The shape of the response.", example: "\"token\"", .required),
      Property(
        "issues", .map(.predicate, keys: "credentials", known: CredentialKind.all.map(\.rawValue)),
        "The credentials to issue, and when.", example: "{ \"access\": true }"),
      Property(
        "reuse", .choice(of: GrantRule.Reuse.self),
        "The reaction to a code or refresh token that is used again: everything that it issued is revoked (RFC 9700 §4.14), it is refused, it works for a grace period, or it keeps working.",
        or: "`refuse`"),
      Property(
        "grace", .whole(Bounds.seconds), "The grace period for `reuse: grace`, in seconds.",
        or: "10",
        example: "30"),
      Property("rotates", .flag, "Whether a refresh token can be used only once.", or: "false"),
      Property(
        "scope", .choice(of: GrantRule.Scoping.self),
        "The effect of the parameter `scope`: none, or it narrows the scopes.",
        or: "`ignore`"),
      Property(
        "client_authentication", .choice(of: GrantRule.ClientAuthentication.self),
        "The clients that must authenticate: with `confidential` those with a secret, with `named` none; with `secret` every client has to send a secret; with `always` only clients with a secret may use the grant.",
        or: "`confidential`"),
      Property(
        "redirect_required", .flag,
        "Whether the client must repeat the redirect URI of the authorization request (RFC 6749 §4.1.3).",
        or: "true"),
      Property(
        "must_match", .map(.name(of: "condition"), keys: "names of `binds`"),
        "The values that must match the authorization request, each with the condition for a different value.",
        example: "{ \"policy\": \"policy_mismatch\" }"),
      Property(
        "checks", .map(.object(check), keys: "names of checks"),
        "The provider's own checks of the grant."),
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
