/// Conditions of the requests that a browser sends to an identity provider for FedCM.
extension Condition {
  package static let fetchDestinationWrong = Condition("fetch_destination_wrong")
  package static let accountUnknown = Condition("account_unknown")

  static let fedCMDeclarations: [Declaration] = [
    declare(
      .fedCM, .fetchDestinationWrong,
      "The header Sec-Fetch-Dest is not webidentity: a page or a program sent the request, and not the browser itself.",
      ["value"], "FedCM, The Sec-Fetch-Dest Header"),
    declare(
      .fedCM, .contentTypeUnsupported, "The body is not a form.", ["value"], assertion),
    declare(.fedCM, .bodyUnreadable, "The body is not UTF-8.", [], assertion),
    declare(
      .fedCMClient, .clientMissing, "The request names no client.", [], metadata, about("client_id")
    ),
    declare(
      .fedCMClient, .clientUnknown, "No client with this ID is registered.", ["value"], metadata,
      about("client_id")),
    declare(
      .fedCMClient, .originForbidden,
      "The Origin header is missing, or is not an origin of the client's redirect URIs.", ["value"],
      assertion),
    declare(
      .fedCMSession, .notSignedIn, "Nobody is signed in in this browser.", [],
      "FedCM, Accounts endpoint"),
    declare(
      .fedCMAccount, .parameterMissing, "A parameter is missing.", ["param"], assertion),
    declare(
      .fedCMAccount, .parameterInvalid, "A parameter has a wrong value.", ["param", "value"],
      assertion),
    declare(
      .fedCMAccount, .accountUnknown, "The account is not the one that is signed in.", ["value"],
      assertion),
    declare(
      .fedCMAccount, .responseTypeNotAllowed,
      "The response types of the client lack id_token.", ["value"], assertion),
    declare(
      .fedCMAccount, .grantNotAllowed, "The grant types of the client lack implicit.", ["value"],
      assertion),
    declare(
      .fedCMAccount, .scopeNotAllowed, "The client may not ask for the scope of the ID token.",
      ["value"], assertion),
    declare(
      .fedCMAccount, .userDenied, "The person refuses every consent.", [], assertion),
    declare(
      .fedCMAccount, .serverError, "The provider breaks down; only a rule brings it about.", [],
      assertion),
    declare(
      .fedCMAccount, .temporarilyUnavailable,
      "The provider has too much to do; only a rule brings it about.", [], assertion),
  ]

  private static let metadata = "FedCM, Client Metadata"
  private static let assertion = "FedCM, Identity assertion endpoint"
}
