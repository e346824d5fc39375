import Basics
import JOSE
import ProviderModel

/// Whether the certificate of a request is the client's own (RFC 8705 §2).
enum CertificateCheck {
  /// - Parameter method: the method that the client is registered for.
  static func pass(
    _ method: TokenService.Authentication, of client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let sent = try ClientCertificate.sent(
      in: context, for: "the client \(client.id) authenticates by \(method.registeredName)",
      at: .client, clause: "RFC 8705 §2")
    guard let certificate = X509Certificate(der: sent) else {
      throw Refusal(
        .certificateUnreadable, at: .client,
        "the certificate of the client is not an X.509 certificate of at most 16 KiB that can be read",
        remedy: .say("use a certificate with \(KeyType.titles)"))
    }
    if method == .tls {
      try checkIssuer(of: certificate, client, context)
      try checkTime(of: certificate, context)
      try checkPurpose(of: certificate)
      try checkSubject(of: certificate, client)
    } else {
      try checkRegistration(of: certificate, client, context)
      try checkTime(of: certificate, context)
    }
  }

  // MARK: tls_client_auth

  /// The CAs that may sign the certificate of a client.
  static func authorities(for client: Client, _ context: RequestContext) -> [X509Certificate] {
    client.certificateAuthorities ?? context.site.options.certificateAuthorities
  }

  private static func checkIssuer(
    of certificate: X509Certificate, _ client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let known = authorities(for: client, context)
    guard !known.contains(where: { $0.isAuthority && certificate.isSigned(by: $0) }) else { return }
    let names = known.map(\.subject).joined(separator: " or ").shortened
    let isSelfSigned = certificate.isSelfSigned
    throw Refusal(
      .certificateIssuerUnknown, at: .client,
      facts: [("value", certificate.issuer.shortened), ("expected", names)],
      isSelfSigned
        ? "the certificate \(certificate.subject.shortened) is self-signed, and the client \(client.id) is registered for tls_client_auth"
        : known.contains { $0.subject == certificate.issuer }
          ? "the certificate \(certificate.subject.shortened) names the issuer \(certificate.issuer.shortened), whose key has not signed it"
          : "the certificate \(certificate.subject.shortened) was issued by \(certificate.issuer.shortened), which is not a trusted CA",
      remedy: .say(
        known.isEmpty
          ? "put the CA into tls_client_auth_ca of the client in \(client.source)"
          : isSelfSigned
            ? "have it signed by \(names), or register the client for self_signed_tls_client_auth"
            : "use a certificate that \(names) has signed itself, or put the CA into tls_client_auth_ca of the client"
      ))
  }

  private static func checkPurpose(of certificate: X509Certificate) throws(Refusal) {
    guard !certificate.isForClients else { return }
    throw Refusal(
      .certificatePurposeWrong, at: .client,
      "the extended key usage of the certificate \(certificate.subject.shortened) does not have clientAuth",
      remedy: "use a certificate for clients: with clientAuth, or without extended key usage")
  }

  private static func checkSubject(
    of certificate: X509Certificate, _ client: Client
  ) throws(Refusal) {
    guard let expected = client.certificateSubject else {
      throw Refusal(
        .certificateSubjectWrong, at: .client,
        facts: [("value", certificate.subject.shortened), ("expected", "")],
        "the client \(client.id) is registered for tls_client_auth without a subject",
        remedy: "add tls_client_auth_subject_dn to \(client.source): \(certificate.subject)")
    }
    guard !expected.matches(certificate) else { return }
    let found = expected.values(in: certificate).joined(separator: " or ")
    let name = expected.kind.rawValue
    throw Refusal(
      .certificateSubjectWrong, at: .client,
      facts: [("value", found.shortened), ("expected", expected.text)],
      found.isEmpty
        ? "the certificate \(certificate.subject.shortened) has no such name, and \(name) of the client \(client.id) is \(expected.text)"
        : "the certificate is for \(found.shortened), and \(name) of the client \(client.id) is \(expected.text)",
      remedy: .say(
        found.isEmpty
          ? "use a certificate with this name, or register tls_client_auth_subject_dn \(certificate.subject)"
          : "use the client's own certificate, or register \(name) \(found)"))
  }

  // MARK: self_signed_tls_client_auth

  private static func checkRegistration(
    of certificate: X509Certificate, _ client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let known = try registered(by: client, context)
    guard !known.contains(certificate) else { return }
    throw Refusal(
      .certificateUnregistered, at: .client, facts: [("value", certificate.thumbprint)],
      "the certificate \(certificate.thumbprint) is not one of those that the client \(client.id) has registered",
      remedy: .say(
        known.isEmpty
          ? "register the certificate as x5c of a key in jwks or jwks_uri"
          : "use a registered certificate, or add this one to \(client.keysURI ?? "jwks of the client")"
      ))
  }

  private static func registered(
    by client: Client, _ context: RequestContext
  ) throws(Refusal) -> RegisteredCertificates {
    if let set = client.keys { return RegisteredCertificates(in: set) }
    guard let address = client.keysURI else { return RegisteredCertificates(in: [:]) }
    return try context.fetchedKeySet(
      address, at: .client, else: .certificateKeysUnfetched
    ).certificates
  }

  // MARK: Both

  /// The real time counts, and not the sandbox's: the CA that made the certificate knows no sandbox.
  private static func checkTime(
    of certificate: X509Certificate, _ context: RequestContext
  ) throws(Refusal) {
    let wall = context.instants.wall
    func refusal(_ condition: Condition, _ instant: Int, _ sentence: String) -> Refusal {
      Refusal(
        condition, at: .client, facts: [("value", String(instant)), ("now", String(wall))],
        "the certificate \(certificate.subject.shortened) \(sentence) \(UTC(seconds: instant).text())Z",
        remedy: "use a certificate that is valid now: by the real time, not by the sandbox's")
    }
    if certificate.notAfter < wall {
      throw refusal(.certificateExpired, certificate.notAfter, "has expired at")
    }
    if certificate.notBefore > wall {
      throw refusal(.certificateNotYetValid, certificate.notBefore, "is valid from")
    }
  }
}
