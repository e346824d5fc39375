/// A client that registers itself.
extension Fault {
  private static let profile = "registration"

  static let registration: [Fault] = [
    .init(
      "uses-a-client-id-of-its-own", profile, breaks: "dcr-happy",
      "registers, and signs in with a client_id that it made up"),
    .init(
      "register-endpoint-by-heart", profile, breaks: "dcr-endpoint",
      "registers at /register of its issuer, whatever the metadata say"),
    .init(
      "registers-where-it-guesses", profile, breaks: "dcr-no-endpoint",
      "registers at /register of its issuer where the metadata name no endpoint"),
    .init(
      "registers-by-a-form-too", profile, breaks: "dcr-json",
      "registers a second time by a form"),
    .init(
      "registers-a-fragment-too", profile, breaks: "dcr-redirect-uris",
      "registers a second time, with a redirect URI that has a fragment"),
    .init(
      "asks-for-unfitting-grants", profile, breaks: "dcr-consistent",
      "registers a second time, for tokens in the callback and without their grant type"),
    .init(
      "no-application-type", profile, breaks: "dcr-application-type",
      "registers a loopback address without application_type"),
    .init(
      "secret-in-the-metadata", profile, breaks: "dcr-plain-metadata",
      "sends a secret that is the same in each copy with its metadata"),
    .init(
      "registers-twice", profile, breaks: "dcr-once", "registers twice in one run"),
    .init(
      "initial-token-for-everything", profile, breaks: "dcr-initial-access-token",
      "reads its registration with its initial access token"),
    .init(
      "known-registration-members-only", profile, breaks: "dcr-unknown-members",
      "refuses a registration response with a member that it doesn't know"),
    .init(
      "no-null-members", profile, breaks: "dcr-empty-members",
      "refuses a registration response with a member that is null"),
    .init(
      "needs-a-registration-token", profile, breaks: "dcr-no-management",
      "refuses a registration response without registration_access_token"),
    .init(
      "needs-its-metadata-back", profile, breaks: "dcr-bare-response",
      "refuses a registration response that does not repeat its redirect URIs"),
    .init(
      "basic-whatever-is-registered", profile, breaks: "dcr-replaced-auth-method",
      "sends its secret in the header where it is registered for the body"),
    .init(
      "own-redirect-whatever-is-registered", profile, breaks: "dcr-replaced-redirect",
      "uses its own redirect URI where another one was registered"),
    .init(
      "asks-for-more-than-registered", profile, breaks: "dcr-replaced-scope",
      "asks for scopes that it is not registered for"),
    .init(
      "signs-in-without-the-grant", profile, breaks: "dcr-replaced-grants",
      "opens the browser although it is not registered for authorization_code"),
    .init(
      "forgets-its-secret", profile, breaks: "dcr-secret-happy",
      "sends no secret where it is registered for the header"),
    .init(
      "zero-is-the-past", profile, breaks: "dcr-secret-never-expires",
      "takes a secret that never expires for one that has expired in 1970"),
    .init(
      "uses-expired-secrets", profile, breaks: "dcr-secret-expired",
      "sends a secret that has expired"),
    .init(
      "registered-secret-unencoded", profile, breaks: "dcr-secret-encoded",
      "puts a secret into the header without encoding it first"),
    .init(
      "signs-in-after-invalid_client_metadata", profile,
      breaks: "dcr-error-invalid_client_metadata",
      "makes a client_id up where its metadata was refused"),
    .init(
      "signs-in-after-invalid_redirect_uri", profile, breaks: "dcr-error-invalid_redirect_uri",
      "makes a client_id up where its redirect URI was refused"),
    .init(
      "signs-in-after-invalid_software_statement", profile,
      breaks: "dcr-error-invalid_software_statement",
      "makes a client_id up where its software statement was refused"),
    .init(
      "signs-in-without-initial-token", profile, breaks: "dcr-initial-token-missing",
      "makes a client_id up where it may not register"),
    .init(
      "registers-for-ever-after-500", profile, breaks: "dcr-500",
      "registers seven times where the server answers 500"),
    .init(
      "signs-in-after-a-page", profile, breaks: "dcr-html",
      "makes a client_id up where a page came in the place of its registration"),
    .init(
      "signs-in-without-client-id", profile, breaks: "dcr-no-client-id",
      "makes a client_id up where it was given none"),
    .init(
      "registers-for-ever", profile, breaks: "dcr-deleted-client",
      "registers five times more where the server does not know it any more"),
    .init(
      "registers-at-each-start", profile, breaks: "dcr-kept",
      "registers in each run, whatever it has kept"),
    .init(
      "one-client-id-for-all", profile, breaks: "dcr-per-issuer",
      "uses the client_id of one issuer at another"),
    .init(
      "registration-token-on-the-screen", profile, breaks: "dcr-registration-token",
      "writes its registration access token to standard error"),
    .init(
      "keeps-the-first-registration-token", profile, breaks: "dcr-newest-token",
      "uses its first registration access token after a new one came"),
    .init(
      "updates-one-member-alone", profile, breaks: "dcr-update",
      "leaves its redirect URIs out of an update"),
  ]
}
