/// Conditions of dynamic registration (RFC 7591, RFC 7592) and of client ID metadata documents.
extension Condition {
  package static let initialTokenMissing = Condition("initial_token_missing")
  package static let initialTokenWrong = Condition("initial_token_wrong")
  package static let registrationTokenMissing = Condition("registration_token_missing")
  package static let registrationTokenWrong = Condition("registration_token_wrong")
  package static let registrationsFull = Condition("registrations_full")
  package static let metadataRedirectInvalid = Condition("metadata_redirect_invalid")
  package static let metadataInvalid = Condition("metadata_invalid")
  package static let statementInvalid = Condition("statement_invalid")
  package static let statementUnapproved = Condition("statement_unapproved")

  package static let documentAddressInvalid = Condition("document_address_invalid")
  package static let documentHostRefused = Condition("document_host_refused")
  package static let documentUnfetched = Condition("document_unfetched")
  package static let documentTooLarge = Condition("document_too_large")
  package static let documentUnreadable = Condition("document_unreadable")
  package static let documentOtherClient = Condition("document_other_client")
  package static let documentSecret = Condition("document_secret")
  package static let documentInvalid = Condition("document_invalid")

  static let registrationDeclarations: [Declaration] = [
    declare(
      .registration, .contentTypeUnsupported, "The body is not of the type application/json.",
      ["value"], "RFC 7591 §3.1"),
    declare(
      .registration, .bodyUnreadable, "The body is not a JSON object of at most 64 KiB.", [],
      "RFC 7591 §3.1"),
    declare(
      .registration, .initialTokenMissing,
      "The provider demands an initial access token, and the request has none.", [],
      "RFC 7591 §3"),
    declare(
      .registration, .initialTokenWrong, "The initial access token is another one.", [],
      "RFC 7591 §3"),
    declare(
      .registration, .registrationTokenMissing, "The request has no registration access token.", [],
      "RFC 7592 §2"),
    declare(
      .registration, .registrationTokenWrong,
      "The registration access token is not that of a client with this ID.", ["value"],
      "RFC 7592 §2"),
    declare(
      .registration, .registrationsFull,
      "The sandbox has registered as many clients as it may.", ["value"], "RFC 7591 §5"),
    declare(
      .registration, .metadataRedirectInvalid,
      "A redirect URI is missing, or nobody may be redirected to it.", ["param"],
      "RFC 7591 §3.2.2"),
    declare(
      .registration, .metadataInvalid, "A member of the client metadata has a wrong value.",
      ["param"], "RFC 7591 §3.2.2"),
    declare(
      .registration, .statementInvalid,
      "The software statement is not a JWT with a valid signature of its issuer.", ["param"],
      "RFC 7591 §3.2.2"),
    declare(
      .registration, .statementUnapproved,
      "The issuer of the software statement is not approved.", ["param", "value"],
      "RFC 7591 §3.2.2"),
  ]

  /// Conditions of clients whose ID is the address of a document. Only a provider with `client_documents` has them.
  static let documentConditions: Set<Condition> = Set(documentDeclarations.map(\.condition))

  static let documentDeclarations: [Declaration] =
    documents(at: .authorize) + documents(at: .client)

  private static let documentDraft = "draft-ietf-oauth-client-id-metadata-document-02"

  private static func documents(at catalogue: Catalogue) -> [Declaration] {
    func declare(
      _ condition: Condition, _ summary: String, _ section: String, _ facts: [String] = ["value"]
    ) -> Declaration {
      Self.declare(
        catalogue, condition, summary, facts, "\(documentDraft) \(section)", about("client_id"))
    }
    return [
      declare(
        .documentAddressInvalid, "The client_id is not a valid address of a metadata document.",
        "§3"),
      declare(
        .documentHostRefused,
        "The server may not fetch from the host of the metadata document.", "§8.6"),
      declare(.documentUnfetched, "The metadata document could not be fetched.", "§5"),
      declare(.documentTooLarge, "The metadata document is larger than 64 KiB.", "§8.7"),
      declare(.documentUnreadable, "The metadata document is not a JSON object.", "§4"),
      declare(
        .documentOtherClient,
        "The client_id in the metadata document is not the document's address.", "§4",
        ["value", "actual"]),
      declare(
        .documentSecret, "The metadata document has a secret, or needs one.", "§4",
        ["value", "param"]),
      declare(
        .documentInvalid, "A member of the metadata document has a wrong value.", "§4",
        ["value", "param"]),
    ]
  }
}
