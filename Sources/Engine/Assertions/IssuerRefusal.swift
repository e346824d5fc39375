import ProviderModel

/// A refusal of a JWT of another issuer that a rule orders has the facts of the engine's own refusal.
enum IssuerRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.trusts.contains(condition) else { return nil }
    let provider = context.provider
    let sent = context.reading.sent ?? ServiceRequest()
    let found = IssuerAssertion.sent(in: sent, to: provider, context.cast).first
    let grants = provider.token.grants.map(\.rule).filter { !$0.trusts.isEmpty }
    let rule = grants.first?.trusts.first?.rule
    let isOwn = found?.trusted.isPlayedHere == true
    let wall = isOwn ? context.instants.sandbox : context.instants.wall
    func claim(_ name: String) -> String { found?.jwt.shown(name) ?? "" }
    switch condition {
    case .jwtUnreadable: return [("param", provider.wire(IssuerAssertion.parameter, at: .token))]
    case .jwtTypeUnsupported:
      let known = grants.flatMap { $0.trusts.map(\.name) }
      return [("value", ""), ("expected", known.joined(separator: " or "))]
    case .jwtIssuerUntrusted: return [("value", claim("iss")), ("expected", "")]
    case .jwtAlgUnsupported:
      return [
        ("value", found?.jwt.token.algorithm ?? ""),
        ("expected", AssertionRule.keyAlgorithms.joined(separator: " or ")),
      ]
    case .jwtKeysUnfetched: return [("value", found?.trusted.keysURI ?? "jwks_uri")]
    case .jwtKeyUnknown: return [("value", found?.jwt.token.kid ?? ""), ("expected", "")]
    case .jwtSignatureWrong: return []
    case .jwtAudienceWrong:
      let known = found?.trusted.audiences ?? rule.map { context.texts(of: $0.audiences) } ?? []
      return [("value", claim("aud")), ("expected", known.joined(separator: " or "))]
    case .jwtSubjectNotAllowed:
      let known = found?.trusted.subjects.map(\.source) ?? []
      return [("value", claim("sub")), ("expected", known.joined(separator: " or "))]
    case .jwtClaimWrong:
      return [("param", "exp"), ("value", claim("exp")), ("expected", "seconds since 1970")]
    case .jwtExpired: return [("value", String(wall - 30)), ("now", String(wall))]
    case .jwtExpiryDistant:
      let end = wall + 2 * (rule?.longest ?? 3600)
      return [("value", String(end)), ("now", String(wall))]
    case .jwtNotYetValid:
      return [("param", "nbf"), ("value", String(wall + 60)), ("now", String(wall))]
    case .jwtExpiryMissing: return [("param", "exp")]
    case .jwtSubjectMissing: return [("param", "sub")]
    case .jwtIdMissing: return [("param", "jti")]
    case .jwtReused: return [("value", claim("jti"))]
    case .jwtClientWrong:
      return [
        ("value", Presented(context).clientNamed(context) ?? ""),
        ("expected", found?.trusted.client ?? ""),
      ]
    case .jwtPersonUnknown:
      let name = found?.trusted.personClaim ?? "sub"
      return [("param", name), ("value", claim(name))]
    default: return nil
    }
  }
}
