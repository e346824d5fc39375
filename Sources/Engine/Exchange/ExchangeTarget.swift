import Basics
import ProviderModel

/// Where the issued token of an exchange is to be used, and its scopes (RFC 8693 §2.1).
struct ExchangeTarget {
  /// The values of the parameter `audience`.
  let audience: [String]
  /// The audiences of a token of this provider; the resources of a token for another server.
  let resources: [String]
  let scopes: [String]

  /// The target of a token of this provider.
  /// - Parameter isForClient: Whether the token is an ID token, which is for the client, and for others only if the request names
  ///   them.
  init(
    of subject: ExchangedToken, _ client: Client, isForClient: Bool, _ context: RequestContext
  ) throws(Refusal) {
    scopes = try Self.scopes(of: subject, client, context)
    let audience = try ResourceCheck.audience(of: client, context)
    try subject.trusted?.limitResources(context)
    // The client's own audiences are for a request that names none.
    let isNamed = isForClient || !audience.isEmpty
    let resources =
      !isNamed || !ResourceCheck.sent(context).isEmpty
      ? try ResourceCheck.resources(of: client, context) : []
    self.audience = audience
    self.resources = (resources + audience).unique
  }

  /// The target of a token for another authorization server, which decides about scopes and resources.
  init(elsewhere context: RequestContext) throws(Refusal) {
    audience = ResourceCheck.audience(context)
    guard audience.count == 1 else {
      let remedy: Remedy =
        "send one audience: the issuer identifier of the other authorization server"
      throw audience.isEmpty
        ? Refusal(
          .parameterMissing, at: .client, facts: [("param", "audience")],
          "the request has no audience",
          clause: "draft-ietf-oauth-identity-assertion-authz-grant §4.3", remedy: remedy)
        : Refusal(
          .audienceMissing, at: .token, facts: [("param", "audience")],
          "the request has \(audience.count) audiences", remedy: remedy)
    }
    if let client = context.facts.client, client.kind != .confidential {
      context.note = (
        "the \(client.kind.rawValue) client \(client.id) gets an assertion, which strict providers issue to confidential clients alone",
        "draft-ietf-oauth-identity-assertion-authz-grant, Client Authentication",
        "make it confidential in \(client.source)"
      )
    }
    resources = try ResourceCheck.elsewhere(context)
    let asked = context.provider.scope.split(context.parameter("scope"))
    if let wrong = asked.first(where: { !ScopeToken.isWellFormed($0) }) {
      throw Refusal(
        .scopeUnknown, at: .authorize, facts: [("value", wrong.shortened)],
        "the scope \(wrong.shortened) has characters that no scope has",
        clause: "RFC 6749 §3.3", remedy: "send scopes of the other authorization server")
    }
    scopes = asked.unique
  }

  /// The client's ID there.
  func clientID(of client: Client) -> String {
    let known = client.idsElsewhere.first { entry in
      audience.contains { ExactText.same($0, entry.name) }
    }
    return known?.id ?? client.id
  }

  /// The requested scopes, which are some of the subject token's. An ID token has none, and limits none.
  private static func scopes(
    of subject: ExchangedToken, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    if let trusted = subject.trusted { return try trusted.scopes(of: client, context) }
    guard let granted = subject.scopes else {
      return try ScopeCheck.scopes(of: client, context)
    }
    let wanted = try ScopeCheck.narrowed(
      granted, to: context.parameter("scope"), context.provider.scope,
      "is not a scope of the subject token", clause: "RFC 8693 §2.2.2")
    return client.scopes.map { own in wanted.filter { own.contains($0) } } ?? wanted
  }
}
