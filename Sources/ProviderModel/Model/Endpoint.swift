/// An address that a provider serves.
///
/// A class, so that requests share it without copying. Only its declaration writes to it, while the fixture is read.
package final class Endpoint: @unchecked Sendable {
  package typealias Kind = EndpointKind

  @exclusivity(unchecked) package fileprivate(set) var name = ""
  @exclusivity(unchecked) package fileprivate(set) var kind = Kind.page
  @exclusivity(unchecked) package fileprivate(set) var methods = ["GET"]
  @exclusivity(unchecked) package fileprivate(set) var routes: [Route] = []
  package fileprivate(set) var page: String?
  /// The page that asks for confirmation: at a logout, and of the user code in an address.
  package fileprivate(set) var asks: String?
  /// The parameter that returns a page's ticket.
  package fileprivate(set) var ticket: String?
  /// The ticket follows the last occurrence of this text in the parameter.
  package fileprivate(set) var ticketAfter: String?
  /// The parameter that says where to continue, for flows that carry the request in a URL.
  package fileprivate(set) var next: String?
  /// The links to which the browser is redirected after success and after a failure.
  package fileprivate(set) var then: Int?
  package fileprivate(set) var onFailure: Int?
  package fileprivate(set) var condition: Condition?
  /// The condition for each value of another parameter.
  package fileprivate(set) var conditions: [(value: String, condition: Condition)] = []
  package fileprivate(set) var selector: String?
  package fileprivate(set) var leaves: Leaves?
  /// Whether its page opens without a ticket.
  package fileprivate(set) var isStandalone = false
  /// The parameters of the addresses that a logout opens in frames; `nil` if it opens none.
  package fileprivate(set) var frontChannel: Shape?
  /// The page with these frames, where a logout leads on.
  package fileprivate(set) var leaving: String?
  /// The number of wrong user codes that may be typed.
  package fileprivate(set) var attempts = RateLimit(most: 20, seconds: 600)
  /// Whether every authorization request has to be pushed.
  package fileprivate(set) var isRequired = false
  package fileprivate(set) var denied: Predicate?
  package fileprivate(set) var table: String?
  package fileprivate(set) var sets: [(parameter: String, field: String)] = []
  @exclusivity(unchecked) package internal(set) var service = Service()

  init() {}
  init(named name: String) { self.name = name }

  /// Whether the endpoint handles requests with this method. HEAD and OPTIONS are never in the list.
  package func answers(_ method: String) -> Bool { methods.contains(method) }

  /// The accepted methods. HEAD is accepted wherever GET is (RFC 9110 §9.1).
  package var methodsWithHead: [String] { methods.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] } }

  /// Whether a method is among `methodsWithHead`.
  package func answersWithHead(_ sent: String) -> Bool { answers(sent == "HEAD" ? "GET" : sent) }

  /// The table of `errors` that shapes refusals.
  package var errorTable: String { kind.isService ? service.errors : kind.errorTable }
  /// The addresses, for messages.
  package var addresses: [String] { routes.map(\.address) }
  /// The addresses to which a logout may redirect.
  package enum Leaves: String, Sendable, CaseIterable {
    /// Those that are registered for the client which the request names.
    case client
    /// Those that are registered for any client, if the request names none.
    case registered
    case https
  }
}

extension Endpoint: ProviderPart {
  static let declaration: Endpoint.Declaration = .init(
    "endpoint", "An address that the provider serves.", addresses + browser + programs)

  typealias Field = Endpoint.Declaration.Field

  private static let addresses: [Field] = [
    .choice("kind", \.kind, "The kind of endpoint.").required,
    .init(
      Property(
        "at", .words,
        "The address, `HOST:/path`, or several. A path may contain `{variables}` and end in `?name=literal` or `?name={variable}`. If several addresses match, the most literal one applies.",
        example: "[\"main:/authorize\", \"main:/{tenant}/authorize\"]", .required)
    ) { endpoint, reader, vocabulary in
      endpoint.routes = vocabulary.routes(&reader)
      return true
    },
    .init(
      Property(
        "methods", .words,
        "The methods that it accepts. HEAD works wherever GET does, and OPTIONS everywhere.",
        or: "those of its kind", example: "[\"GET\", \"POST\"]")
    ) { endpoint, reader, _ in
      guard let methods = reader.strings("methods") else { return false }
      checkMethods(methods, reader)
      let implied = ["HEAD", "OPTIONS"]
      for method in methods where implied.contains(method) {
        reader.findings.error(
          reader.value["methods"], reader.at("methods"),
          "\(method) needs no mention: HEAD is answered wherever GET is, and OPTIONS everywhere")
      }
      endpoint.methods = methods.filter { !implied.contains($0) }
      return true
    },
  ]

