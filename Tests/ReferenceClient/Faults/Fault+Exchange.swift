/// A service that exchanges a token.
extension Fault {
  private static let profile = "exchange"

  static let exchange: [Fault] = [
    .init(
      "exchanges-as-an-id-token", profile, breaks: "exch-happy",
      "says that the token which it was given is an ID token"),
    .init(
      "exchanges-by-heart", profile, breaks: "exch-discovery",
      "exchanges its token where it was told once, whatever the metadata say"),
    .init(
      "exchanges-for-anywhere", profile, breaks: "exch-target",
      "does not say where the new token is to be used"),
    .init(
      "subject-token-to-the-api", profile, breaks: "exch-no-passthrough",
      "calls the API with the token that it was given, too"),
    .init(
      "known-exchange-members-only", profile, breaks: "exch-unknown-members",
      "refuses a response with a member that it doesn't know"),
    .init(
      "exact-type-of-exchange", profile, breaks: "exch-type-case",
      "takes the type Bearer in one spelling alone"),
    .init(
      "takes-what-is-no-token", profile, breaks: "exch-type-na",
      "calls the API with what the server says is no access token"),
    .init(
      "takes-any-exchanged-type", profile, breaks: "exch-type-unknown",
      "takes a token of any type for a bearer token"),
    .init(
      "any-issued-token-type", profile, breaks: "exch-issued-type",
      "calls the API with a refresh token that it got in the place of an access token"),
    .init(
      "exchanged-as-asked", profile, breaks: "exch-scope-reduced",
      "takes all that it asked for as granted, whatever the response says"),
    .init(
      "subject-token-after-invalid_target", profile, breaks: "exch-invalid-target",
      "calls the API with the token that it was given when the exchange is refused"),
    .init(
      "tries-exchange-again", profile, breaks: "exch-invalid-request",
      "tries again and again when its token is refused"),
    .init(
      "subject-token-after-answered_500", profile, breaks: "exch-500",
      "calls the API with the token that it was given when the server is broken"),
    .init(
      "subject-token-after-answered_page", profile, breaks: "exch-html",
      "calls the API with the token that it was given when a page comes in the place of a token"),
    .init(
      "subject-token-after-answered_nothing", profile, breaks: "exch-no-token",
      "calls the API with the token that it was given when the response has none"),
    .init(
      "tries-exchange-for-ever", profile, breaks: "exch-reset",
      "tries again and again when its connection is reset"),
    .init(
      "takes-the-token-elsewhere", profile, breaks: "exch-redirect",
      "follows a redirect of the token endpoint with the token that it was given"),
    .init(
      "exchanges-once", profile, breaks: "exch-401",
      "gives up when the API refuses its new token"),
    .init(
      "exchanges-for-ever", profile, breaks: "exch-401-always",
      "exchanges its token again and again as long as the API refuses the new one"),
  ]
}
