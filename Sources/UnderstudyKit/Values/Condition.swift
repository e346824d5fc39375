extension Sandbox {
  /// The name of a reason for a refusal.
  ///
  /// Every provider has its own words for it. A fixture may have further conditions: write their names as literals.
  ///
  /// ```swift
  /// try sandbox.add(.condition(.codeExpired).at("vk", .token).once)
  /// ```
  public struct Condition: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name in fixtures, rules and the journal, such as `code_expired`.
    public let rawValue: String
    /// Makes a condition of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a condition of a name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }
  }
}

extension Sandbox.Condition {
  /// The request names no client.
  public static let clientMissing: Self = "client_missing"
  /// No client of this id is registered at the provider.
  public static let clientUnknown: Self = "client_unknown"
  /// The request has no redirect URI, and the client hasn't registered exactly one.
  public static let redirectMissing: Self = "redirect_missing"
  /// The client has registered no redirect URI.
  public static let redirectUnregistered: Self = "redirect_unregistered"
  /// The redirect URI is not registered; one on the same host is.
  public static let redirectMismatch: Self = "redirect_mismatch"
  /// The redirect URI is not registered, nor is another on its host.
  public static let redirectHostMismatch: Self = "redirect_host_mismatch"
  /// The request has no response type.
  public static let responseTypeMissing: Self = "response_type_missing"
  /// The provider does not answer this response type.
  public static let responseTypeUnsupported: Self = "response_type_unsupported"
  /// The client may not use this response type.
  public static let responseTypeNotAllowed: Self = "response_type_not_allowed"
  /// The provider does not know this response mode.
  public static let responseModeUnsupported: Self = "response_mode_unsupported"
  /// The request has no scope, and the provider demands one.
  public static let scopeMissing: Self = "scope_missing"
  /// The provider does not know one of the scopes.
  public static let scopeUnknown: Self = "scope_unknown"
  /// The ID token by which the client names a person was not signed here.
  public static let idTokenHintInvalid: Self = "id_token_hint_invalid"
  /// The client is registered for an algorithm with which the provider signs nothing.
  public static let signingAlgUnsupported: Self = "signing_alg_unsupported"
  /// The header has a token with a character that no token may have.
  public static let tokenMalformed: Self = "token_malformed"
  /// The client may not ask for one of the scopes.
  public static let scopeNotAllowed: Self = "scope_not_allowed"
  /// More is asked for than was granted.
  public static let scopeExceeded: Self = "scope_exceeded"
  /// The token has not the scope that the endpoint demands.
  public static let scopeInsufficient: Self = "scope_insufficient"
  /// The request asks for a token for a resource that the client may not use.
  public static let resourceInvalid: Self = "resource_invalid"
  /// The request demands an authentication context that nobody can reach here.
  public static let acrUnmet: Self = "acr_unmet"
  /// A parameter was sent more than once.
  public static let parameterRepeated: Self = "parameter_repeated"
  /// A parameter has a value that it may not have.
  public static let parameterInvalid: Self = "parameter_invalid"
  /// A parameter is missing that a check of the provider demands.
  public static let parameterMissing: Self = "parameter_missing"
  /// The client has to send a code challenge, and sent none.
  public static let challengeMissing: Self = "challenge_missing"
  /// The code challenge is too short, too long, or holds a character that it may not hold.
  public static let challengeMalformed: Self = "challenge_malformed"
  /// The provider does not take this code challenge method.
  public static let challengeMethodUnsupported: Self = "challenge_method_unsupported"
  /// Nobody is signed in, and prompt=none forbids asking.
  public static let loginRequired: Self = "login_required"
  /// Consent has not been given, and prompt=none forbids asking.
  public static let consentRequired: Self = "consent_required"
  /// The person refused.
  public static let userDenied: Self = "user_denied"
  /// A page was asked for that needs somebody signed in.
  public static let notSignedIn: Self = "not_signed_in"
  /// The provider breaks down; only a rule brings it about.
  public static let serverError: Self = "server_error"
  /// The client is registered for an encrypted response, and it has no key for that.
  public static let encryptionKeyMissing: Self = "encryption_key_missing"
  /// The provider has too much to do; only a rule brings it about.
  public static let temporarilyUnavailable: Self = "temporarily_unavailable"
  /// The body is of a type that the endpoint does not read.
  public static let contentTypeUnsupported: Self = "content_type_unsupported"
  /// The body is not what its Content-Type says.
  public static let bodyUnreadable: Self = "body_unreadable"
  /// The client proves itself in more than one way.
  public static let clientAuthRepeated: Self = "client_auth_repeated"
  /// The client proves itself in a way that the provider, or its registration, does not allow.
  public static let clientAuthUnsupported: Self = "client_auth_unsupported"
  /// The client has a secret, and sent none.
  public static let secretMissing: Self = "secret_missing"
  /// The secret is not the one of this client.
  public static let secretWrong: Self = "secret_wrong"
  /// The client has no secret, and sent one.
  public static let secretUnexpected: Self = "secret_unexpected"
  /// The request is not signed, or its signature lacks a field.
  public static let signatureMissing: Self = "signature_missing"
  /// The signature is not the one that the secret makes of this request.
  public static let signatureWrong: Self = "signature_wrong"
  /// The nonce of the signature was used before.
  public static let nonceReused: Self = "nonce_reused"
  /// The timestamp of the signature is too far off.
  public static let timestampSkewed: Self = "timestamp_skewed"
  /// The client_assertion_type is missing, or is not the one of JWTs.
  public static let assertionTypeInvalid: Self = "assertion_type_invalid"
  /// The JWT of the client is not a signed JWT of at most 16 KiB.
  public static let assertionUnreadable: Self = "assertion_unreadable"
  /// The JWT of the client has an algorithm that the provider, the client's registration or the key does not allow.
  public static let assertionAlgUnsupported: Self = "assertion_alg_unsupported"
  /// The client is registered without the key that its JWT needs.
  public static let assertionKeysMissing: Self = "assertion_keys_missing"
  /// The keys at the client's jwks_uri could not be fetched or read.
  public static let assertionKeysUnfetched: Self = "assertion_keys_unfetched"
  /// The client has no key of the name and the algorithm in its JWT.
  public static let assertionKeyUnknown: Self = "assertion_key_unknown"
  /// No key of the client verifies the signature of its JWT.
  public static let assertionSignatureWrong: Self = "assertion_signature_wrong"
  /// The claim iss of the client's JWT has another value.
  public static let assertionIssuerWrong: Self = "assertion_issuer_wrong"
  /// The claim sub of the client's JWT is not the client.
  public static let assertionSubjectWrong: Self = "assertion_subject_wrong"
  /// The claim aud of the client's JWT is not this server.
  public static let assertionAudienceWrong: Self = "assertion_audience_wrong"
  /// A claim of the client's JWT has a wrong value.
  public static let assertionClaimWrong: Self = "assertion_claim_wrong"
  /// The client's JWT has no claim exp.
  public static let assertionExpiryMissing: Self = "assertion_expiry_missing"
  /// The client's JWT is valid for too long.
  public static let assertionExpiryDistant: Self = "assertion_expiry_distant"
  /// The client's JWT has expired.
  public static let assertionExpired: Self = "assertion_expired"
  /// The claim nbf or iat of the client's JWT is in the future.
  public static let assertionNotYetValid: Self = "assertion_not_yet_valid"
  /// The client's JWT has no claim jti.
  public static let assertionIdMissing: Self = "assertion_id_missing"
  /// The client's JWT was used before.
  public static let assertionReused: Self = "assertion_reused"
  /// The request has no grant_type.
  public static let grantMissing: Self = "grant_missing"
  /// The provider does not know this grant type.
  public static let grantUnsupported: Self = "grant_unsupported"
  /// The client may not use this grant type.
  public static let grantNotAllowed: Self = "grant_not_allowed"
  /// The code was never issued here, or has been revoked.
  public static let codeUnknown: Self = "code_unknown"
  /// The code has expired.
  public static let codeExpired: Self = "code_expired"
  /// The code was redeemed before.
  public static let codeReused: Self = "code_reused"
  /// The code was issued to another client.
  public static let codeOtherClient: Self = "code_other_client"
  /// The authorization request had a code challenge, and no verifier came.
  public static let verifierMissing: Self = "verifier_missing"
  /// The verifier does not make the code challenge.
  public static let verifierWrong: Self = "verifier_wrong"
  /// The verifier is too short, too long, or holds a character that it may not hold.
  public static let verifierMalformed: Self = "verifier_malformed"
  /// A verifier came, and the authorization request had no code challenge.
  public static let verifierUnexpected: Self = "verifier_unexpected"
  /// The refresh token was never issued here.
  public static let refreshUnknown: Self = "refresh_unknown"
  /// The refresh token has expired.
  public static let refreshExpired: Self = "refresh_expired"
  /// The refresh token has been revoked.
  public static let refreshRevoked: Self = "refresh_revoked"
  /// The refresh token was used before, and may be used once.
  public static let refreshReused: Self = "refresh_reused"
  /// The refresh token was issued to another client.
  public static let refreshOtherClient: Self = "refresh_other_client"
  /// No person has decided on the device's request yet.
  public static let authorizationPending: Self = "authorization_pending"
  /// The device polled before its interval was over. The interval is five seconds longer from now on.
  public static let slowDown: Self = "slow_down"
  /// The person denied the device's request.
  public static let deviceDenied: Self = "device_denied"
  /// The device code was never issued here, or has been revoked.
  public static let deviceCodeUnknown: Self = "device_code_unknown"
  /// The device code has expired.
  public static let deviceCodeExpired: Self = "device_code_expired"
  /// The device code was redeemed before.
  public static let deviceCodeReused: Self = "device_code_reused"
  /// The device code was issued to another client.
  public static let deviceCodeOtherClient: Self = "device_code_other_client"
  /// No device has this user code.
  public static let userCodeUnknown: Self = "user_code_unknown"
  /// The user code has expired.
  public static let userCodeExpired: Self = "user_code_expired"
  /// A person has decided on this user code before.
  public static let userCodeUsed: Self = "user_code_used"
  /// Too many wrong user codes were typed.
  public static let userCodeAttempts: Self = "user_code_attempts"
  /// No person has this name and this password.
  public static let passwordWrong: Self = "password_wrong"
  /// The request has no access token.
  public static let tokenMissing: Self = "token_missing"
  /// The request has more than one access token.
  public static let tokenRepeated: Self = "token_repeated"
  /// The token was never issued here.
  public static let tokenUnknown: Self = "token_unknown"
  /// The token has expired.
  public static let tokenExpired: Self = "token_expired"
  /// The token has been revoked.
  public static let tokenRevoked: Self = "token_revoked"
  /// The token is for another audience.
  public static let tokenOtherAudience: Self = "token_other_audience"
  /// The token was issued to another client.
  public static let tokenOtherClient: Self = "token_other_client"
  /// The token is of a kind that the endpoint does not revoke.
  public static let tokenTypeUnsupported: Self = "token_type_unsupported"
  /// The token is of a client that acts for itself, and the endpoint is about a person.
  public static let personMissing: Self = "person_missing"
  /// The sign-in behind the token is too weak or too old for the resource.
  public static let authenticationInsufficient: Self = "authentication_insufficient"
  /// There is no such item.
  public static let itemMissing: Self = "item_missing"
  /// The token has made as many calls as a window has.
  public static let rateLimited: Self = "rate_limited"
  // MARK: Registration

