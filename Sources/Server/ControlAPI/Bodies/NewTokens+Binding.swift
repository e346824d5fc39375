import Engine
import ProviderModel

/// The key and the certificate to which the ordered tokens are bound.
extension NewTokens {
  var binding: KeyBinding { KeyBinding(jkt: jkt, x5t: x5t) }

  func checkBinding(at provider: Provider, _ client: Client?, _ findings: Diagnostics) {
    let needsKey = client?.hasBoundTokens == true && provider.dpop != nil
    check(
      jkt, "jkt", isKnown: provider.dpop != nil,
      unknown: "\(provider.id) binds no tokens to keys (RFC 9449)",
      needed: needsKey
        ? "gets only DPoP-bound tokens: give the thumbprint of its key (RFC 9449 §5.2)" : nil,
      noun: "a key", canBindCodes: true, provider, client, findings)
    let needsCertificate =
      client?.hasCertificateBoundTokens == true && provider.bindsToCertificates
    check(
      x5t, "x5t#S256", isKnown: provider.bindsToCertificates,
      unknown: "\(provider.id) binds no tokens to certificates (RFC 8705)",
      needed: needsCertificate
        ? "gets only certificate-bound tokens: give the thumbprint of its certificate (RFC 8705 §3.1)"
        : nil,
      noun: "a certificate", canBindCodes: false, provider, client, findings)
  }

  private func check(
    _ thumbprint: String?, _ member: String, isKnown: Bool, unknown: String, needed: String?,
    noun: String, canBindCodes: Bool, _ provider: Provider, _ client: Client?,
    _ findings: Diagnostics
  ) {
    func report(_ sentence: String) { findings.error(nil, "/\(member)", sentence) }
    guard let thumbprint else {
      if let client, let needed, issues?.contains("access") != false {
        report("the client \(client.id) \(needed)")
      }
      return
    }
    if !isKnown { return report(unknown) }
    if let flaw = Thumbprint.flaw(of: thumbprint) { return report("\"\(thumbprint)\" \(flaw)") }
    guard let client, let issues, !issues.contains("access"),
      !(canBindCodes && issues.contains("code")),
      !issues.contains("refresh") || !TokenBinding.bindsRefreshTokens(of: client, provider)
    else { return }
    let words = canBindCodes ? "\"access\" or \"code\"" : "\"access\""
    report("nothing in \"issues\" can be bound to \(noun): add \(words)")
  }
}
