extension ObjectSchema {
  private static let services =
    "endpoints that programs call (kinds: token, introspect, revoke, resource, document)"

  static let endpoint = ObjectSchema(
    "endpoint", "A place that answers.", addresses + browser + service)

  private static let addresses: [Property] = [
    Property("kind", .choice(of: EndpointKind.self), "What it is for.", .required),
    Property(
      "at", .words,
      "Where it is: `HOST:/path`, or several. A path may hold `{variables}`, and end in `?name=literal` or `?name={variable}`; the most literal address counts.",
      example: "[\"main:/authorize\", \"main:/{tenant}/authorize\"]", .required),
    Property(
      "methods", .words,
      "The methods that it answers. HEAD is answered wherever GET is, OPTIONS everywhere.",
      or: "`GET`", example: "[\"GET\", \"POST\"]"),
  ]

  /// Of what browsers ask.
  private static let browser: [Property] = [
    Property("page", .name(of: "page"), "The page that it shows.", example: "\"login\""),
    Property(
      "asks", .name(of: "page"),
      "The page that asks before a logout ends a session for which no `id_token_hint` was sent; its form has to bring the `ticket`. Without it, a logout never asks.",
      example: "\"sign-out\""),
    Property(
      "ticket", .text,
      "The parameter that brings a page's ticket back, in the query or in the form.",
      example: "\"ticket\""),
    Property(
      "ticket_after", .text,
      "The text behind whose last occurrence in that parameter the ticket stands.",
      example: "\"_\""),
    Property(
      "next", .text,
      "The parameter that says where to go on: at a login the authorization request that it carries, at a logout the client's address.",
      example: "\"next\""),
    Property(
      "then", .name(of: "link"),
      "Where the browser is sent when all went well; without it, the flow goes on at once.",
      example: "\"granting\""),
    Property(
      "on_failure", .name(of: "link"),
      "Where the browser is sent after a wrong password; without it, the page is shown again.",
      example: "\"login-again\""),
    Property(
      "condition", .name(of: "condition"),
      "What asking here comes to, at an endpoint of kind deny.",
      or: "`user_denied`", example: "\"user_denied\""),
    Property(
      "selector", .text, "The parameter of the query whose value picks one of `conditions`.",
      example: "\"code\""),
    Property(
      "conditions", .map(.name(of: "condition"), keys: "values of the parameter `selector`"),
      "Which condition each value stands for.", example: "{ \"cancelled\": \"user_denied\" }"),
    Property(
      "leaves", .choice(of: Endpoint.Leaves.self),
      "Where a logout may send the browser: to a registered address, or to any with `https` as well.",
      or: "`registered`"),
    Property(
      "denied", .predicate, "When what a consent page sends back is a denial.",
      example: "{ \"eq\": [\"{{form.decision}}\", \"deny\"] }"),
    Property(
      "table", .name(of: "table"),
      "The table of the cast from whose records a person chooses, at kind choose.",
      example: "\"institutions\""),
    Property(
      "sets", .map(.text, keys: "canonical parameters"),
      "Parameters of the request that take a value from a member of the chosen record.",
      example: "{ \"institution\": \"id\" }"),
  ]

  /// Of what programs call.
  private static let service: [Property] = [
    Property(
      "answer", .name(of: "shape"),
      "The shape of what it answers. A token endpoint has one for each grant instead.",
      example: "\"userinfo\"",
      only: services),
    Property(
      "errors", .text, "The table of `errors` in which it finds how a refusal looks.",
      or: "by kind: `token` or `resource`",
      example: "\"tasks\"", only: services),
    Property(
      "cors", .flag, "Whether browsers of other origins may read the answer.", or: "false",
      only: services),
    Property(
      "client_certificate", .flag,
      "Whether a client that comes by TLS is asked for a certificate of its own (RFC 8446 §4.3.2). It may have none.",
      or: "false", only: services),
    Property(
      "read",
      .map(
        .either([.flag, .map(.text, keys: "parameters")]), keys: "places",
        known: Service.Source.allCases.map(\.rawValue) + ["untyped"]),
      "Where parameters may stand, in the order in which they count. `untyped` takes a body without a Content-Type for a form. `xml` has an object: the local name of the element that holds each parameter.",
      example: "{ \"form\": true, \"xml\": { \"Text\": \"text\" } }", only: services),
    Property(
      "token", .object(tokenPlaces),
      "Where an access token may stand, and what it must be good for.", only: services),
    Property(
      "checks", .map(.object(check), keys: "names of checks"),
      "The provider's own checks of a call, once its token is known.",
      only: services),
    Property(
      "collection", .object(collection),
      "What it does with a list of items that the sandbox keeps.", only: services),
    Property("signature", .object(signature), "How a call is signed.", only: services),
    Property("rate", .object(rate), "How often one token may call.", only: services),
  ]
}
