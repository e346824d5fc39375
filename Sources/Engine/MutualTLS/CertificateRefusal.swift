import Basics
import JOSE
import ProviderModel

/// A refusal of a certificate that a rule orders has the facts of the engine's own refusal.
enum CertificateRefusal {
  /// - Returns: `nil` for other conditions.
  static func facts(
    of condition: Condition, _ presented: Presented, _ context: RequestContext
  ) -> [(name: String, value: String)]? {
    guard Condition.mutualTLS.contains(condition) else { return nil }
    let wall = context.instants.wall
    let sent = context.request.clientCertificate
    let certificate = sent.flatMap { X509Certificate(der: $0) }
    let client = presented.clientNamed(context).flatMap { context.client($0) }
    let thumbprint = sent.map { X509Certificate.thumbprint(of: $0) } ?? ""
    func found(_ value: String?, _ expected: String?) -> [(name: String, value: String)] {
      [("value", (value ?? "").shortened), ("expected", expected ?? "")]
    }
    switch condition {
    case .certificateExpired: return [("value", String(wall - 60)), ("now", String(wall))]
    case .certificateNotYetValid: return [("value", String(wall + 60)), ("now", String(wall))]
    case .certificateIssuerUnknown:
      let known = client.map { CertificateCheck.authorities(for: $0, context) } ?? []
      return found(
        certificate?.issuer, known.map(\.subject).joined(separator: " or ").shortened)
    case .certificateSubjectWrong:
      let subject = client?.certificateSubject
      let names = certificate.map { subject?.values(in: $0) ?? [$0.subject] }
      return found(names?.joined(separator: " or "), subject?.text)
    case .certificateUnregistered: return [("value", thumbprint)]
    case .certificateKeysUnfetched: return [("value", client?.keysURI ?? "jwks_uri")]
    case .certificateOther:
      let bound = presented.known(context).lazy.compactMap(\.binding.x5t).first
      return found(thumbprint, bound)
    default: return []
    }
  }
}
