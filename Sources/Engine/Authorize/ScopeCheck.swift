import Basics
import ProviderModel

/// Which scopes are asked for, and whether they may be (RFC 6749 §3.3).
enum ScopeCheck {
  /// - Parameter type: the response type; `nil` where a request has none.
  static func scopes(
    of client: Client, for type: String? = nil, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    let provider = context.provider
    let text = context.parameter("scope")
    var asked: [String] = []
    if !provider.scope.bits.isEmpty, let mask = Int(text), mask >= 0 {
      asked = provider.scope.bits.filter { mask & $0.bit != 0 }.map(\.name)
    } else if !text.isEmpty {
      asked = provider.scope.split(text).unique
    }
    if let type, asked.contains(offline), !yieldsCode(type, context.provider) {
      asked.removeAll { $0 == offline }
      context.note = (
        "\(offline) was not read: \(context.wire("response_type"))=\(type) yields no code, and so no refresh token",
        "OpenID Connect Core §11",
        "send a \(context.wire("response_type")) with code, or leave \(offline) out"
      )
    }
    if asked.isEmpty, text.isEmpty { asked = provider.scope.initial(client.scopes) }
    if asked.isEmpty, isRequired(context) {
      throw Refusal(
        .scopeMissing, at: .authorize, facts: [("param", "scope")],
        "the request has no \(context.wire("scope"))",
        remedy: "send \(context.wire("scope"))")
    }
    let unknown = asked.filter {
      !context.cast.knows(scope: $0, at: provider, of: client) && !takesAny($0, client, context)
    }
    let isDropped = provider.scope.unknown == .drop && !unknown.isEmpty
    if isDropped {
      let dropped = Set(unknown)
      asked.removeAll(where: dropped.contains)
      context.note = (
        "\(provider.id) knows no scope \(unknown.joined(separator: ", ").shortened), and leaves it out",
        "RFC 6749 §3.3", "ask only for scopes that are known"
      )
    }
    context.facts.arguments["scope"] = .texts(asked)
    try FixtureChecks.pass(.scope, context)
    if !unknown.isEmpty, !isDropped {
      throw Refusal(
        .scopeUnknown, at: .authorize, facts: [("value", unknown.joined(separator: " "))],
        "\(context.provider.id) knows no scope \(unknown.joined(separator: ", "))"
          + (provider.scope.registered
            ? ", and the client \(client.id) has not registered it" : "")
          + NearMiss.scope(unknown, provider.scope),
        remedy: .say(
          "known here: \(provider.scope.known.map(\.name).joined(separator: ", "))"
            + (provider.scope.registered
              ? "; or add it to scopes of this client in \(client.source)" : ""))
      )
    }
    try areAllowed(asked, client, provider)
    let completed = provider.scope.completed(asked)
    if completed.count > asked.count { context.facts.arguments["scope"] = .texts(completed) }
    return completed
  }

  private static func areAllowed(
    _ asked: [String], _ client: Client, _ provider: Provider
  ) throws(Refusal) {
    guard let allowed = client.scopes?.map(provider.scope.name(of:)) else { return }
    let refused = asked.filter {
      !allowed.contains($0) && !(provider.scope.clientID && $0 == client.id)
    }
    guard !refused.isEmpty else { return }
    throw Refusal(
      .scopeNotAllowed, at: .authorize, facts: [("value", refused.joined(separator: " "))],
      "the client \(client.id) may not ask for \(refused.joined(separator: ", "))",
      remedy: "add it to scopes of this client in \(client.source)")
  }

  /// Whether this request has to name a scope.
  private static func isRequired(_ context: RequestContext) -> Bool {
    switch context.provider.scope.requirement {
    case .never: false
    case .always: true
    case .authorization: [.authorize, .pushedAuthorization].contains(context.endpoint.kind)
    }
  }

  private static let offline = "offline_access"

  private static func yieldsCode(_ type: String, _ provider: Provider) -> Bool {
    provider.answer(to: type)?.issues.contains { $0.kind == .code } ?? false
  }

  /// Fewer scopes than were granted, where a request asks for fewer.
  static func narrowed(
    _ granted: [String], to text: String, _ syntax: ScopeRule, _ why: String,
    clause: String? = nil
  ) throws(Refusal) -> [String] {
    guard !text.isEmpty else { return granted }
    let asked = syntax.split(text)
    let more = asked.filter { !granted.contains($0) }
    guard more.isEmpty else {
      throw Refusal(
        .scopeExceeded, at: .token, facts: [("value", more.joined(separator: " "))],
        "\(more.joined(separator: ", ")) \(why)", clause: clause,
        remedy: "ask for no more than: \(granted.joined(separator: " "))")
    }
    return granted.filter { asked.contains($0) }
  }

  /// A client that nobody has registered, or that was registered without scopes, may ask for any where any client is taken.
  private static func takesAny(_ scope: String, _ client: Client, _ context: RequestContext) -> Bool
  {
    context.site.options.acceptsAnyClient && client.scopes == nil && ScopeToken.isWellFormed(scope)
  }
}
