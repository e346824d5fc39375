/// Conditions of pushed requests (RFC 9126), request objects (RFC 9101) and authorization details (RFC 9396).
extension Sandbox.Condition {
  /// No request was pushed under this request_uri, or it was forgotten.
  public static let requestURIUnknown: Self = "request_uri_unknown"
  /// The request_uri of a pushed request has expired.
  public static let requestURIExpired: Self = "request_uri_expired"
  /// The request_uri of a pushed request was used before.
  public static let requestURIUsed: Self = "request_uri_used"
  /// Another client has pushed the request.
  public static let requestURIOtherClient: Self = "request_uri_other_client"
  /// The pushed request holds a request_uri.
  public static let requestURIPushed: Self = "request_uri_pushed"
  /// The client has to push its requests, and sent this one without a request_uri.
  public static let pushMissing: Self = "push_missing"
  /// The request object is not a JWT of at most 16 KiB.
  public static let requestObjectUnreadable: Self = "request_object_unreadable"
  /// The typ of the request object is that of another JWT.
  public static let requestObjectTypeWrong: Self = "request_object_type_wrong"
  /// The request object has an algorithm that the provider, the client's registration or the key does not allow.
  public static let requestObjectAlgUnsupported: Self = "request_object_alg_unsupported"
  /// The client is registered without the key that its request object needs.
  public static let requestObjectKeysMissing: Self = "request_object_keys_missing"
  /// The keys at the client's jwks_uri could not be fetched or read.
  public static let requestObjectKeysUnfetched: Self = "request_object_keys_unfetched"
  /// The client has no key of the name and the algorithm in its request object.
  public static let requestObjectKeyUnknown: Self = "request_object_key_unknown"
  /// No key of the client verifies the signature of its request object.
  public static let requestObjectSignatureWrong: Self = "request_object_signature_wrong"
  /// The request object names another client, or none.
  public static let requestObjectClientWrong: Self = "request_object_client_wrong"
  /// The claim iss of the request object is not the client.
  public static let requestObjectIssuerWrong: Self = "request_object_issuer_wrong"
  /// The claim aud of the request object is not this server.
  public static let requestObjectAudienceWrong: Self = "request_object_audience_wrong"
  /// The request object has expired.
  public static let requestObjectExpired: Self = "request_object_expired"
  /// The claim nbf or iat of the request object is in the future.
  public static let requestObjectNotYetValid: Self = "request_object_not_yet_valid"
  /// A claim of the request object has a wrong value.
  public static let requestObjectClaimWrong: Self = "request_object_claim_wrong"
  /// A parameter beside the request object has another value than the one in it.
  public static let requestObjectMismatch: Self = "request_object_mismatch"
  /// The request has both request and request_uri.
  public static let requestObjectRepeated: Self = "request_object_repeated"
  /// The request_uri is neither that of a pushed request nor a web address.
  public static let requestURIInvalid: Self = "request_uri_invalid"
  /// The request_uri is not one that the client has registered.
  public static let requestURIUnregistered: Self = "request_uri_unregistered"
  /// The request object at the request_uri could not be fetched.
  public static let requestURIUnfetched: Self = "request_uri_unfetched"
  /// The request is a request object, and the OpenID provider reads none.
  public static let requestNotSupported: Self = "request_not_supported"
  /// The request names a request object, and the OpenID provider fetches none.
  public static let requestURINotSupported: Self = "request_uri_not_supported"
  /// The client has to send its request as a signed request object, and did not.
  public static let requestObjectMissing: Self = "request_object_missing"
  /// The authorization details are not a JSON array of objects, or there are too many.
  public static let detailsUnreadable: Self = "details_unreadable"
  /// The provider does not know the type of an authorization detail.
  public static let detailsTypeUnknown: Self = "details_type_unknown"
  /// The client may not ask for authorization details of this type.
  public static let detailsTypeNotAllowed: Self = "details_type_not_allowed"
  /// A member of an authorization detail is missing, unknown or wrong.
  public static let detailsInvalid: Self = "details_invalid"
  /// The token request asks for a detail that was not granted.
  public static let detailsExceeded: Self = "details_exceeded"
}
