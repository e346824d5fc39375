/// Conditions of mutual TLS: client authentication by a certificate, and tokens that are bound to one (RFC 8705).
extension Condition {
  package static let tlsMissing = Condition("tls_missing")
  package static let certificateMissing = Condition("certificate_missing")
  package static let certificateUnreadable = Condition("certificate_unreadable")
  package static let certificateExpired = Condition("certificate_expired")
  package static let certificateNotYetValid = Condition("certificate_not_yet_valid")
  package static let certificateIssuerUnknown = Condition("certificate_issuer_unknown")
  package static let certificatePurposeWrong = Condition("certificate_purpose_wrong")
  package static let certificateSubjectWrong = Condition("certificate_subject_wrong")
  package static let certificateUnregistered = Condition("certificate_unregistered")
  package static let certificateKeysUnfetched = Condition("certificate_keys_unfetched")
  package static let certificateOther = Condition("certificate_other")

  /// Only a provider that reads certificates has them.
  package static let mutualTLS = Set(mutualTLSDeclarations.map(\.condition))
  /// Those of client authentication alone.
  static let certificates = mutualTLS.subtracting([
    .tlsMissing, .certificateMissing, .certificateOther,
  ])

  static let mutualTLSDeclarations: [Declaration] =
    missing(at: .client, "RFC 8705 §2") + authentication
    + [
      declare(
        .token, .certificateOther,
        "The refresh token, or the exchanged token, is bound to another certificate.",
        ["value", "expected"], "RFC 8705 §4", .credential(.refresh))
    ]
    + missing(at: .resource, "RFC 8705 §3")
    + [
      declare(
        .resource, .certificateOther, "The access token is bound to another certificate.",
        ["value", "expected"], "RFC 8705 §3", .credential(.access))
    ]

  private static func missing(at catalogue: Catalogue, _ clause: String) -> [Declaration] {
    [
      declare(
        catalogue, .tlsMissing,
        "The request needs a certificate of the client, and came by plain HTTP.", [], clause),
      declare(
        catalogue, .certificateMissing,
        "The request needs a certificate of the client, and the TLS handshake had none.", [],
        clause),
    ]
  }

  private static let authentication = [
    declare(
      .client, .certificateUnreadable,
      "The certificate of the client is not an X.509 certificate of at most 16 KiB.", [],
      "RFC 8705 §7.5"),
    declare(
      .client, .certificateExpired, "The certificate of the client has expired.",
      ["value", "now"], "RFC 5280 §6.1.3"),
    declare(
      .client, .certificateNotYetValid, "The certificate of the client is not valid yet.",
      ["value", "now"], "RFC 5280 §6.1.3"),
    declare(
      .client, .certificateIssuerUnknown,
      "No trusted CA has signed the certificate of the client.", ["value", "expected"],
      "RFC 8705 §2.1"),
    declare(
      .client, .certificatePurposeWrong,
      "The certificate of the client is not for clients, by its extended key usage.", [],
      "RFC 5280 §4.2.1.12"),
    declare(
      .client, .certificateSubjectWrong,
      "The subject of the certificate is not the one of the client.", ["value", "expected"],
      "RFC 8705 §2.1"),
    declare(
      .client, .certificateUnregistered,
      "The certificate is not one that the client has registered.", ["value"], "RFC 8705 §2.2"),
    declare(
      .client, .certificateKeysUnfetched,
      "The JWK set at the client's jwks_uri could not be fetched or read.", ["value"],
      "RFC 8705 §2.2.2"),
  ]
}
