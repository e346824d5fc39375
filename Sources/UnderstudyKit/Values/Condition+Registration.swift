extension Sandbox.Condition {
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

  /// The client ID is no address that a metadata document may have.
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
}
