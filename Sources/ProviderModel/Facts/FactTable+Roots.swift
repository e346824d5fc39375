extension FactTable {
  private static func root(
    _ name: String, _ kind: Kind, _ meaning: String, _ members: Members, _ place: Use = .anywhere
  ) -> Root {
    Root(name: name, kind: kind, meaning: meaning, place: place, members: members)
  }

  static let roots: [Root] = [
    root("now", .number, "The sandbox's time, in seconds since 1970.", .alone(.now)),
    root("mode", .text, "The response mode of the request.", .alone(.mode)),
    root(
      "provider", .text, "The provider itself.",
      .fixed([
        ("id", .providerID, .text, "The provider's id."),
        ("title", .providerTitle, .text, "The provider's title."),
      ])),
    root(
      "base", .text, "How own addresses begin.",
      .fixed([
        (
          "path", .base(.path), .text,
          "The path that leads to the provider; empty under its own host."
        ),
        ("first", .base(.first), .text, "The address of the provider's first host."),
        ("here", .base(.here), .text, "The address of the host that was asked."),
        ("root", .base(.root), .text, "The address of this server, without any provider."),
        (
          "service", .base(.service), .text,
          "`here` as programs reach it, where browsers come by another way (--internal-url)."
        ),
      ])),
    root(
      "query", .text, "A parameter of the query, under its name on the wire.", .open { .query($0) }),
    root("form", .text, "A field of the form, under its name on the wire.", .open { .form($0) }),
    root("body", .text, "A parameter of a call, wherever it stood.", .open { .body($0) }),
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
      "found", .record, "A record of the cast that a variable, a lookup or a choice led to.",
      .open { .found($0) }),
    root(
      "txn", .text, "The sign-in that goes on.",
      .fixed([
        ("id", .ticket, .text, "The ticket that ties a form to its request.")
      ])),
    root(
      "client", .text, "The client.",
      .fixed([
        ("client_id", .client(.id), .text, "The client's id."),
        ("name", .client(.name), .text, "The client's name, for people."),
        ("kind", .client(.kind), .text, "public, confidential, spa or standalone."),
        ("redirect_uris", .client(.redirectURIs), .list, "The registered redirect URIs."),
        (
          "id_token_alg", .client(.idTokenAlgorithm), .text,
          "The algorithm that the client registered for ID tokens."
        ),
        (
          "access_token_format", .client(.accessTokenFormat), .text,
          "jwt or opaque, where the cast says what its access tokens are."
        ),
      ])),
    root("person", .any, "A claim of the person who signed in.", .declared(.people)),
    root("people", .list, "All people of the cast, with their claims here.", .alone(.people)),
    root(
      "tok", .flag, "Whether the answer holds a credential of this kind.", .declared(.credentials)),
    root(
      "grant", .text, "What was granted.",
      .fixed([
        ("scope", .grant(.scope), .list, "The scopes that were granted."),
        (
          "resource", .grant(.resource), .list,
          "Whom the access token is for (RFC 8707): what was asked for, else the client's audiences."
        ),
        (
          "type", .grant(.type), .text, "The grant type, or the response type of the front channel."
        ),
        ("issued", .grant(.issued), .number, "When it was granted, in seconds since 1970."),
        ("auth_time", .grant(.authTime), .number, "When the person signed in."),
        ("id", .grant(.id), .number, "The grant's number."),
      ])),
    root(
      "session", .number, "The sign-in that is still good.",
      .fixed([
        ("auth_time", .session(.authTime), .number, "When the person signed in."),
        ("age", .session(.age), .number, "How many seconds ago that was."),
      ])),
    root(
      "token", .text, "The token that came with the request.",
      .fixed([
        ("active", .token(.active), .flag, "Whether the token that came along is good for use."),
        ("kind", .token(.kind), .text, "access or refresh."),
        ("scope", .token(.scope), .list, "The scopes that it is good for."),
        ("client_id", .token(.client), .text, "The client that it was issued to."),
        ("username", .token(.username), .text, "The person whom it is about; empty for nobody."),
        ("issued", .token(.issued), .number, "When it was made, in seconds since 1970."),
        ("ends", .token(.ends), .number, "When it ends, in seconds since 1970; 0 for never."),
        ("audience", .token(.audience), .list, "For whom it is, where it says so."),
      ])),
    root("err", .text, "What a refusal says of itself.", .declared(.errors), .answers),
    root(
      "key", .text, "The key that signs.",
      .fixed([
        ("kid", .key(.kid), .text, "The id of the key that signs."),
        ("alg", .key(.alg), .text, "The algorithm of the key that signs."),
      ])),
    root("keys", .list, "The public keys of the server, as JWKs.", .alone(.keys)),
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
        ("client", .signed(.client), .text, "Who signed the request."),
        ("nonce", .signed(.nonce), .text, "The nonce of a signed request."),
        ("timestamp", .signed(.timestamp), .text, "The timestamp of a signed request."),
      ])),
    root(
      "rate", .number, "How often a token may call.",
      .fixed([
        ("most", .rate(.most), .number, "How many calls a token has in a window."),
        ("left", .rate(.left), .number, "How many of them are left."),
      ])),
    root(
      "browser", .text, "The browser.",
      .fixed([
        ("user_agent", .userAgent, .text, "What the browser says of itself.")
      ])),
    root("params", .list, "The parameters of a call, without its token.", .alone(.params)),
    root("items", .list, "The items that a resource keeps.", .alone(.items)),
    root(
      "item", .any, "The element of a list that is looked at; the item of a resource.",
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
    case .hidden, .people, .special, .scopes, .choices, .more: .list
    default: .text
    }
  }

  private static func meaning(of fact: Fact.PageFact) -> String {
    switch fact {
    case .action: "Where the form is sent."
    case .actionChosen:
      "The same for a page with a box named understudy_scope for each scope: what is not ticked is left out."
    case .hidden: "The hidden fields, each with name and value."
    case .people:
      "The people of the cast whose sign-in ends as they like, each with username and name."
    case .special:
      "The people whose sign-in always ends in one way, each with username, name and outcome."
    case .username: "What the username's field holds already: what was typed before, or login_hint."
    case .message: "What went wrong."
    case .scopes:
      "What is asked for, each with name, title and, where it was allowed before, known."
    case .deny: "Where Cancel leads."
    case .denialURL: "Where a denial would send the browser."
    case .nonce: "The nonce of the page's style sheet."
    case .choices: "The records to choose from."
    case .more: "Further links, each with label and href."
    }
  }
}
