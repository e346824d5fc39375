extension ObjectSchema {
  /// A cast file, as a whole.
  package static let cast = ObjectSchema(
    "cast", "Who plays: people, clients, and the records of the providers' tables.",
    [
      schema,
      Property("kind", .choice(["cast"]), "What the file is.", .required),
      Property(
        "people", .list(.object(person)),
        "Who can sign in. A later file replaces a person of the same username."),
      Property(
        "clients", .list(.object(client)),
        "The clients. A later file replaces a client of the same id at the same provider."),
      Property(
        "claims", .map(.object(claim), keys: "claims"),
        "Where claims about people are sent. A later file says of a claim anew where it goes."),
      Property(
        "tables",
        .map(
          .map(
            .list(.map(.any, keys: "members of a record")),
            keys: "tables that the provider declares"), keys: "providers"),
        "Records of the tables that providers declare. A later file replaces a record of the same key.",
        example: "{ \"example\": { \"tenants\": [{ \"name\": \"home\" }] } }"),
    ])

  static let person = ObjectSchema(
    "person", "A resource owner. Each further member is a claim.",
    [
      Property("username", .text, "The name to sign in with.", example: "\"alice\"", .required),
      Property(
        "password", .text, "The password to sign in with.", example: "\"wonderland\"", .required),
      Property(
        "at", .map(.map(.any, keys: "claims"), keys: "providers"),
        "Claims that differ at a provider, such as the person's id there.",
        example: "{ \"standard\": { \"sub\": \"1\" } }"),
      Property(
        "outcome", .choice(of: Person.SignInOutcome.self),
        "What this person's sign-in always comes to: consent is refused, the account is locked, tokens have expired already, or every answer takes three seconds."
      ),
    ], others: .any)

  static let claim = ObjectSchema(
    "claim", "Where a claim about people is sent.",
    [
      Property(
        "in", .either([.choice(ClaimPlaces.names), .list(.choice(ClaimPlaces.names))]),
        "The places.",
        or: "`userinfo`", example: "[\"id_token\", \"userinfo\"]"),
      Property(
        "scope", .either([.text, .null]), "The scope that has to be granted.",
        or: "none, beyond what the place needs",
        example: "\"openid\""),
    ])

  static let client = ObjectSchema(
    "client", "A client that is registered at a provider (RFC 6749 §2).",
    [
      Property(
        "provider", .name(of: "provider"), "Where it is registered.", example: "\"standard\"",
        .required),
      Property("client_id", .text, "Its id.", example: "\"web\"", .required),
      Property(
        "kind", .choice(of: Client.Kind.self), "What it is (RFC 6749 §2.1).", or: "`confidential`"),
      Property("name", .text, "Its name, for people.", or: "its id", example: "\"Web app\""),
      Property(
        "secret", .either([.text, .null]), "Its secret.", or: "none",
        example: "\"understudy-secret-0123456789\""),
      Property(
        "redirect_uris", .list(.text), "Where it may be redirected to.",
        example: "[\"http://127.0.0.1:7999/cb\"]"),
      Property(
        "scopes", .list(.text), "What it may ask for.", or: "all that the provider knows",
        example: "[\"openid\"]"),
      Property(
        "response_types", .list(.text), "The response types that it may use.",
        or: "all that the provider knows",
        example: "[\"code\"]"),
      Property(
        "grant_types", .list(.text), "The grants that it may use.",
        or: "all that the provider knows",
        example: "[\"authorization_code\"]"),
      Property(
        "token_endpoint_auth_method",
        .choice(
          [TokenService.Authentication.basic, .post, .none, .signature].map(\.registeredName)),
        "How it proves itself (RFC 7591 §2).", or: "any way that the provider knows"),
      Property(
        "id_token_signed_response_alg", .choice(["ES256", "HS256", "RS256"]),
        "The algorithm of its ID tokens (OpenID Connect Registration §2).", or: "the provider's"),
      Property("sign_in", .text, "Who signs in for it, without a page.", example: "\"alice\""),
      Property("consent", .choice(of: Client.Consent.self), "What is said for it, without a page."),
      Property(
        "post_logout_redirect_uris", .list(.text),
        "Where the browser may go after a logout (RP-Initiated Logout §3.1).",
        or: "`redirect_uris`",
        example: "[\"https://app.example.test/bye\"]"),
      Property(
        "audiences", .list(.text),
        "Whom its access tokens may be for (RFC 8707 §2): absolute URIs.",
        or: "whomever it asks for", example: "[\"https://api.example.test\"]"),
      Property(
        "access_token_format", .choice(of: Client.AccessTokenFormat.self),
        "What its access tokens are, at a provider that has both: JSON Web Tokens (RFC 9068), or texts that say nothing.",
        or: "as the provider does"),
    ])
}
