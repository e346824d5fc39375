extension ObjectSchema {
  /// A provider file, as a whole.
  package static let provider = ObjectSchema(
    "provider", "One service: where its endpoints are, how its answers look, and why it refuses.",
    about + places + requests + grants + looks)

  private static let about: [Property] = [
    schema,
    Property(
      "id", .text,
      "The provider's id: small letters, digits and `-`. It begins the addresses below the one port.",
      example: "\"example\"", .required, inherited: .never),
    Property(
      "title", .text, "Its name, for people.", example: "\"Example\"", .unless("extends")),
    Property(
      "as_of", .text, "The time at which the service was like this.", example: "\"2020-10\"",
      inherited: .never),
    Property(
      "extends", .name(of: "provider"), "The provider from which the rest is taken over.",
      example: "\"standard\"",
      inherited: .never),
    Property(
      "sources", .list(.text), "What the file was written from.", example: "[\"RFC 6749\"]"),
    Property(
      "inferred", .words,
      "JSON Pointers (RFC 6901) to what no source shows and somebody had to choose.",
      example: "[\"/credentials/code/lifetime\"]", inherited: .never),
    Property(
      "absent", .list(.text),
      "What the service has and the file has not, for whoever reads about it.",
      example: "[\"pages for signing up\"]", inherited: .never),
    Property(
      "claims", .list(.text),
      "Claims that templates name without `?`, beside those of the shipped cast and of `people`.",
      example: "[\"nickname\"]", inherited: .never),
    Property(
      "quirks", .list(.object(quirk)),
      "Departures from the standard, each of which can be switched on and off.",
      inherited: .never),
  ]

  private static let places: [Property] = [
    Property(
      "hosts", .map(.text, keys: "names that addresses begin with"),
      "The host names of the service; the first takes the short addresses. A name may hold one variable, `{tenant}.example.test`.",
      example: "{ \"main\": \"login.example.test\" }", .required, inherited: .never),
    Property(
      "fold_paths", .flag, "Whether letters of paths are the same in either case.", or: "false"),
    Property(
      "after_post", .whole(Bounds.redirect), "The status of a redirect that answers a POST.",
      or: "302",
      example: "303"),
    Property(
      "ticket", .pattern,
      "What a ticket looks like: the value that ties a page's form to its request.",
      example: "\"[A-Za-z0-9_-]{32}\""),
    Property(
      "repeats", .choice(of: Provider.Repeats.self),
      "Which value counts where a parameter is sent more than once; `refuse` refuses the request.",
      or: "`last`"),
    Property(
      "vars", .map(.object(variable), keys: "names that stand in addresses as `{NAME}`"),
      "Variables of addresses that need a rule. One that needs none is not listed.",
      inherited: .never),
    Property(
      "tables", .map(.object(table), keys: "names of tables"),
      "Lists of records that a cast gives for this provider.",
      inherited: .never),
    Property(
      "lookups", .map(.object(lookup), keys: "names below `found`"),
      "Records to which a request leads.",
      inherited: .never),
    Property(
      "bases",
      .map(.list(.text), keys: "names that addresses begin with, as they do with a host's"),
      "Beginnings of addresses that several endpoints share: an endpoint at `NAME:/path` stands below each of them.",
      example: "{ \"v2\": [\"main:/{tenant}\", \"main:/tfp/{tenant}\"] }", inherited: .never),
    Property(
      "endpoints", .map(.object(endpoint), keys: "names of endpoints"), "What answers, and where.",
      .required,
      inherited: .never),
    Property(
      "links", .map(.object(link), keys: "names below `links`"),
      "The provider's own addresses, as pages and answers tell them.", inherited: .never),
  ]

  private static let requests: [Property] = [
    Property(
      "parameters", .map(.object(parameter), keys: "canonical names, which are those of the RFCs"),
      "The parameters of the authorization request. One that is not listed is not read.",
      inherited: .replaced(level: 1)),
    Property(
      "code_challenge", .object(challenge), "What is demanded of a code challenge (RFC 7636).",
      inherited: .never),
    Property(
      "redirect_uri", .object(redirectURI),
      "Where a client may be redirected to (RFC 6749 §3.1.2).",
      inherited: .replaced(level: 1)),
    Property(
      "scope", .object(scope), "What may be asked for (RFC 6749 §3.3).",
      inherited: .replaced(level: 1)),
    Property(
      "response_modes",
      .map(.flag, keys: "names of response modes", known: ["query", "fragment", "form_post"]),
      "The values of `response_mode` that a client may send; with none, the parameter is not looked at.",
      example: "{ \"query\": true, \"fragment\": true }", inherited: .replaced(level: 1)),
    Property(
      "checks",
      .map(
        .map(.object(check), keys: "names of checks"), keys: "phases",
        known: CheckPhase.allCases.map(\.rawValue)),
      "The provider's own checks of the authorization request, by phase: `address` before the client is known, `request` once the client can be told, `scope` where the scopes are, `session` once somebody has signed in.",
      inherited: .never),
    Property(
      "flow", .object(flow), "The stages between the authorization request and its answer.",
      inherited: .never),
    Property(
      "people", .map(.value, keys: "names of claims"),
      "Claims that are made up for a person whose cast has none of that name for this provider.",
      example: "{ \"id\": \"{{rand:[1-9][0-9]{5}}}\" }", inherited: .never),
    Property(
      "cookies",
      .map(.object(cookie), keys: "what they are for", known: ["session", "browser", "link"]),
      "The cookies that pages set: `session` for who is signed in, `browser` to bind a ticket to a browser, `link` set by each redirect to an own address that has its parameter.",
      inherited: .replaced(level: 2)),
  ]

  private static let grants: [Property] = [
    Property(
      "credentials",
      .map(.object(credential), keys: "kinds", known: CredentialKind.all.map(\.rawValue)),
      "What codes and tokens look like, and how long they live.", inherited: .replaced(level: 1)),
    Property(
      "binds", .map(.template, keys: "names below `bound`"),
      "Values of the authorization request's address to which a grant is bound.",
      example: "{ \"policy\": \"{{vars.policy}}\" }", inherited: .never),
    Property(
      "signing", .map(.object(signing), keys: "algorithms", known: ["RS256", "ES256"]),
      "The algorithms that sign tokens here (RFC 7518 §3.1); the first is the usual one.",
      example: "{ \"RS256\": {} }", inherited: .never),
    Property(
      "answers", .map(.object(answer), keys: "response types, their words in any order"),
      "What the front channel gives for each `response_type`.", inherited: .replaced(level: 1)),
    Property(
      "token", .object(token), "What the token endpoint reads, and which grants it knows.",
      inherited: .never),
  ]

  private static let looks: [Property] = [
    Property(
      "try_out", .object(tryOut),
      "How the provider is tried by hand, from the page at `/` and from the control API."),
    Property(
      "styles",
      .map(.object(queryStyle), keys: "where it is used", known: ["query", "fragment", "link"]),
      "How parameters are percent-encoded: in the query and the fragment of a redirect, and in links.",
      inherited: .replaced(level: 2)),
    Property(
      "templates", .map(.template, keys: "names"), "Pieces of pages, in the language of templates.",
      example: "{ \"plain\": [\"<!doctype html>\", \"<p>{{labels.text}}</p>\"] }",
      inherited: .replaced(level: 2)),
    Property("pages", .map(.object(page), keys: "names"), "What people see."),
    Property(
      "shapes", .map(.object(shape), keys: "names"), "How answers look.",
      inherited: .replaced(level: 2)),
    Property(
      "errors",
      .map(
        .map(.object(errorEntry), keys: "conditions, or `*` for all that have no entry"),
        keys: "tables"),
      "How refusals look: for each table of conditions, an entry for each condition. The tables are `authorize`, `token` and `resource`, and those that endpoints name.",
      .unless("extends"), inherited: .replaced(level: 3)),
  ]

  static let schema = Property(
    "schema", .whole(1...1), "The version of the language.", or: "1", example: "1")
}
