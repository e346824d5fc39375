internal import Basics

/// What is signed and encrypted for a client, and the subjects of its people.
extension Sandbox.Client {
  /// The kind of the claim `sub` (OpenID Connect Core §8).
  public enum SubjectType: String, Sendable, CaseIterable {
    /// People have the same `sub` at all clients.
    case `public`
    /// People have a `sub` of their own at the clients of each sector.
    case pairwise
  }

  /// The kind of the claim `sub`; `nil` for `public`.
  public var subjectType: SubjectType? {
    get { text("subject_type").flatMap { SubjectType(rawValue: $0) } }
    set { put("subject_type", newValue?.rawValue) }
  }
  /// The algorithm of signed responses of userinfo, such as `ES256`; `nil` for JSON.
  public var userinfoSignedResponseAlg: String? {
    get { text("userinfo_signed_response_alg") }
    set { put("userinfo_signed_response_alg", newValue) }
  }
  /// How the content key of its ID tokens is encrypted, such as `RSA-OAEP-256`; `nil`: they are not encrypted.
  public var idTokenEncryptedResponseAlg: String? {
    get { text("id_token_encrypted_response_alg") }
    set { put("id_token_encrypted_response_alg", newValue) }
  }
  /// How the content of its ID tokens is encrypted, such as `A256GCM`.
  public var idTokenEncryptedResponseEnc: String? {
    get { text("id_token_encrypted_response_enc") }
    set { put("id_token_encrypted_response_enc", newValue) }
  }
  /// How the content key of the responses of userinfo is encrypted; `nil`: they are not encrypted.
  public var userinfoEncryptedResponseAlg: String? {
    get { text("userinfo_encrypted_response_alg") }
    set { put("userinfo_encrypted_response_alg", newValue) }
  }
  /// How the content of the responses of userinfo is encrypted.
  public var userinfoEncryptedResponseEnc: String? {
    get { text("userinfo_encrypted_response_enc") }
    set { put("userinfo_encrypted_response_enc", newValue) }
  }
  /// How the content key of its JWT authorization responses is encrypted; `nil`: they are not encrypted.
  public var authorizationEncryptedResponseAlg: String? {
    get { text("authorization_encrypted_response_alg") }
    set { put("authorization_encrypted_response_alg", newValue) }
  }
  /// How the content of its JWT authorization responses is encrypted.
  public var authorizationEncryptedResponseEnc: String? {
    get { text("authorization_encrypted_response_enc") }
    set { put("authorization_encrypted_response_enc", newValue) }
  }
  /// The address whose host is its sector, for pairwise subjects; `nil` for the host of the redirect URIs.
  public var sectorIdentifierURI: String? {
    get { text("sector_identifier_uri") }
    set { put("sector_identifier_uri", newValue) }
  }
}
