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
        "state-by-its-beginning", profile, breaks: "code-state-shorter",
        "takes a state that the one that it sent begins with"),
      .init(
        "state-within", profile, breaks: "code-state-longer",
        "takes a state that begins with the one that it sent"),
      .init(
        "state-in-any-case", profile, breaks: "code-state-case",
        "compares the state without regard to case"),
      .init(
        "first-of-two-states", profile, breaks: "code-duplicate-state",
        "takes the first of two states"),
      .init(
        "state-trimmed", profile, breaks: "code-state-spaced",
        "trims the state before it is compared"),
      .init(
        "last-of-two-states", profile, breaks: "code-duplicate-state-second",
        "takes the last of two states"),
      .init(
        "issuer-where-advertised", profile, breaks: "iss-mismatch-unadvertised",
        "looks at iss only where the metadata promises it"),
      .init(
        "challenge-as-listed", profile, breaks: "pkce-plain-listed", and: "pkce-s256",
        "sends a plain challenge where the metadata lists no other method"),
      .init(
        "challenge-where-listed", profile, breaks: "pkce-unlisted", and: "pkce-present",
        "leaves PKCE out where the metadata does not list its methods"),
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
        "foreign-code-fallback", profile, breaks: "code-injection",
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
        "issuer-in-any-case", profile, breaks: "iss-case",
        "compares issuers without regard to case"),
      .init(
        "error-before-issuer", profile, breaks: "iss-mismatch-in-error",
        "reads the error before it looks who sent it"),
      .init(
        "any-path", profile, breaks: "mixup-two-issuers", and: "native-callback-path",
        and: "native-callback-path-longer",
        "takes a callback at whatever path it comes to"),
      .init(
        "any-method", profile, breaks: "native-callback-post",
        "takes a callback by whatever method it comes"),
      .init(
        "native-waits-for-ever", profile, breaks: "token-silent",
        "waits for an answer as long as it takes"),
      .init(
        "challenge-refused-fallback", profile, breaks: "pkce-downgrade-error",
        "asks for a token of its own where its challenge is refused"),
      .init("code-of-1k", profile, breaks: "code-2k", "cuts codes after 1024 characters"),
      .init(
        "short-scheme", profile, breaks: "native-scheme-reverse-dns",
        "comes back by a scheme without a dot"),
      .init(
        "named-loopback", profile, breaks: "native-loopback-literal",
        "calls its listener localhost"),
      .init(
        "listens-to-the-network", profile, breaks: "native-loopback-bind",
        "listens at all addresses of the machine"),
      .init(
        "leaves-its-port-open", profile, breaks: "native-loopback-closed-after",
        "leaves a child behind that goes on listening at its port"),
      .init(
        "listens-to-the-end", profile, breaks: "native-loopback-closed-after",
        "goes on listening at its port until it ends"),
      .init(
        "noise-is-the-callback", profile, breaks: "native-loopback-noise",
        "gives up when a browser asks its listener for an icon"),
      .init(
        "secret-in-the-app", profile, breaks: "native-no-shared-secret",
        "sends a secret that each copy of the app has"),
      .init(
        "no-userinfo-after-refresh", profile, breaks: "refresh-happy",
        "does without userinfo where it would have to refresh its token for it first"),
      .init(
        "keeps-first-refresh-token", profile, breaks: "refresh-rotated",
        "goes on with its first refresh token, whatever came with a new one"),
      .init(
        "refreshes-once", profile, breaks: "refresh-rotated", and: "refresh-kept",
        "gives up where the first new token is refused, too"),
      .init(
        "forgets-refresh-token", profile, breaks: "refresh-kept",
        "loses its refresh token where the answer brings no other"),
      .init(
        "asks-for-all-again", profile, breaks: "refresh-scope",
        "asks at a refresh for all that it had asked for at first"),
      .init(
        "tries-refused-token-again", profile, breaks: "refresh-invalid-grant",
        "sends a refused refresh token once more"),
      .init(
        "known-members-only", profile, breaks: "token-unknown-fields",
        "refuses a token answer with a member that it doesn't know"),
      .init(
        "exact-token-type", profile, breaks: "token-type-case",
        "knows the token type only as the RFC spells it"),
      .init(
        "any-token-type", profile, breaks: "token-type-unknown",
        "uses tokens of whatever type as bearer tokens"),
      .init(
        "token-type-by-its-beginning", profile, breaks: "token-type-near",
        "takes a token whose type begins with Bearer for a bearer token"),
      .init(
        "lifetime-needed", profile, breaks: "token-no-expires",
        "refuses a token that doesn't say how long it lives"),
      .init(
        "lifetime-as-number", profile, breaks: "token-expires-string",
        "refuses an expires_in in quotes"),
      .init(
        "lifetime-in-whole-seconds", profile, breaks: "token-expires-float",
        "refuses an expires_in with a fraction"),
      .init(
        "claims-what-it-asked", profile, breaks: "token-scope-reduced",
        "takes all that it asked for as granted, whatever the answer says"),
      .init(
        "scope-needed", profile, breaks: "token-scope-absent",
        "refuses a token answer without scope"),
      .init(
        "goes-on-after-a-page", profile, breaks: "token-html-200",
        "asks for a token of its own where a page came instead of one"),
      .init(
        "goes-on-after-nothing", profile, breaks: "token-empty",
        "asks for a token of its own where nothing came"),
      .init(
        "goes-on-after-half-an-answer", profile, breaks: "token-truncated",
        "asks for a token of its own where half an answer came"),
      .init(
        "goes-on-after-a-megabyte", profile, breaks: "token-1MiB",
        "asks for a token of its own where more came than it reads"),
      .init(
        "goes-on-after-a-deep-answer", profile, breaks: "token-deep-json",
        "asks for a token of its own where an answer is nested too deep"),
      .init(
        "one-spelling-of-json", profile, breaks: "token-charset",
        "knows JSON only by the usual letters of its media type"),
      .init(
        "waits-for-nobody", profile, breaks: "token-503-retry-after",
        "comes back at once when it is told to come back later"),
      .init(
        "tries-for-ever", profile, breaks: "token-reset", and: "code-used-once",
        "tries six times when its connection breaks"),
      .init(
        "impatient", profile, breaks: "token-slow-drip",
        "gives up an answer that takes its time"),
      .init(
        "goes-on-after-redirect", profile, breaks: "token-redirect-307",
        "calls userinfo with a token of its own making where the token endpoint redirects"),
    ]
    + [
      "access_denied", "unauthorized_client", "invalid_request", "invalid_scope",
      "unsupported_response_type", "server_error", "temporarily_unavailable",
    ].map { error in
      .init(
        "goes-on-after-\(error)", profile, breaks: "code-error-\(error)",
        "asks for a token of its own when it is told \(error)")
    }
    + [
      "invalid_grant", "invalid_client", "unauthorized_client", "invalid_scope",
      "unsupported_grant_type", "vendor_thing",
    ].map { error in
      .init(
        "goes-on-after-token-error-\(error)", profile,
        breaks: "token-error-\(error == "vendor_thing" ? "unknown" : error)",
        "asks for a token of its own when its code is refused with \(error)")
    }
}
