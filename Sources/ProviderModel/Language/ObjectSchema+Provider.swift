extension ObjectSchema {
  /// A provider file, as a whole.
  package static let provider = ObjectSchema(
    "provider",
    "One service: its endpoints, the format of its responses, and its reasons for refusals.",
    about + places + requests + grants + looks)

  private static let about: [Property] = [
    schema,
    Property(
      "id", .text,
      "The provider's ID: lowercase letters, digits and `-`. On the common port, addresses start with it.",
      example: "\"example\"", .required, inherited: .never),
    Property(
      "title", .text, "The display name.", example: "\"Example\"", .unless("extends")),
    Property(
      "as_of", .text, "The date of the behavior that the file describes.", example: "\"2020-10\"",
      inherited: .never),
    Property(
      "extends", .name(of: "provider"), "The provider from which the rest is inherited.",
      example: "\"standard\"",
      inherited: .never),
    Property(
      "sources", .list(.text), "The sources of the file.", example: "[\"RFC 6749\"]"),
    Property(
      "inferred", .words,
      "JSON Pointers (RFC 6901) to values that no source shows and the author had to choose.",
      example: "[\"/credentials/code/lifetime\"]", inherited: .never),
    Property(
      "absent", .list(.text),
      "Features of the service that the file leaves out, for readers.",
      example: "[\"pages for signing up\"]", inherited: .never),
    Property(
      "claims", .list(.text),
      "Claims that templates use without `?`, in addition to those of the bundled cast and of `people`.",
      example: "[\"nickname\"]", inherited: .never),
    Property(
      "quirks", .list(.object(quirk)),
      "Deviations from the standard. Each can be switched on and off.",
      inherited: .never),
  ]

  private static let places: [Property] = [
    Property(
      "hosts", .map(.text, keys: "names that addresses begin with"),
      "The host names of the service. The first one gets the short addresses. A name may contain one variable, `{tenant}.example.test`.",
      example: "{ \"main\": \"login.example.test\" }", .required, inherited: .never),
    Property(
      "fold_paths", .flag, "Whether paths are case-insensitive.", or: "false"),
    Property(
      "after_post", .whole(Bounds.redirect), "The status of a redirect that answers a POST.",
      or: "302",
      example: "303"),
    Property(
      "ticket", .pattern,
      "The format of a ticket, which ties a page's form to its request.",
      example: "\"[A-Za-z0-9_-]{32}\""),
    Property(
      "repeats", .choice(of: Provider.Repeats.self),
      "The value that applies if a parameter is repeated; `refuse` refuses the request.",
      or: "`last`"),
    Property(
      "vars", .map(.declared(VariableRule.self), keys: "names that stand in addresses as `{NAME}`"),
      "Rules for variables of addresses. A variable without a rule is not listed.",
      inherited: .never),
    Property(
      "tables", .map(.declared(TableRule.self), keys: "names of tables"),
      "Lists of records that a cast provides.",
      inherited: .never),
    Property(
      "lookups", .map(.declared(LookupRule.self), keys: "names below `found`"),
      "Records that a request selects.",
      inherited: .never),
    Property(
      "bases",
      .map(.list(.text), keys: "names that addresses begin with, as they do with a host's"),
      "Prefixes that several endpoints share: an endpoint at `NAME:/path` has an address under each of them.",
      example: "{ \"v2\": [\"main:/{tenant}\", \"main:/tfp/{tenant}\"] }", inherited: .never),
    Property(
      "endpoints", .map(.declared(Endpoint.self), keys: "names of endpoints"),
      "The endpoints and their addresses.",
      .required,
      inherited: .never),
    Property(
      "links", .map(.declared(LinkRule.self), keys: "names below `links`"),
      "The provider's own addresses, for pages and responses.", inherited: .never),
  ]

  private static let requests: [Property] = [
    Property(
      "parameters",
      .map(.declared(ParameterRule.self), keys: "canonical names, which are those of the RFCs"),
      "The parameters of the authorization request. Others are ignored.",
      inherited: .replaced(level: 1)),
    Property(
      "code_challenge", .declared(ChallengePolicy.self),
      "The requirements for a code challenge (RFC 7636).",
      inherited: .never),
    Property(
      "redirect_uri", .declared(RedirectRule.self),
      "The redirect URIs that the provider accepts (RFC 6749 §3.1.2).",
      inherited: .replaced(level: 1)),
    Property(
      "scope", .declared(ScopeRule.self), "The scopes that a client may request (RFC 6749 §3.3).",
      inherited: .replaced(level: 1)),
    Property(
      "response_modes",
      .map(.flag, keys: "names of response modes", known: ["query", "fragment", "form_post"]),
      "The values of `response_mode` that a client may send. Without any, the parameter is ignored.",
      example: "{ \"query\": true, \"fragment\": true }", inherited: .replaced(level: 1)),
    Property(
      "checks",
      .map(
        .map(.declared(Check.self), keys: "names of checks"), keys: "phases",
        known: CheckPhase.allCases.map(\.rawValue)),
      "The provider's own checks of the authorization request, by phase: `address` before the client is known, `request` when errors can be sent to the client, `scope` together with the scopes, `session` after a person has signed in.",
      inherited: .never),
    Property(
      "flow", .declared(Flow.self),
      "The stages between the authorization request and its response.",
      inherited: .never),
    Property(
      "people", .map(.value, keys: "names of claims"),
      "Generated claims, for people who have no such claim for this provider in the cast.",
      example: "{ \"id\": \"{{rand:[1-9][0-9]{5}}}\" }", inherited: .never),
    Property(
      "cookies",
      .map(
        .declared(CookieRule.self), keys: "what they are for",
        known: ["session", "browser", "link"]),
      "The cookies that pages set: `session` identifies the person who is signed in, `browser` ties a ticket to a browser, and `link` is set by each redirect to an address of the provider that has the parameter.",
      inherited: .replaced(level: 2)),
  ]

  private static let grants: [Property] = [
    Property(
      "credentials",
      .map(.object(credential), keys: "kinds", known: CredentialKind.all.map(\.rawValue)),
      "The format and the lifetime of codes and tokens.", inherited: .replaced(level: 1)),
    Property(
      "binds", .map(.template, keys: "names below `bound`"),
      "Values of the authorization request's address that a grant is bound to.",
      example: "{ \"policy\": \"{{vars.policy}}\" }", inherited: .never),
    Property(
      "signing", .map(.object(signing), keys: "algorithms", known: ["RS256", "ES256"]),
      "The algorithms that sign tokens (RFC 7518 §3.1). The first one is the default.",
      example: "{ \"RS256\": {} }", inherited: .never),
    Property(
      "answers", .map(.declared(AnswerRule.self), keys: "response types, their words in any order"),
      "The front-channel response for each `response_type`.", inherited: .replaced(level: 1)),
    Property(
      "token", .declared(TokenService.self), "The parameters and the grants of the token endpoint.",
      inherited: .never),
  ]

  private static let looks: [Property] = [
    Property(
      "try_out", .declared(TryOut.self),
      "How to try the provider by hand, from the page at `/` and from the control API."),
    Property(
      "styles",
      .map(.object(queryStyle), keys: "where it is used", known: ["query", "fragment", "link"]),
      "The percent-encoding of parameters: in the query and the fragment of a redirect, and in links.",
      inherited: .replaced(level: 2)),
    Property(
      "templates", .map(.template, keys: "names"), "Parts of pages, in the template language.",
      example: "{ \"plain\": [\"<!doctype html>\", \"<p>{{labels.text}}</p>\"] }",
      inherited: .replaced(level: 2)),
    Property("pages", .map(.declared(PageRule.self), keys: "names"), "A page that people see."),
    Property(
      "shapes", .map(.object(shape), keys: "names"), "The formats of responses.",
      inherited: .replaced(level: 2)),
    Property(
      "errors",
      .map(
        .map(.object(errorEntry), keys: "conditions, or `*` for all that have no entry"),
        keys: "tables"),
      "The responses to refused requests: for each table, an entry for each condition. The tables are `authorize`, `token` and `resource`, and those that endpoints name.",
      .unless("extends"), inherited: .replaced(level: 3)),
  ]

  static let schema = Property(
    "schema", .whole(1...1), "The version of the language.", or: "1", example: "1")
}
