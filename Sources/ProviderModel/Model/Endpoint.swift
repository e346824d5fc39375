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
  package enum Leaves: String, Sendable, CaseIterable { case registered, https }
}

extension Endpoint: ProviderPart {
  static let declaration = ObjectDeclaration<Endpoint>(
    "endpoint", "An address that the provider serves.", addresses + browser + programs)

  private typealias Field = ObjectDeclaration<Endpoint>.Field

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
      "The addresses to which a logout may redirect the browser: registered ones, or also all with `https`.",
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

  /// Properties of endpoints for programs.
  private static let programs: [Field] = service.map { field in
    field.only("endpoints that programs call (kinds: \(kinds))") { $0.kind.isService }
  }
  private static let kinds = EndpointKind.allCases.filter(\.isService).map(\.rawValue)
    .joined(separator: ", ")

  private static let checking = EndpointKind.allCases.filter(\.runsChecks).map(\.rawValue)
    .joined(separator: ", ")

  private static let service: [Field] = [
    .part(
      "answer", .shape, \.service.answer,
      "The shape of the response. A token endpoint has one for each grant instead.",
      or: "the shape of its name, or that of its kind", example: "\"userinfo\""
    ).only("endpoints that programs call, of other kinds than token") {
      $0.kind.isService && $0.kind != .token
    },
    .text(
      "errors", \.service.errors, "The table of `errors` that shapes refusals.",
      or: "by kind: `token`, `resource`, `registration` or `pushed_authorization`",
      example: "\"tasks\""),
    .flag(
      "cors", \.service.crossOrigin, "Whether pages of other origins may read the response."),
    .flag(
      "client_certificate", \.service.asksCertificate,
      "Whether the server requests a client certificate over TLS (RFC 8446 §4.3.2). A client without one is still served."
    ),
    .init(
      Property(
        "read",
        .map(
          .either([.flag, .choice(["form", "json"]), .map(.text, keys: "parameters")]),
          keys: "places",
          known: Service.Source.allCases.map(\.rawValue) + [Service.untypedName]),
        "The places of parameters, in order of precedence. `untyped` reads a body without a Content-Type: as a form if the endpoint reads forms, else as JSON; `\"form\"` and `\"json\"` say which. `xml` has an object: the local name of the element that holds each parameter.",
        example: "{ \"form\": true, \"xml\": { \"Text\": \"text\" } }")
    ) { endpoint, reader, _ in
      for entry in reader.entries("read", of: "place") { endpoint.service.read(entry) }
      endpoint.service.settleUntyped(reader.value["read"]?["untyped"]?.boolValue == true)
      if let untyped = endpoint.service.untyped, !endpoint.service.reads.contains(untyped) {
        reader.findings.error(
          reader.value["read"]?["untyped"], reader.at("read") + "/untyped",
          "the endpoint reads no \(untyped.rawValue); add \"\(untyped.rawValue)\": true")
      }
      return true
    },
    .flag(
      "signed", \.service.isSigned,
      "Whether a client with `userinfo_signed_response_alg` gets the response as a signed JWT, and one with `userinfo_encrypted_response_alg` as an encrypted one (OpenID Connect Core §5.3.2), at an endpoint of the kind `resource`."
    ).only("endpoints of the kind resource") { $0.kind == .resource },
    .object(
      "token", \.service.token,
      "The places of an access token, and what the token must allow.", or: ""
    ).example(
      #"{ "header": ["Bearer"], "query": ["access_token"], "scopes": ["profile"] }"#
    )
    .of(.resource, .mcp, .revoke, .introspect),
    .choice(
      "client", \.service.client,
      "Whether a client has to authenticate. With `optional`, a client that the request names has to; with `none`, the token alone counts. At a resource, the token has to be one of this client.",
      or: "`required`, and `none` at a resource"
    ).only("endpoints of the kinds revoke, introspect and resource") {
      $0.kind.isAboutToken || $0.kind == .resource
    },
    .text(
      "grant", \.service.grant, type: .name(of: "grant"),
      "The grant of every request to this address; `grant_type` is not read.",
      or: "the one of `grant_type`", example: "\"authorization_code\""
    ).only("endpoints of the kind token") { $0.kind == .token },
    .choice(
      "revokes", \.service.revokes,
      "What a revocation, or a call of a resource, ends: the token alone; its `grant`, with all that was issued; all that the `client` has from the person, whose consent is forgotten, too; or also the person's `session`.",
      or:
        "nothing at a resource; else a refresh token ends its grant, and an access token itself (RFC 7009 §2.1)"
    ).only("endpoints of the kinds revoke and resource") {
      $0.kind == .revoke || $0.kind == .resource
    },
    .checks(\.service.checks, "The provider's own checks of a call, after its token.").example(
      #"{ "needs-version": { "when": { "not": { "has": "query.v" } }, "fail": "version_missing" } }"#
    )
    .only("endpoints that check calls (kinds: \(checking))") { $0.kind.runsChecks },
    .init(
      Property(
        "collection", .declared(Service.CollectionUse.self),
        "The use of a list of items that the sandbox keeps.")
    ) { endpoint, reader, vocabulary in
      guard var inner = reader.object("collection") else { return false }
      endpoint.service.collection = Service.CollectionUse.declaration.readWhole(&inner, vocabulary)
      return true
    }.example(
      #"{ "name": "tasks", "of": "{{person.sub}}", "do": "list" }"#
    ).of(.resource),
    .object("signature", \.service.signature, "The signature of a call.").example(
      #"{ "parameter": "sig", "head": ["{{req.path}}"], "coding": "hex" }"#
    )
    .only("endpoints of the kind resource") { $0.kind == .resource },
    .object("rate", \.service.rate, "The number of calls that one token may make.").example(
      #"{ "most": 5000, "seconds": 3600 }"#
    )
    .only("endpoints of the kinds resource and mcp") { $0.kind == .resource || $0.kind == .mcp },
    .object(
      "mcp", \.service.mcp, "The MCP server, at an endpoint of the kind `mcp`."
    ).example(
      #"{ "title": "Notes", "scopes": ["notes:read"], "tools": { "whoami": { "result": { "user": "{{token.username}}" } } } }"#
    ).of(.mcp),
    .part(
      "describes", .endpoint, \.service.describes,
      "The protected resource that a document describes (RFC 9728): an endpoint of the kind `mcp` or `resource`.",
      example: "\"mcp\""
    ).of(.document),
    .template(
      "metadata", \.service.metadata,
      "The address of the document that describes this resource, for `resource.metadata` (RFC 9728 §5.1).",
      example: "\"{{links.resource-metadata|inserted}}\""
    ).of(.resource, .mcp),
  ]
}

extension ObjectDeclaration<Endpoint>.Field {
  /// Only endpoints of these kinds act on the property.
  fileprivate func of(_ kinds: EndpointKind...) -> Self {
    let names = kinds.map(\.rawValue)
    let list =
      names.count > 1
      ? names.dropLast().joined(separator: ", ") + " and " + names.suffix(1).joined()
      : names.joined()
    return only("endpoints of the kind\(names.count > 1 ? "s" : "") \(list)") {
      kinds.contains($0.kind)
    }
  }
}
