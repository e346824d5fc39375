import Basics
import JOSE
import ProviderModel

/// The certificates that tokens are bound to (RFC 8705 §3): part of `TokenBinding`.
enum CertificateBinding {
  /// Notes the certificate of the request if the client is registered for bound tokens (§3.4).
  static func note(_ client: Client, _ context: RequestContext) throws(Refusal) {
    guard context.provider.bindsToCertificates, client.hasCertificateBoundTokens else { return }
    let certificate = try ClientCertificate.sent(
      in: context, for: "the client \(client.id) gets only certificate-bound tokens", at: .client,
      clause: "RFC 8705 §3",
      or: "take tls_client_certificate_bound_access_tokens out of \(client.source)")
    context.facts.binding.x5t = X509Certificate.thumbprint(of: certificate)
  }

  /// Whether a request comes with the certificate that a token is bound to.
  /// - Parameters:
  ///   - noun: the name of the token in sentences.
  ///   - catalogue: the endpoints whose clause holds.
  static func check(
    _ thumbprint: String, _ noun: String, at catalogue: Condition.Catalogue,
    _ context: RequestContext
  ) throws(Refusal) {
    guard context.provider.bindsToCertificates else { return }
    let found = try shown(for: thumbprint, noun, at: catalogue, context)
    guard !ExactText.same(found, thumbprint) else { return }
    throw Refusal(
      .certificateOther, at: catalogue, facts: [("value", found), ("expected", thumbprint)],
      "\(noun) is bound to the certificate \(thumbprint), and the request came with \(found)",
      remedy: .say("use the certificate with which \(noun) was requested"))
  }

  /// Whether a bound token may be exchanged. The new token is bound to the certificate of the request.
  static func check(
    exchanged thumbprint: String, _ noun: String, mayUseAny: Bool, _ context: RequestContext
  ) throws(Refusal) {
    guard context.provider.bindsToCertificates else { return }
    if !mayUseAny { try check(thumbprint, "the \(noun)", at: .token, context) }
    context.facts.binding.x5t = try shown(for: thumbprint, "the \(noun)", at: .token, context)
  }

  /// The thumbprint of the certificate that a request shows for a bound token.
  private static func shown(
    for thumbprint: String, _ noun: String, at catalogue: Condition.Catalogue,
    _ context: RequestContext
  ) throws(Refusal) -> String {
    let certificate = try ClientCertificate.sent(
      in: context, for: "\(noun) is bound to the certificate \(thumbprint)",
      at: catalogue == .token ? .client : catalogue,
      clause: catalogue == .token ? "RFC 8705 §4" : "RFC 8705 §3")
    return X509Certificate.thumbprint(of: certificate)
  }
}