  /// Properties of endpoints for browsers.
  private static let browser: [Field] = [
    .page("page", \.page, "The page that it shows.", example: "\"login\"").of(
      .login, .choose, .page, .device, .logout),
    .page(
      "asks", \.asks,
      "The page that asks first. At a logout: before a request without `id_token_hint` ends a session; its form has to send the `ticket`, and without this page a logout never asks. At an endpoint of the kind `device`: whether the user code in the address is the one on the device.",
      example: "\"sign-out\""
    ).of(.logout, .device),
    .text(
      "ticket", \.ticket,
      "The parameter that returns a page's ticket, in the query or in the form.",
      example: "\"ticket\""
    ).of(.authorize, .login, .consent, .grant, .deny, .choose, .hop, .device, .logout),
    .text(
      "ticket_after", \.ticketAfter,
      "A text in that parameter: the ticket follows its last occurrence.", example: "\"_\""
    ).of(.authorize, .login, .consent, .grant, .deny, .choose, .hop, .device, .logout),
    .text(
      "next", \.next,
      "The parameter that says where to continue: at a login it holds the authorization request, at a logout the client's address.",
      example: "\"next\""
    ).of(.login, .logout),
    .part(
      "then", .link, \.then,
      "The link to which the browser is redirected after success; without it, the flow continues immediately. An endpoint of the kind `device` leads there once a person has approved the device.",
      example: "\"granting\""
    ).of(.login, .hop, .device),
    .part(
      "on_failure", .link, \.onFailure,
      "The link to which the browser is redirected after a wrong password; without it, the page is shown again. An endpoint of the kind `device` leads there once a person has denied the device.",
      example: "\"login-again\""
    ).of(.login, .device),
    .condition(
      "condition", \.condition,
      "The condition of every request to an endpoint of the kind `deny`.",
      or: "`user_denied`", example: "\"user_denied\""
    ).of(.deny),
    .text(
      "selector", \.selector, "The query parameter whose value selects one of `conditions`.",
      example: "\"code\""
    ).of(.deny),
    .map(
      "conditions", \.conditions, .name(of: "condition"),
      keys: "values of the parameter `selector`", "The condition for each value.",
      example: "{ \"cancelled\": \"user_denied\" }"
    ) { entry, _ in entry.value.stringValue.map { (entry.name, Condition($0)) } }.of(.deny),
    .flag(
      "standalone", \.isStandalone,
      "Whether a person can sign in here without the request of a client, as at the `login_url` of FedCM. The browser goes on to `then`."
    ).only("endpoints of the kind login") { $0.kind == .login },
    .choice(
      "leaves", \.leaves,
      "The addresses to which a logout may redirect the browser: with `client`, those of the client that `id_token_hint` or `client_id` names; with `registered`, those of any client if the request names none; with `https`, any https URI as well.",
      or: "`registered`"
    ).of(.logout),
    .init(
      Property(
        "front_channel", .value,
        "The parameters of `frontchannel_logout_uri`. A logout opens it in a frame, for each client of the session that has one (OpenID Connect Front-Channel Logout).",
        or: "a logout opens no frames",
        example: "{ \"iss\": \"{{base.first}}\", \"sid\": \"{{session.sid}}\" }")
    ) { endpoint, reader, vocabulary in
      endpoint.frontChannel = reader.shape("front_channel", vocabulary)
      return endpoint.frontChannel != nil
    }.only("endpoints of the kind logout") { $0.kind == .logout },
    .page(
      "leaving", \.leaving,
      "The page with these frames, if the logout then redirects. It leads on by `page.onward`.",
      example: "\"signing-out\""
    ).only("endpoints of the kind logout") { $0.kind == .logout },
    .object(
      "attempts", \.attempts,
      "The number of wrong user codes that may be typed in a window, at an endpoint of the kind `device` (RFC 8628 §5.1).",
      or: "20 in 600 seconds"
    ).example(
      #"{ "most": 5, "seconds": 60 }"#
    ).only("endpoints of the kind device") { $0.kind == .device },
    .flag(
      "required", \.isRequired,
      "Whether every client has to push its authorization requests (RFC 9126 §5), at an endpoint of the kind `pushed_authorization`."
    ).only("endpoints of the kind pushed_authorization") { $0.kind == .pushedAuthorization },
    .predicate(
      "denied", \.denied, "When the form of a consent page is a denial.", or: "",
      example: "{ \"eq\": [\"{{form.decision}}\", \"deny\"] }"
    ).of(.consent, .authorize),
    .table(
      "table", \.table,
      "The table of the cast from which a person chooses a record, at an endpoint of the kind `choose`.",
      example: "\"institutions\""
    ).of(.choose),
    .map(
      "sets", \.sets, .text, keys: "canonical parameters",
      "Parameters of the request that get a value from the chosen record.",
      example: "{ \"institution\": \"id\" }"
    ) { entry, _ in entry.value.stringValue.map { (entry.name, $0) } }.of(.choose),
  ]
}
