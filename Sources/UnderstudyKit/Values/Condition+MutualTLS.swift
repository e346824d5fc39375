/// Conditions of mutual TLS (RFC 8705).
extension Sandbox.Condition {
  /// The request needs a certificate of the client, and came by plain HTTP.
  public static let tlsMissing: Self = "tls_missing"
  /// The request needs a certificate of the client, and the TLS handshake had none.
  public static let certificateMissing: Self = "certificate_missing"
  /// The certificate of the client is not an X.509 certificate of at most 16 KiB.
  public static let certificateUnreadable: Self = "certificate_unreadable"
  /// The certificate of the client has expired.
  public static let certificateExpired: Self = "certificate_expired"
  /// The certificate of the client is not valid yet.
  public static let certificateNotYetValid: Self = "certificate_not_yet_valid"
  /// No trusted CA has signed the certificate of the client.
  public static let certificateIssuerUnknown: Self = "certificate_issuer_unknown"
  /// The certificate of the client is not for clients, by its extended key usage.
  public static let certificatePurposeWrong: Self = "certificate_purpose_wrong"
  /// The subject of the certificate is not the one of the client.
  public static let certificateSubjectWrong: Self = "certificate_subject_wrong"
  /// The certificate is not one that the client has registered.
  public static let certificateUnregistered: Self = "certificate_unregistered"
  /// The JWK set at the client's jwks_uri could not be fetched or read.
  public static let certificateKeysUnfetched: Self = "certificate_keys_unfetched"
  /// The refresh token, or the exchanged token, is bound to another certificate.
  public static let certificateOther: Self = "certificate_other"
}
