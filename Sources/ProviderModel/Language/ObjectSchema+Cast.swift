extension ObjectSchema {
  /// A cast file, as a whole.
  package static let cast = ObjectSchema(
    "cast", "People, clients, and the records of the providers' tables.",
    [
      schema,
      Property("kind", .choice(["cast"]), "The kind of file.", .required),
      Property(
        "people", .list(.object(person)),
        "The people who can sign in. A later file replaces a person of the same username."),
      Property(
        "clients", .list(.object(client)),
        "The clients. A later file replaces a client of the same ID at the same provider."),
      Property(
        "claims", .map(.object(claim), keys: "claims"),
        "The places to which claims about people are sent. A later file replaces the entry of a claim."
      ),
      Property(
        "tables",
        .map(
          .map(
            .list(.map(.any, keys: "members of a record")),
            keys: "tables that the provider declares"), keys: "providers"),
        "Records of the tables that providers declare. A later file replaces a record of the same key.",
        example: "{ \"example\": { \"tenants\": [{ \"name\": \"home\" }] } }"),
    ])

  package static let person = ObjectSchema(
    "person", "A resource owner. Every other member is a claim.",
    [
      Property("username", .text, "The username of the sign-in.", example: "\"alice\"", .required),
      Property(
        "password", .text, "The password of the sign-in.", example: "\"wonderland\"", .required),
      Property(
        "at", .map(.map(.any, keys: "claims"), keys: "providers"),
        "Claims that differ at a provider, such as the person's ID there.",
        example: "{ \"standard\": { \"sub\": \"1\" } }"),
      Property(
        "outcome", .choice(of: Person.SignInOutcome.self),
        "The fixed outcome of this person's sign-in: `denies` refuses consent, `locked` can't sign in, `expired` gets expired tokens, `slow` waits three seconds for every response."
      ),
    ], others: .any)

  package static let claim = ObjectSchema(
    "claim", "The places to which a claim about people is sent.",
    [
      Property(
        "in", .either([.choice(ClaimPlaces.names), .list(.choice(ClaimPlaces.names))]),
        "The places: ID tokens, the UserInfo response, access tokens that are JSON Web Tokens, introspection responses.",
        or: "`userinfo`", example: "[\"id_token\", \"userinfo\"]"),
      Property(
        "scope", .either([.text, .null]), "The scope that the client needs.",
        or: "none, except `openid` for ID tokens and UserInfo",
        example: "\"openid\""),
    ])

  package static let client = ObjectSchema(
    "client", "A client that is registered at a provider (RFC 6749 §2).",
    [
      Property(
        "provider", .name(of: "provider"), "The provider where the client is registered.",
        example: "\"standard\"",
        .required),
      Property("client_id", .text, "The client's ID.", example: "\"web\"", .required),
      Property(
        "kind", .choice(of: Client.Kind.self),
        "The client type (RFC 6749 §2.1). `public` has no secret, `spa` is public and runs in a browser, `standalone` is public and installed on a device.",
        or: "`confidential`"),
      Property("name", .text, "The display name.", or: "its ID", example: "\"Web app\""),
      Property(
        "secret", .either([.text, .null]), "The client secret.", or: "none",
        example: "\"understudy-secret-0123456789\""),
      Property(
        "redirect_uris", .list(.text), "The redirect URIs (RFC 7591 §2).",
        example: "[\"http://127.0.0.1:7999/cb\"]"),
      Property(
        "scopes", .list(.text), "The scopes that the client may request.",
        or: "all that the provider knows",
        example: "[\"openid\"]"),
      Property(
        "response_types", .list(.text), "The response types that the client may use (RFC 7591 §2).",
        or: "all that the provider knows",
        example: "[\"code\"]"),
      Property(
        "grant_types", .list(.text), "The grants that the client may use (RFC 7591 §2).",
        or: "all that the provider knows",
        example: "[\"authorization_code\"]"),
      Property(
        "token_endpoint_auth_method",
        .choice(
          [TokenService.Authentication.basic, .post, .none, .signature].map(\.registeredName)),
        "The method of client authentication (RFC 7591 §2). With `signature`, requests are signed with the secret.",
        or: "any method that the provider knows"),
      Property(
        "id_token_signed_response_alg", .choice(["ES256", "HS256", "RS256"]),
        "The algorithm of its ID tokens (OpenID Connect Registration §2). HS256 uses the client secret.",
        or: "the provider's"),
      Property(
        "sign_in", .text, "The person who signs in for this client without a page.",
        example: "\"alice\""),
      Property(
        "consent", .choice(of: Client.Consent.self),
        "The answer to the question of consent, without a page."),
      Property(
        "post_logout_redirect_uris", .list(.text),
        "The addresses to which a logout may redirect (RP-Initiated Logout §3.1).",
        or: "`redirect_uris`",
        example: "[\"https://app.example.test/bye\"]"),
      Property(
        "audiences", .list(.matching("^[A-Za-z][A-Za-z0-9+.-]*:[^#]+$")),
        "The resources for which its access tokens may be (RFC 8707 §2): absolute URIs.",
        or: "all that it requests", example: "[\"https://api.example.test\"]"),
      Property(
        "access_token_format", .choice(of: Client.AccessTokenFormat.self),
        "The format of its access tokens, at a provider that has both: `jwt` for JSON Web Tokens (RFC 9068), `opaque` for random text.",
        or: "the provider's choice"),
    ])
}
