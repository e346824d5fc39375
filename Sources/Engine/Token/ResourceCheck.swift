import Basics
import ProviderModel

/// The audiences of an access token (RFC 8707): the requested ones, and the ones that a client may request.
enum ResourceCheck {
  static let parameter = "resource"

  /// Those of a new grant: the ones that are asked for, else the client's.
  static func resources(of client: Client, _ context: RequestContext) throws(Refusal) -> [String] {
    guard context.provider.resourceSlot != nil else { return [] }
    let asked = try asked(context)
    try check(asked, client, among: client.audiences, context)
    return asked.isEmpty ? client.audiences ?? [] : asked
  }

  /// Fewer than were granted, where a token request asks for fewer (§2.2).
  static func narrowed(
    _ grant: Grant, of client: Client, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    guard context.provider.resourceSlot != nil else { return [] }
    let granted = grant.resources
    let asked = try asked(context)
    guard !asked.isEmpty else { return granted }
    // A grant that names none leaves it to the client.
    try check(asked, client, among: granted.isEmpty ? client.audiences : granted, context)
    return asked
  }

  /// The values of the parameter `audience` of a token exchange (RFC 8693 §2.1), each once.
  static func audience(_ context: RequestContext) -> [String] {
    guard case .texts(let sent) = context.facts.arguments["audience"] else { return [] }
    return sent.filter { !$0.isEmpty }.unique
  }

  /// The values of the parameter `resource`, each once.
  static func sent(_ context: RequestContext) -> [String] {
    guard let slot = context.provider.resourceSlot,
      case .texts(let sent) = context.facts.arguments[slot]
    else { return [] }
    return sent.filter { !$0.isEmpty }.unique
  }

  /// The resources of a token for another authorization server, which decides about them.
  static func elsewhere(_ context: RequestContext) throws(Refusal) -> [String] {
    try asked(context)
  }

  /// The audiences that the client may request.
  static func audience(of client: Client, _ context: RequestContext) throws(Refusal) -> [String] {
    let asked = audience(context)
    guard let allowed = client.audiences else { return asked }
    for text in asked where !allowed.contains(where: { ExactText.same($0, text) }) {
      throw Refusal(
        .audienceNotAllowed, at: .token,
        facts: [("value", text), ("expected", allowed.joined(separator: ", "))],
        "the client \(client.id) may not request a token for \(text.shortened)",
        remedy: "add it to audiences of this client in \(client.source)")
    }
    return asked
  }

  /// What a grant remembers of it; nothing where there is nothing.
  static func arguments(_ resources: [String], _ context: RequestContext) -> CanonicalParameters {
    guard !resources.isEmpty else { return .none }
    var arguments = CanonicalParameters(context.provider.names)
    arguments["resource"] = .texts(resources)
    return arguments
  }

  private static func asked(_ context: RequestContext) throws(Refusal) -> [String] {
    let asked = sent(context)
    for text in asked {
      guard let flaw = ResourceURI.flaw(of: text) else { continue }
      throw refusal(
        text, "resource \(text) \(flaw)", "send an absolute URI without a fragment", context)
    }
    return asked
  }

  /// - Parameter allowed: `nil` for any.
  private static func check(
    _ asked: [String], _ client: Client, among allowed: [String]?, _ context: RequestContext
  ) throws(Refusal) {
    guard let allowed else { return }
    for text in asked where !allowed.contains(where: { ExactText.same($0, text) }) {
      let isListed = client.audiences?.contains { ExactText.same($0, text) } ?? true
      throw refusal(
        text,
        isListed
          ? "the grant is not for \(text)"
          : "the client \(client.id) may not request a token for \(text)",
        isListed
          ? "ask for it in the authorization request, or for one of: \(allowed.joined(separator: ", "))"
          : "add it to audiences of this client in \(client.source)", context)
    }
  }

  private static func refusal(
    _ resource: String, _ sentence: String, _ remedy: String, _ context: RequestContext
  ) -> Refusal {
    Refusal(
      .resourceInvalid, at: context.endpoint.kind.isService ? .token : .authorize,
      facts: [("param", "resource"), ("value", resource)], sentence, remedy: .say(remedy))
  }
}
