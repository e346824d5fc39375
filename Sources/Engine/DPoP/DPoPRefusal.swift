import Basics
import ProviderModel

/// A refusal of a proof that a rule orders has the facts of the engine's own refusal, and never the proof itself.
enum DPoPRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.dpop.contains(condition), let rule = context.provider.dpop else { return nil }
    let proof = try? DPoPProof.sent(in: context)
    let wall = context.instants.wall
    func about(_ name: String, _ expected: String? = nil) -> [(name: String, value: String)] {
      [("value", proof?.claims.shown(name) ?? "")] + (expected.map { [("expected", $0)] } ?? [])
    }
    func header(_ name: String, _ expected: String) -> [(name: String, value: String)] {
      [("value", proof?.token.header.shown(name) ?? ""), ("expected", expected)]
    }
    func made(_ instant: Int) -> [(name: String, value: String)] {
      [("value", String(instant)), ("now", String(wall))]
    }
    switch condition {
    case .dpopProofRepeated: return [("count", "2")]
    case .dpopClaimInvalid: return [("param", "jti")] + about("jti")
    case .dpopTypeWrong: return header("typ", DPoPProof.type)
    case .dpopAlgUnsupported:
      return header("alg", rule.algorithms.map(\.rawValue).joined(separator: " or "))
    case .dpopMethodWrong: return about("htm", context.request.method.rawValue)
    case .dpopAddressWrong: return about("htu", DPoPCheck.addresses(context).first ?? "")
    case .dpopNonceWrong: return about("nonce")
    case .dpopProofExpired: return made(wall - rule.window - 60)
    case .dpopProofNotYetValid: return made(wall + rule.window + 60)
    case .dpopProofReused: return about("jti")
    case .dpopTokenHashWrong:
      let token = presented.credentials.first { $0.kind == .access }?.text
      return about("ath", token.map(DPoPProof.hash) ?? "")
    case .dpopKeyOther:
      let bound = presented.known(context).lazy.compactMap(\.binding.jkt).first
      let key = try? proof?.key(among: rule.algorithms).thumbprint
      return [("value", key ?? ""), ("expected", bound ?? "")]
    default: return []
    }
  }
}
