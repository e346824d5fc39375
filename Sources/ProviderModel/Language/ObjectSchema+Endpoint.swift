extension ObjectSchema {
  private static let services =
    "endpoints that programs call (kinds: token, introspect, revoke, resource, document)"

  static let endpoint = ObjectSchema(
    "endpoint", "An address that the provider serves.", addresses + browser + service)

  private static let addresses: [Property] = [
    Property("kind", .choice(of: EndpointKind.self), "The kind of endpoint.", .required),
    Property(
      "at", .words,
      "The address, `HOST:/path`, or several. A path may contain `{variables}` and end in `?name=literal` or `?name={variable}`. If several addresses match, the most literal one applies.",
      example: "[\"main:/authorize\", \"main:/{tenant}/authorize\"]", .required),
    Property(
      "methods", .words,
      "The methods that it accepts. HEAD works wherever GET does, and OPTIONS everywhere.",
      or: "`GET`", example: "[\"GET\", \"POST\"]"),
  ]

  /// Properties of endpoints for browsers.
  private static let browser: [Property] = [
    Property("page", .name(of: "page"), "The page that it shows.", example: "\"login\""),
    Property(
      "asks", .name(of: "page"),
      "The page that asks before a logout without `id_token_hint` ends a session. Its form has to send the `ticket`. Without this page, a logout never asks.",
      example: "\"sign-out\""),
    Property(
      "ticket", .text,
      "The parameter that returns a page's ticket, in the query or in the form.",
      example: "\"ticket\""),
    Property(
      "ticket_after", .text,
      "A text in that parameter: the ticket follows its last occurrence.",
      example: "\"_\""),
    Property(
      "next", .text,
      "The parameter that says where to continue: at a login it holds the authorization request, at a logout the client's address.",
      example: "\"next\""),
    Property(
      "then", .name(of: "link"),
      "The link to which the browser is redirected after success; without it, the flow continues immediately.",
      example: "\"granting\""),
    Property(
      "on_failure", .name(of: "link"),
      "The link to which the browser is redirected after a wrong password; without it, the page is shown again.",
      example: "\"login-again\""),
    Property(
      "condition", .name(of: "condition"),
      "The condition of every request to an endpoint of the kind `deny`.",
      or: "`user_denied`", example: "\"user_denied\""),
    Property(
      "selector", .text, "The query parameter whose value selects one of `conditions`.",
      example: "\"code\""),
    Property(
      "conditions", .map(.name(of: "condition"), keys: "values of the parameter `selector`"),
      "The condition for each value.", example: "{ \"cancelled\": \"user_denied\" }"),
    Property(
      "leaves", .choice(of: Endpoint.Leaves.self),
      "The addresses to which a logout may redirect the browser: registered ones, or also all with `https`.",
      or: "`registered`"),
    Property(
      "denied", .predicate, "When the form of a consent page is a denial.",
      example: "{ \"eq\": [\"{{form.decision}}\", \"deny\"] }"),
    Property(
      "table", .name(of: "table"),
      "The table of the cast from which a person chooses a record, at an endpoint of the kind `choose`.",
      example: "\"institutions\""),
    Property(
      "sets", .map(.text, keys: "canonical parameters"),
      "Parameters of the request that get a value from the chosen record.",
      example: "{ \"institution\": \"id\" }"),
  ]

  /// Properties of endpoints for programs.
  private static let service: [Property] = [
    Property(
      "answer", .name(of: "shape"),
      "The shape of the response. A token endpoint has one for each grant instead.",
      example: "\"userinfo\"",
      only: services),
    Property(
      "errors", .text, "The table of `errors` that shapes refusals.",
      or: "by kind: `token` or `resource`",
      example: "\"tasks\"", only: services),
    Property(
      "cors", .flag, "Whether pages of other origins may read the response.", or: "false",
      only: services),
    Property(
      "client_certificate", .flag,
      "Whether the server requests a client certificate over TLS (RFC 8446 §4.3.2). A client without one is still served.",
      or: "false", only: services),
    Property(
      "read",
      .map(
        .either([.flag, .map(.text, keys: "parameters")]), keys: "places",
        known: Service.Source.allCases.map(\.rawValue) + ["untyped"]),
      "The places of parameters, in order of precedence. `untyped` reads a body without a Content-Type as a form. `xml` has an object: the local name of the element that holds each parameter.",
      example: "{ \"form\": true, \"xml\": { \"Text\": \"text\" } }", only: services),
    Property(
      "token", .declared(Service.TokenPlaces.self),
      "The places of an access token, and what the token must allow.", only: services),
    Property(
      "checks", .map(.object(check), keys: "names of checks"),
      "The provider's own checks of a call, after its token.",
      only: services),
    Property(
      "collection", .object(collection),
      "The use of a list of items that the sandbox keeps.", only: services),
    Property(
      "signature", .declared(RequestSignature.self), "The signature of a call.", only: services),
    Property(
      "rate", .declared(RateLimit.self), "The number of calls that one token may make.",
      only: services),
  ]
}
