import ProviderModel

/// A refusal of a client's JWT that a rule orders has the facts of the engine's own refusal, and never the JWT itself.
enum AssertionRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.assertions.contains(condition) else { return nil }
    let (provider, wall) = (context.provider, context.instants.wall)
    let rule = provider.token.assertions
    let sent = context.reading.sent ?? ServiceRequest()
    let parameter = provider.clientParameters.assertion
    let assertion = sent.first(parameter).flatMap {
      try? PresentedJWT($0, in: parameter, as: .client)
    }
    let client = presented.clientNamed(context) ?? ""
    func claim(_ name: String) -> String { assertion?.shown(name) ?? "" }
    switch condition {
    case .assertionTypeInvalid:
      let type = sent.first(provider.clientParameters.assertionType)
      return [("value", type ?? ""), ("expected", ClientAssertion.type)]
    case .assertionAlgUnsupported:
      let known = rule?.algorithms ?? []
      return [
        ("value", assertion?.token.algorithm ?? ""), ("expected", known.joined(separator: " or ")),
      ]
    case .assertionKeysMissing: return [("value", client)]
    case .assertionKeysUnfetched:
      return [("value", context.client(client)?.keysURI ?? "jwks_uri")]
    case .assertionKeyUnknown: return [("value", assertion?.token.kid ?? ""), ("expected", "")]
    case .assertionIssuerWrong: return [("value", claim("iss")), ("expected", client)]
    case .assertionSubjectWrong: return [("value", claim("sub")), ("expected", client)]
    case .assertionAudienceWrong:
      let expected = rule.map { AssertionCheck.audiences($0, context) } ?? []
      return [("value", claim("aud")), ("expected", expected.joined(separator: " or "))]
    case .assertionClaimWrong:
      return [("param", "exp"), ("value", claim("exp")), ("expected", "seconds since 1970")]
    case .assertionExpiryMissing: return [("param", "exp")]
    case .assertionExpired: return [("value", String(wall - 30)), ("now", String(wall))]
    case .assertionExpiryDistant:
      let end = wall + 2 * (rule?.longest ?? 3600)
      return [("value", String(end)), ("now", String(wall))]
    case .assertionNotYetValid:
      return [("param", "nbf"), ("value", String(wall + 60)), ("now", String(wall))]
    case .assertionIdMissing: return [("param", "jti")]
    case .assertionReused: return [("value", claim("jti"))]
    default: return [("param", parameter)]
    }
  }
}
