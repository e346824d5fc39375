import Basics
import ProviderModel

/// Where the issued token of an exchange is to be used, and its scopes (RFC 8693 §2.1).
struct ExchangeTarget {
  /// The values of the parameter `audience`.
  let audience: [String]
  /// The audiences of an access token of this provider; the resources of a token for another server.
  let resources: [String]
  let scopes: [String]

  /// The target of a token of this provider.
  init(
    of subject: ExchangedToken, _ client: Client, _ context: RequestContext
  ) throws(Refusal) {
    scopes = try Self.scopes(of: subject, client, context)
    let audience = try ResourceCheck.audience(of: client, context)
    let resources: [String]
    if let trusted = subject.trusted {
      resources = try trusted.resources(of: client, context)
    } else {
      resources = try ResourceCheck.resources(of: client, context)
    }
    self.audience = audience
    self.resources = resources + audience.filter { !resources.contains($0) }
  }

  /// The target of a token for another authorization server, which decides about scopes and resources.
  init(elsewhere context: RequestContext) throws(Refusal) {
    audience = ResourceCheck.audience(context)
    guard audience.count == 1 else {
      throw Refusal(
        .audienceMissing, at: .token, facts: [("param", "audience")],
        audience.isEmpty
          ? "the request has no audience" : "the request has \(audience.count) audiences",
        remedy: "send one audience: the issuer identifier of the other authorization server")
    }
    resources = try ResourceCheck.elsewhere(context)
    let asked = context.provider.scope.split(context.parameter("scope"))
    if let wrong = asked.first(where: { !ScopeToken.isWellFormed($0) }) {
      throw Refusal(
        .scopeUnknown, at: .authorize, facts: [("value", wrong.shortened)],
        "the scope \(wrong.shortened) has characters that no scope has",
        clause: "RFC 6749 §3.3", remedy: "send scopes of the other authorization server")
    }
    var known: Set<String> = []
    scopes = asked.filter { known.insert($0).inserted }
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
    let asked = context.provider.scope.split(context.parameter("scope"))
    let more = asked.filter { !granted.contains($0) }
    guard more.isEmpty else {
      throw Refusal(
        .scopeExceeded, at: .token, facts: [("value", more.joined(separator: " "))],
        "\(more.joined(separator: ", ")) is not a scope of the subject token",
        clause: "RFC 8693 §2.2.2",
        remedy: "ask for no more than: \(granted.joined(separator: " "))")
    }
    let wanted = asked.isEmpty ? granted : granted.filter { asked.contains($0) }
    return client.scopes.map { own in wanted.filter { own.contains($0) } } ?? wanted
  }
}
