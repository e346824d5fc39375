import Basics
import ProviderModel

/// Levels of authentication (OpenID Connect Core §3.1.2.1, `acr_values`), and resources that demand one (RFC 9470).
enum StepUp {
  static let parameter = "acr_values"

  /// The known levels that a request asks for, the preferred one first: of `acr_values`, and of the claim `acr`.
  private static func wanted(
    _ arguments: CanonicalParameters, at provider: Provider
  ) -> [String] {
    guard !provider.levels.isEmpty else { return [] }
    let text = arguments.text(parameter)
    var values = text.isEmpty ? [] : text.split(separator: " ").map(String.init)
    if let slot = provider.claimsSlot, case .json(let claims) = arguments[slot] {
      let wish = claims["id_token"]?["acr"]
      values += [wish?["value"]].compactMap { $0?.stringValue }
      values += wish?["values"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
    return values.isEmpty ? [] : values.filter { provider.strength(of: $0) != nil }
  }

  /// The level of a sign-in for the current request: what it prefers, or the lowest one.
  static func attained(_ context: RequestContext) -> String {
    let provider = context.provider
    return context.asking.flatMap { wanted($0.arguments, at: provider).first }
      ?? provider.levels.first?.name ?? ""
  }

  /// The level of a session. A person of the cast with the claim `acr` has no other one.
  static func level(of session: Session, _ context: RequestContext) -> String {
    let own = context.person(session.person)
      .flatMap { context.facts.claim("acr", of: $0)?.stringValue }
    return own ?? session.acr
  }

  /// The level that a grant names. A request that asks only for levels that the provider does not know gets none: clients refuse
  /// a level that they did not ask for.
  static func named(
    _ session: Session, for arguments: CanonicalParameters, _ context: RequestContext
  ) -> String? {
    let provider = context.provider
    guard !provider.levels.isEmpty else { return nil }
    let isUnknown =
      !arguments[parameter].text.isEmpty && wanted(arguments, at: provider).isEmpty
    let level = level(of: session, context)
    return level.isEmpty || isUnknown && provider.strength(of: level) != nil ? nil : level
  }

  /// Whether a session is below all levels that a request asks for.
  static func isTooWeak(_ request: AuthorizationRequest, _ context: RequestContext) -> Bool {
    guard let session = context.session else { return false }
    let provider = context.provider
    let wanted = wanted(request.arguments, at: provider).compactMap(provider.strength)
    guard let least = wanted.min() else { return false }
    return (provider.strength(of: level(of: session, context)) ?? -1) < least
  }

  /// Refuses a token of a sign-in that is too weak or too old for the resource (RFC 9470 §3).
  static func entitled(_ credential: Credential, _ context: RequestContext) throws(Refusal) {
    let places = context.endpoint.service.token
    let grant = credential.grant
    let acr = grant.acr ?? ""
    func refusal(_ sentence: String, _ remedy: Remedy) -> Refusal {
      Refusal(
        .authenticationInsufficient, at: .resource, sentence, remedy: remedy)
    }
    if let wanted = places.levels, !isEnough(acr, for: wanted, at: context.provider) {
      let list = wanted.joined(separator: " ")
      throw refusal(
        acr.isEmpty
          ? "the sign-in behind the token has no acr, and the resource needs \(list)"
          : "the sign-in behind the token has the acr \(acr), and the resource needs \(list)",
        "send \(context.provider.wire("acr_values", at: .authorize))=\(list) in a new authorization request"
      )
    }
    guard let most = places.oldest else { return }
    let age = context.now - grant.authTime
    guard grant.person == nil || age > most else { return }
    throw refusal(
      grant.person == nil
        ? "no person has signed in for the token, and the resource needs a sign-in of the last \(most) s"
        : "the sign-in behind the token is \(age) s old, and the resource needs one of the last \(most) s",
      "send \(context.provider.wire("max_age", at: .authorize))=\(most) in a new authorization request"
    )
  }

  /// Shows templates the sign-in that the resource needs. A rule may order the refusal at a resource that takes any: then it
  /// is the highest level.
  static func challenge(_ context: RequestContext) {
    let places = context.endpoint.service.token
    context.facts.stepUp = (places.levels, places.oldest)
    if places.levels == nil, places.oldest == nil {
      context.facts.stepUp.levels = context.provider.levels.last.map { [$0.name] }
    }
  }

  private static func isEnough(_ acr: String, for wanted: [String], at provider: Provider) -> Bool {
    if wanted.contains(acr) { return true }
    guard let least = wanted.compactMap(provider.strength).min(),
      let strength = provider.strength(of: acr)
    else { return false }
    return strength >= least
  }
}
