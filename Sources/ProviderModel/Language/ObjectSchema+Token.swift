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
      Property("signature", .object(signature), "Authentication by a signature over the request."),
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
