/// The implicit grant in an app.
extension Fault {
  private static let profile = "implicit-native"

  static let implicit: [Fault] =
    [
      .init("calls-nothing", profile, breaks: "impl-happy", "never calls the API"),
      .init(
        "implicit-known-parameters-only", profile, breaks: "impl-unknown-params",
        "refuses a callback with a parameter that it doesn't know"),
      .init(
        "state-not-first", profile, breaks: "impl-param-order",
        "refuses a callback that begins with the state"),
      .init(
        "decodes-twice", profile, breaks: "impl-pct-encoding", "decodes the token a second time"),
      .init(
        "buffer-of-4k", profile, breaks: "impl-token-4k",
        "loses the last byte of a token that fills its buffer of 4 KiB"),
      .init(
        "buffer-of-8k", profile, breaks: "impl-token-16k", "cuts tokens after 8 KiB"),
      .init(
        "implicit-exact-token-type", profile, breaks: "impl-token-type-case",
        "knows the token type in two spellings alone"),
      .init(
        "implicit-any-token-type", profile, breaks: "impl-token-type-unknown",
        "uses tokens of whatever type as bearer tokens"),
      .init(
        "dies-without-token-type", profile, breaks: "impl-token-type-missing",
        "crashes where the token has no type"),
      .init(
        "implicit-lifetime-needed", profile, breaks: "impl-expires-missing",
        "refuses a token that doesn't say how long it lives"),
      .init(
        "dies-of-soon", profile, breaks: "impl-expires-string",
        "crashes where the lifetime is no number"),
      .init(
        "dies-of-zero", profile, breaks: "impl-expires-zero", at: ["trap-vk-7"],
        "crashes where the lifetime is zero"),
      .init(
        "dies-of-a-long-life", profile, breaks: "impl-expires-huge",
        "crashes where the lifetime is no 64-bit number"),
      .init(
        "dies-of-the-past", profile, breaks: "impl-expires-negative",
        "crashes where the lifetime is negative"),
      .init(
        "implicit-any-state", profile, breaks: "impl-state-mismatch",
        "takes another state than it sent where the issuer is the right one"),
      .init(
        "implicit-state-optional", profile, breaks: "impl-state-missing",
        "compares the state only where there is one"),
      .init(
        "implicit-state-by-its-beginning", profile, breaks: "impl-state-shorter",
        "takes a state that the one that it sent begins with"),
      .init(
        "implicit-state-within", profile, breaks: "impl-state-longer",
        "takes a state that begins with the one that it sent"),
      .init(
        "implicit-state-in-any-case", profile, breaks: "impl-state-case",
        "compares the state without regard to case"),
      .init(
        "undecoded-state", profile, breaks: "impl-state-echo-encoded",
        "compares the state as it stands in the address, undecoded"),
      .init(
        "takes-any-token", profile, breaks: "impl-unsolicited-callback",
        "takes the token of a callback that names neither its issuer nor its own state"),
      .init(
        "fragments-only", profile, breaks: "impl-error-in-query", at: ["trap-vk-4", "trap-oclc-1"],
        "knows no other refusal than one in the fragment"),
      .init(
        "goes-on-after-markup", profile, breaks: "impl-error-html",
        "goes on to the API where the refusal is described in HTML"),
      .init(
        "opens-error-uri", profile, breaks: "impl-error-uri-scheme",
        "opens whatever address an error brings"),
      .init(
        "reports-all-scopes", profile, breaks: "impl-scope-reduced",
        "takes all that it asked for as granted, whatever the callback says"),
      .init(
        "token-in-query", profile, breaks: "impl-token-in-query", at: ["trap-ig-11"],
        "takes a token that stands in the query"),
      .init(
        "takes-each-callback", profile, breaks: "impl-callback-twice",
        at: ["trap-vk-13", "trap-b2c-2"],
        "signs in once more when its callback comes again"),
      .init(
        "code-as-token", profile, breaks: "impl-code-instead", "takes a code for a token"),
      .init(
        "any-apps-token", profile, breaks: "impl-token-substitution",
        "never asks whom a token was handed out to"),
      .init(
        "calls-after-closed-page", profile, breaks: "impl-user-cancel",
        at: ["trap-vk-12", "trap-oclc-14"],
        "goes on to the API when the user closes the page"),
      .init(
        "signs-in-once", profile, breaks: "impl-session-cookie", at: ["trap-b2c-16"],
        "refuses a sign-in after the first"),
      .init(
        "calls-after-broken-page", profile, breaks: "impl-login-500",
        "goes on to the API when the provider's page breaks"),
    ]
    + [
      "access_denied", "unauthorized_client", "invalid_request", "invalid_scope",
      "unsupported_response_type", "server_error", "temporarily_unavailable", "vendor_thing",
    ].map { error in
      .init(
        "calls-after-\(error)", profile,
        breaks: "impl-error-\(error == "vendor_thing" ? "unknown-code" : error)",
        "goes on to the API when it is told \(error)")
    }
}