  /// The provider demands an initial access token, and the request has none.
  public static let initialTokenMissing: Self = "initial_token_missing"
  /// The initial access token is another one.
  public static let initialTokenWrong: Self = "initial_token_wrong"
  /// The request has no registration access token.
  public static let registrationTokenMissing: Self = "registration_token_missing"
  /// The registration access token is not that of a client with this ID.
  public static let registrationTokenWrong: Self = "registration_token_wrong"
  /// The sandbox has registered as many clients as it may.
  public static let registrationsFull: Self = "registrations_full"
  /// A redirect URI is missing, or nobody may be redirected to it.
  public static let metadataRedirectInvalid: Self = "metadata_redirect_invalid"
  /// A member of the client metadata has a wrong value.
  public static let metadataInvalid: Self = "metadata_invalid"
  /// The software statement is not a JWT with a valid signature of its issuer.
  public static let statementInvalid: Self = "statement_invalid"
  /// The issuer of the software statement is not approved.
  public static let statementUnapproved: Self = "statement_unapproved"

  // MARK: Client ID metadata documents

  /// The client ID is not a valid address of a metadata document.
  public static let documentAddressInvalid: Self = "document_address_invalid"
  /// The server may not fetch from the host of the metadata document.
  public static let documentHostRefused: Self = "document_host_refused"
  /// The metadata document could not be fetched.
  public static let documentUnfetched: Self = "document_unfetched"
  /// The metadata document is larger than 64 KiB.
  public static let documentTooLarge: Self = "document_too_large"
  /// The metadata document is not a JSON object.
  public static let documentUnreadable: Self = "document_unreadable"
  /// The client ID in the metadata document is not the document's address.
  public static let documentOtherClient: Self = "document_other_client"
  /// The metadata document has a secret, or needs one.
  public static let documentSecret: Self = "document_secret"
  /// A member of the metadata document has a wrong value.
  public static let documentInvalid: Self = "document_invalid"
  /// The Origin header names a site that may not call the MCP server.
  public static let originForbidden: Self = "origin_forbidden"
  /// The Accept header lacks a type that MCP needs.
  public static let acceptIncomplete: Self = "accept_incomplete"
  /// The body is a batch of JSON-RPC messages.
  public static let batchUnsupported: Self = "batch_unsupported"
  /// The body is not a JSON-RPC message.
  public static let messageInvalid: Self = "message_invalid"
  /// The MCP server does not have this revision of the protocol.
  public static let versionUnsupported: Self = "version_unsupported"
  /// A header is missing, or differs from the message.
  public static let headerMismatch: Self = "header_mismatch"
  /// The request names no MCP session.
  public static let sessionMissing: Self = "session_missing"
  /// The MCP session has ended, or belongs to somebody else.
  public static let sessionUnknown: Self = "session_unknown"
  /// The MCP server does not have this method.
  public static let methodUnsupported: Self = "method_unsupported"
  /// The MCP server does not have this tool.
  public static let toolUnknown: Self = "tool_unknown"
  /// The cast has no resource at this address.
  public static let resourceUnknown: Self = "resource_unknown"
}
