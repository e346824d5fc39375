extension ObjectSchema {
  static let token = ObjectSchema(
    "token", "What the token endpoint reads, and which grants it knows.",
    [
      Property(
        "parameters",
        .map(.object(parameter), keys: "canonical names, which are those of the RFCs"),
        "The parameters of the token request. One that is not listed is not read.",
        example: "{ \"grant_type\": {}, \"code\": {} }"),
      Property(
        "secret_unexpected", .flag,
        "Whether a client that has no secret is refused if it sends one.", or: "false"),
      Property(
        "client_auth", .object(clientAuthentication),
        "How clients prove themselves (RFC 6749 §2.3)."),
      Property(
        "grants", .map(.object(grant), keys: "values of `grant_type`"),
        "The grants, and what each yields."),
    ])

  static let clientAuthentication = ObjectSchema(
    "client authentication",
    "How clients prove themselves (RFC 6749 §2.3). What is not listed is refused.",
    [
      Property("basic", .flag, "By the Authorization header, scheme Basic.", or: "false"),
      Property("post", .flag, "By `client_id` and `client_secret` in the body.", or: "false"),
      Property("none", .flag, "By `client_id` alone, for clients without a secret.", or: "false"),
      Property("signature", .object(signature), "By a signature over the request."),
    ])

  static let grant = ObjectSchema(
    "grant", "What a `grant_type` redeems and yields.",
    [
      Property(
        "kind", .choice(of: GrantKind.self),
        "What it is: an authorization code (RFC 6749 §4.1.3), a refresh token (§6), a client on its own (§4.4), a person's password (§4.3).",
        .required),
      Property(
        "answer", .name(of: "shape"), "The shape of its answer.", example: "\"token\"", .required),
      Property(
        "issues", .map(.predicate, keys: "credentials", known: CredentialKind.all.map(\.rawValue)),
        "The credentials that are made for it, and when.", example: "{ \"access\": true }"),
      Property(
        "reuse", .choice(of: GrantRule.Reuse.self),
        "What becomes of a code or refresh token that comes again: all that it yielded is revoked (RFC 9700 §4.14), it is refused, it is good for a while longer, or it stays good.",
        or: "`refuse`"),
      Property(
        "grace", .whole(Bounds.seconds), "For `reuse: grace`, how many seconds that is.", or: "10",
        example: "30"),
      Property("rotates", .flag, "Whether a refresh token is spent by its use.", or: "false"),
      Property(
        "scope", .choice(of: GrantRule.Scoping.self),
        "What the parameter `scope` does: nothing, or it asks for less.",
        or: "`ignore`"),
      Property(
        "client_authentication", .choice(of: GrantRule.ClientAuthentication.self),
        "Which clients must prove themselves: `confidential` those with a secret, `named` none, `secret` all have to send one, `always` only clients with a secret may use the grant.",
        or: "`confidential`"),
      Property(
        "redirect_required", .flag,
        "Whether the redirect URI must come again if the authorization request had one (RFC 6749 §4.1.3).",
        or: "true"),
      Property(
        "must_match", .map(.name(of: "condition"), keys: "names of `binds`"),
        "What must be as it was at the authorization request, and what it comes to where it is not.",
        example: "{ \"policy\": \"policy_mismatch\" }"),
      Property(
        "checks", .map(.object(check), keys: "names of checks"),
        "The provider's own checks of the grant."),
    ])
}
