/// Code with PKCE in a program.
extension Fault {
  private static let profile = "native-code"

  static let native: [Fault] =
    [
      .init(
        "no-userinfo", profile, breaks: "code-happy", "never asks userinfo who has signed in"),
      .init(
        "known-parameters-only", profile, breaks: "code-unknown-params",
        "refuses a callback with a parameter that it doesn't know"),
      .init(
        "any-state", profile, breaks: "code-state-mismatch",
        "takes another state than it sent where the issuer is the right one"),
      .init(
        "state-optional", profile, breaks: "code-state-missing",
        "compares the state only where there is one"),
      .init(
        "first-of-two", profile, breaks: "code-duplicate-params",
        "takes the first of two codes"),
      .init(
        "code-before-error", profile, breaks: "code-error-and-code",
        "takes a code, whatever error stands beside it"),
      .init(
        "takes-what-comes", profile, breaks: "code-unsolicited",
        "redeems the code of a callback that names neither its issuer nor its own state"),
      .init(
        "short-code-fallback", profile, breaks: "code-injection",
        "asks for a token of its own where a code was refused that is not of the usual length"),
      .init(
        "issuer-not-first", profile, breaks: "iss-match",
        "refuses a callback that begins with iss"),
      .init(
        "issuer-always", profile, breaks: "iss-absent-unadvertised",
        "asks for iss where the server never promised one"),
      .init(
        "any-issuer", profile, breaks: "iss-mismatch", "takes the code of another issuer"),
      .init(
        "issuer-optional", profile, breaks: "iss-missing-advertised",
        "compares the issuer only where there is one"),
      .init(
        "issuer-without-slash", profile, breaks: "iss-normalised",
        "compares issuers without the slash at their end"),
      .init(
        "error-before-issuer", profile, breaks: "iss-mismatch-in-error",
        "reads the error before it looks who sent it"),
      .init(
        "any-path", profile, breaks: "mixup-two-issuers",
        "takes a callback at whatever path it comes to"),
      .init(
        "challenge-refused-fallback", profile, breaks: "pkce-downgrade-error",
        "asks for a token of its own where its challenge is refused"),
    ]
    + [
      "access_denied", "unauthorized_client", "invalid_request", "invalid_scope",
      "unsupported_response_type", "server_error", "temporarily_unavailable",
    ].map { error in
      .init(
        "goes-on-after-\(error)", profile, breaks: "code-error-\(error)",
        "asks for a token of its own when it is told \(error)")
    }
}
