import Basics
import HTTPTypes
import ProviderModel

/// The checks of a request of FedCM: its sender is a browser, and its page belongs to the client.
enum FedCMCheck {
  private static let destination = "webidentity"

  /// No page and no form can set this header, so only the browser itself has sent the request.
  static func destination(_ context: RequestContext) throws(Refusal) -> ServiceRequest {
    let sent = context.request.headers.first(.secFetchDest)
    guard sent == destination else {
      throw Refusal(
        .fetchDestinationWrong, at: .fedCM, facts: [("value", sent ?? "")],
        sent.map { "Sec-Fetch-Dest is \($0.shortened)" } ?? "the request has no Sec-Fetch-Dest",
        remedy:
          "let the browser send the request: call navigator.credentials.get; by hand, send Sec-Fetch-Dest: \(destination)"
      )
    }
    return try context.serviceRequest()
  }

  /// The client that the request names, if the page that asks is one of its pages.
  static func client(
    _ sent: ServiceRequest, _ context: RequestContext
  ) throws(Refusal) -> Client {
    let client = try known(sent, context)
    context.facts.client = client
    let origin = context.request.headers.first(.origin)
    guard let origin, isOrigin(origin, of: client, context) else {
      throw Refusal(
        .originForbidden, at: .fedCMClient, facts: [("value", origin ?? "")],
        origin.map { "no redirect URI of \(client.id) is at \($0.shortened)" }
          ?? "the request has no Origin",
        clause: context.endpoint.kind == .fedCMClientMetadata ? "FedCM, Client Metadata" : nil,
        remedy: "add a redirect URI at the origin of the page to \(client.id) in \(client.source)")
    }
    return client
  }

  private static func isOrigin(
    _ origin: String, of client: Client, _ context: RequestContext
  ) -> Bool {
    origin.utf8.count <= longestOrigin
      && (context.site.options.acceptsAnyClient
        || RedirectTarget.isOrigin(origin, of: client, context.provider.redirect))
  }

  /// Whether the page that asks may read the answer: only if it is one of the client's pages. A refusal that a rule orders is
  /// told to it, too.
  static func sharesAnswer(_ context: RequestContext) -> Bool {
    guard [.fedCMAssertion, .fedCMDisconnect].contains(context.endpoint.kind),
      let sent = try? destination(context), let client = try? known(sent, context),
      let origin = context.request.headers.first(.origin)
    else { return false }
    return isOrigin(origin, of: client, context)
  }

  /// The longest origin that a browser sends, in bytes: a host name has at most 253.
  private static let longestOrigin = 512

  private static func known(
    _ sent: ServiceRequest, _ context: RequestContext
  ) throws(Refusal) -> Client {
    let id = sent.first("client_id") ?? ""
    guard !id.isEmpty else {
      throw Refusal(
        .clientMissing, at: .fedCMClient, "the request names no client",
        remedy: "give clientId to navigator.credentials.get")
    }
    if let client = context.client(id) { return client }
    if context.site.options.acceptsAnyClient { return context.anyClient(id) }
    throw Refusal(
      .clientUnknown, at: .fedCMClient, facts: [("value", id)],
      "no client \"\(id.shortened)\" is registered at \(context.provider.id)"
        + NearMiss.client(id, context),
      remedy: .addClient(provider: context.provider.id, id: id, isCalling: false))
  }

  /// An assertion is an ID token without a code, which the client has to be registered for, as at the authorization endpoint.
  static func registration(of client: Client, _ rule: FedCMRule) throws(Refusal) {
    func refusal(_ condition: Condition, _ value: String, _ member: String) -> Refusal {
      Refusal(
        condition, at: .fedCMAccount, facts: [("value", value)],
        "the response is an ID token, and \(member) of the client \(client.id) lack \(value)",
        remedy: "add \(value) to \(member) of this client in \(client.source)")
    }
    if let types = client.responseTypes, !types.contains("id_token") {
      throw refusal(.responseTypeNotAllowed, "id_token", "response_types")
    }
    if let grants = client.grantTypes, !grants.contains("implicit") {
      throw refusal(.grantNotAllowed, "implicit", "grant_types")
    }
    if let scope = rule.scopes.first(where: { client.scopes?.contains($0) == false }) {
      throw refusal(.scopeNotAllowed, scope, "scopes")
    }
  }

  /// A parameter without which nothing can be done.
  static func needed(_ name: String, _ sent: ServiceRequest) throws(Refusal) -> String {
    guard let value = sent.first(name), !value.isEmpty else {
      throw Refusal(
        .parameterMissing, at: .fedCMAccount, facts: [("param", name)],
        "the request has no \(name)", remedy: "send \(name)")
    }
    return value
  }

  static func unknown(account: String, _ person: String) -> Refusal {
    Refusal(
      .accountUnknown, at: .fedCMAccount, facts: [("value", account)],
      "the account \(account.shortened) is not that of \(person), who is signed in",
      remedy: "send the ID of an account of the accounts endpoint")
  }
}
