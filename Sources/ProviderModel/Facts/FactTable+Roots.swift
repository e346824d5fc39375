extension FactTable {
  static func root(
    _ name: String, _ kind: Kind, _ meaning: String, _ members: Members, _ place: Use = .anywhere
  ) -> Root {
    Root(name: name, kind: kind, meaning: meaning, place: place, members: members)
  }

  static let roots: [Root] = firstRoots + moreRoots

  private static let firstRoots: [Root] = [
    root("now", .number, "The sandbox's time, in seconds since 1970.", .alone(.now)),
    root("mode", .text, "The response mode of the request.", .alone(.mode)),
    root(
      "provider", .text, "The provider itself.",
      .fixed(
        [
          ("id", .providerID, .text, "The provider's id."),
          ("title", .providerTitle, .text, "The provider's title."),
          (
            "grants", .providerGrants, .list,
            "Its grant types: the names of `token.grants`, and `implicit` if a response type needs it."
          ),
          (
            "auth_methods", .authMethods, .list,
            "The methods of client authentication, as `token.client_auth` has them (RFC 8414 §2)."
          ),
          (
            "secret_auth_methods", .secretAuthMethods, .list, "The same methods without `none`."
          ),
          ("signing_alg", .providerSigningAlgorithm, .text, "The first algorithm of `signing`."),
          (
            "client_algs", .providerClientAlgorithms, .list,
            "The algorithms of the JWTs by which clients authenticate."
          ),
          (
            "request_object_algs", .providerRequestAlgorithms, .list,
            "The algorithms of request objects."
          ),
        ] + ProviderFact.allCases.map { ($0.rawValue, .provider($0), .list, $0.meaning) })),
    root(
      "base", .text, "The start of the provider's own addresses.",
      .fixed([
        (
          "path", .base(.path), .text,
          "The path that leads to the provider; empty under its own host."
        ),
        ("first", .base(.first), .text, "The address of the provider's first host."),
        ("here", .base(.here), .text, "The address of the requested host."),
        ("root", .base(.root), .text, "The address of this server, without any provider."),
        (
          "service", .base(.service), .text,
          "`here` as programs reach it, if browsers use another address (--internal-url)."
        ),
      ])),
    root(
      "query", .text, "A parameter of the query, under its name on the wire.", .open { .query($0) }),
    root("form", .text, "A field of the form, under its name on the wire.", .open { .form($0) }),
    root(
      "body", .text,
      "A parameter of a request by a program, in whichever place; `body.\"/a/b\"` is a place in a JSON body (RFC 6901).",
      .open { .body($0) }),
    root(
      "req", .text, "A parameter of the request, under its canonical name.", .declared(.parameters)),
    root(
      "auth", .text, "A parameter of the authorization request behind a code or token.",
      .declared(.granted)),
    root("vars", .text, "A variable of the address.", .declared(.variables)),
    root("hosts", .text, "The name of one of the provider's hosts.", .declared(.hosts)),
    root("links", .text, "One of the provider's own addresses.", .declared(.links)),
    root("bound", .text, "A value of the address to which the grant is bound.", .declared(.bound)),
    root(
      "found", .record, "A record of the cast that a variable, a lookup or a choice selects.",
      .open { .found($0) }),
    root(
      "txn", .text, "The current sign-in.",
      .fixed([
        ("id", .ticket, .text, "The ticket that ties a form to its request.")
      ])),
    root(
      "client", .text, "The client.",
      .fixed(
        [
          ("client_id", .client(.id), .text, "The client's id."),
          ("name", .client(.name), .text, "The client's display name."),
          ("kind", .client(.kind), .text, "public, confidential, spa or standalone."),
          ("redirect_uris", .client(.redirectURIs), .list, "The registered redirect URIs."),
          (
            "id_token_alg", .client(.idTokenAlgorithm), .text,
            "The algorithm that the client registered for ID tokens."
          ),
          (
            "authorization_response_alg", .client(.responseAlgorithm), .text,
            "The algorithm that the client registered for signed authorization responses."
          ),
          ("policy_uri", .client(.policyURI), .text, "The address of the client's privacy policy."),
          ("tos_uri", .client(.termsURI), .text, "The address of the client's terms of service."),
          (
            "access_token_format", .client(.accessTokenFormat), .text,
            "jwt or opaque, if the cast says which."
          ),
          (
            "needs_auth_time", .client(.needsAuthTime), .flag,
            "Whether the client has registered that its ID tokens need `auth_time`, by `require_auth_time` or `default_max_age` (OpenID Connect Registration §2)."
          ),
        ], more: (.clients, "A member that the provider declares in `clients`."))),
    registration,
    root("person", .any, "A claim of the person who signed in.", .declared(.people)),
    root("people", .list, "All people of the cast, with their claims here.", .alone(.people)),
    root(
      "tok", .flag, "Whether the response contains a credential of this kind.",
      .declared(.credentials)),
    root(
      "grant", .text, "The grant.",
      .fixed(
        [
          ("scope", .grant(.scope), .list, "The scopes that were granted."),
          (
            "resource", .grant(.resource), .list,
            "The audience of the access token (RFC 8707): the requested resources, or the client's audiences."
          ),
          (
            "authorization_details", .grant(.details), .list,
            "The authorization details that were granted (RFC 9396)."
          ),
          (
            "type", .grant(.type), .text,
            "The grant type, or the response type of the front channel."
          ),
          ("issued", .grant(.issued), .number, "The time of the grant, in seconds since 1970."),
          ("auth_time", .grant(.authTime), .number, "The time of the sign-in."),
          ("id", .grant(.id), .number, "The grant's number."),
          (
            "act", .grant(.actor), .record,
            "The party that acts, and those that acted before it (RFC 8693 §4.1)."
          ),
          (
            "sid", .grant(.session), .text,
            "The ID of the session in which it was granted, if a person was signed in at a browser."
          ),
          (
            "acr", .grant(.acr), .text,
            "The level of authentication, at a provider with acr_values."
          ),
          ("amr", .grant(.amr), .list, "The authentication methods of that level."),
        ] + consentMembers)),
    root(
      "session", .number, "The session of the person who is signed in.",
      .fixed([
        ("auth_time", .session(.authTime), .number, "The time of the sign-in."),
        ("age", .session(.age), .number, "The seconds since the sign-in."),
        ("sid", .session(.id), .text, "The ID of the session, the same as in `grant.sid`."),
      ])),
    token,
    root("err", .text, "A fact of the refusal.", .declared(.errors), .answers),
    root(
      "key", .text, "The key that signs.",
      .fixed([
        ("kid", .key(.kid), .text, "The id of the key that signs."),
        ("alg", .key(.alg), .text, "The algorithm of the key that signs."),
      ])),
    root(
      "keys", .list,
      "The public keys of the server, as JWKs. Each also has, where it is named, `x5c`, `x5t`, `x5t#S256`, `pem` (a certificate that it signs for itself) and `spki` (the key in base64): `{{item.x5c}}`, `{{keys.0.spki}}`.",
      .alone(.keys)),
    root(
      "hash", .text, "The half hash of a value (OpenID Connect Core §3.3.2.11).",
      .fixed([
        ("access", .hash(.access), .text, "The half hash of the access token, for at_hash."),
        ("code", .hash(.code), .text, "The half hash of the code, for c_hash."),
        ("state", .hash(.state), .text, "The half hash of state, for s_hash."),
      ])),
    root(
      "sig", .text, "A field of a signed request.",
      .fixed([
        ("client", .signed(.client), .text, "The client that signed the request."),
        ("nonce", .signed(.nonce), .text, "The nonce of a signed request."),
        ("timestamp", .signed(.timestamp), .text, "The timestamp of a signed request."),
      ])),
    rate, rates,
    root(
      "browser", .text, "The browser.",
      .fixed([
        ("user_agent", .userAgent, .text, "The User-Agent of the request.")
      ])),
    root(
      "device", .text, "The request of a device (RFC 8628).",
      .fixed([
        ("uri", .device(.uri), .text, "The address of the page for user codes."),
        ("uri_complete", .device(.completeURI), .text, "The same address with the user code."),
        ("user_code", .device(.userCode), .text, "The user code, as the device shows it."),
        ("interval", .device(.interval), .number, "The seconds between two polls."),
        (
          "qr", .device(.qr), .list,
          "The QR code of uri_complete: one record with size, in modules, and path, for an SVG image. Empty if the address is too long."
        ),
      ])),
    root(
      "resource", .text, "The protected resource that is called, or that the document describes.",
      .fixed([
        ("name", .resource(.name), .text, "The resource's display name."),
        ("scopes", .resource(.scopes), .list, "The scopes that every call needs."),
        ("all_scopes", .resource(.allScopes), .list, "The scopes of all its tools, too."),
        (
          "metadata", .resource(.metadata), .text,
          "The address of the document that describes it: the endpoint's `metadata`."
        ),
      ])),
    root(
      "mcp", .any, "The message to an MCP server, and the answer.",
      .fixed([
        ("id", .mcp(.id), .any, "The id of the JSON-RPC request."),
        ("method", .mcp(.method), .text, "The method of the message, such as tools/call."),
        ("tool", .mcp(.tool), .text, "The tool that is called."),
        ("result", .mcp(.result), .any, "The result of the method."),
        ("session", .mcp(.session), .text, "The id of the session that begins here."),
        ("revisions", .mcp(.revisions), .list, "The revisions that the server has."),
      ])),
    dpop, mutualTLS, encryption,
    root(
      "approved_clients", .list, "The clients that the person of a FedCM account has signed in to.",
      .alone(.approvedClients)),
    root("params", .list, "The parameters of a call, without its token.", .alone(.params)),
    root("items", .list, "The items that a resource keeps.", .alone(.items)),
    root(
      "item", .any, "The current element of a list; the item of a resource.",
      .alone(.item)),
    root("labels", .text, "A label of the page.", .open { .label($0) }, .labels),
    root("fields", .text, "The name of a field of the page.", .open { .field($0) }, .pages),
    root(
      "page", .text, "The page.",
      .fixed(
        Fact.PageFact.allCases.map { ($0.rawValue, .page($0), kind(of: $0), meaning(of: $0)) }),
      .pages),
  ]

  private static func kind(of fact: Fact.PageFact) -> Kind {
    switch fact {
    case .hidden, .accounts, .people, .special, .scopes, .choices, .more, .details, .frames: .list
    default: .text
    }
  }

  private static func meaning(of fact: Fact.PageFact) -> String {
    switch fact {
    case .action: "The address to which the form is sent."
    case .actionChosen:
      "The same for a page with a checkbox named understudy_scope for each scope. Scopes without a check mark are left out."
    case .hidden: "The hidden fields, each with name and value."
    case .accounts:
      "The account that is signed in at the browser, with username and name: on a login page whose stage offers it, and on a consent page without a sign-in before it."
    case .people:
      "The people of the cast without a fixed outcome, each with username and name."
    case .special:
      "The people with a fixed outcome, each with username, name and outcome."
    case .username: "The initial value of the username field: the last input, or login_hint."
    case .message: "The error message."
    case .scopes:
      "The requested scopes, each with name, title and, if it was granted before, known."
    case .deny: "The address of the Cancel link."
    case .denialURL: "The address to which a denial redirects."
    case .nonce: "The nonce of the page's style sheet."
    case .details:
      "The requested authorization details (RFC 9396), each with name, title and text."
    case .choices: "The records to choose from, each with value (its key) and title."
    case .more: "Further links, each with label and href."
    case .frames:
      "The addresses that a logout opens in frames, each with src: those of `front_channel`."
    case .onward: "The address to which a logout leads, on the page `leaving`."
    }
  }
}
