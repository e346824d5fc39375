import Basics
import ProviderModel

/// A refusal of a request object or of authorization details that a rule orders has the facts of the engine's own refusal.
enum RequestObjectRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.requestObjects.contains(condition) else {
      return details(of: condition, presented, context)
    }
    let (provider, wall) = (context.provider, context.instants.wall)
    let object = RequestCarrier.object(context)
    func claim(_ name: String) -> String { object?.shown(name) ?? "" }
    let client = presented.clientNamed(context) ?? ""
    let type = provider.wire("response_type", at: .authorize)
    switch condition {
    case .requestObjectTypeWrong: return [("value", "at+jwt"), ("expected", RequestObject.type)]
    case .requestObjectAlgUnsupported:
      let known = (provider.requestObjects?.signed ?? []).joined(separator: " or ")
      return [("value", object?.token.algorithm ?? ""), ("expected", known)]
    case .requestObjectKeyUnknown: return [("value", object?.token.kid ?? ""), ("expected", "")]
    case .requestObjectKeysMissing: return [("value", client)]
    case .requestObjectKeysUnfetched:
      return [("value", context.client(client)?.keysURI ?? "jwks_uri")]
    case .requestObjectClientWrong:
      let name = provider.wire("client_id", at: .authorize)
      return [("value", claim(name)), ("expected", client)]
    case .requestObjectIssuerWrong: return [("value", claim("iss")), ("expected", client)]
    case .requestObjectAudienceWrong:
      let known = provider.requestObjects.map { context.texts(of: $0.audiences) } ?? []
      return [("value", claim("aud")), ("expected", known.joined(separator: " or "))]
    case .requestObjectExpired: return [("value", String(wall - 30)), ("now", String(wall))]
    case .requestObjectNotYetValid:
      return [("param", "nbf"), ("value", String(wall + 60)), ("now", String(wall))]
    case .requestObjectClaimWrong:
      return [("param", "exp"), ("value", claim("exp")), ("expected", "seconds since 1970")]
    case .requestObjectMismatch:
      let inside = claim(type)
      return [
        ("param", type), ("value", presented.value(type) ?? ""),
        ("expected", inside.isEmpty ? "code" : inside),
      ]
    default: return nil
    }
  }

  /// Those of authorization details (RFC 9396).
  private static func details(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.ofDetails.contains(condition), condition != .detailsUnreadable,
      let rule = context.provider.authorizationDetails
    else { return nil }
    let wire = context.provider.wire(AuthorizationDetailsRule.parameter, at: context.endpoint.kind)
    let sent =
      RequestCarrier.unverified(context)?.first(wire) ?? presented.value(wire) ?? ""
    let list = try? JSONReader().read(Array(sent.utf8), file: wire).root.arrayValue
    let first = list?.first
    let type = first?["type"]?.stringValue ?? rule.types.first?.name ?? ""
    switch condition {
    case .detailsInvalid: return [("param", "type"), ("value", type.shortened)]
    case .detailsExceeded: return [("value", (first?.text() ?? type).shortened)]
    default: return [("value", type.shortened)]
    }
  }
}
