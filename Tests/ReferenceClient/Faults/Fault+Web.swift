/// A website that people sign in to: the flow, the browser, its pages.
extension Fault {
  static let web: [Fault] = webFlow + webTokens

  private static let profile = "web-rp"

  private static let webFlow: [Fault] =
    [
      .init(
        "signs-in-by-code-alone", profile, breaks: "rp-happy-code",
        "takes a code for a sign-in and redeems it nowhere"),
      .init(
        "one-user-only", profile, breaks: "rp-happy-second",
        "signs in the first user alone"),
      .init(
        "secret-to-the-colon", profile, breaks: "rp-secret-encoded",
        "cuts its secret at a colon"),
      .init(
        "no-claims-by-scope", profile, breaks: "rp-scope-claims",
        "asks for openid alone where it is told to ask for an address"),
      .init(
        "asks-by-query", profile, breaks: "rp-form-post",
        "never asks for form_post, whatever it is told"),
      .init(
        "trips-over-posted-error", profile, breaks: "rp-form-post-error",
        "answers 500 to an error that comes by POST"),
      .init(
        "any-browser", profile, breaks: "rp-login-csrf",
        "takes a callback from a browser that has not begun the sign-in"),
      .init(
        "web-state-by-its-beginning", profile, breaks: "rp-state-shorter",
        "takes a state that the one that it sent begins with"),
      .init(
        "web-state-within", profile, breaks: "rp-state-longer",
        "takes a state that begins with the one that it sent"),
      .init(
        "web-state-in-any-case", profile, breaks: "rp-state-case",
        "compares the state without regard to case"),
      .init(
        "web-first-of-two", profile, breaks: "rp-callback-twice-code",
        "takes the first of two codes"),
      .init(
        "web-any-issuer", profile, breaks: "rp-iss-mismatch",
        "takes the callback of another issuer"),
      .init(
        "web-issuer-optional", profile, breaks: "rp-iss-missing",
        "takes a callback that does not name its issuer, as was promised"),
      .init(
        "web-any-token-type", profile, breaks: "rp-token-type-unknown",
        "uses tokens of whatever type as bearer tokens"),
      .init(
        "session-before-redemption", profile, breaks: "rp-code-refused",
        "signs its user in before the code is redeemed"),
      .init(
        "web-waits-for-ever", profile, breaks: "rp-token-silent",
        "waits for an answer as long as it takes"),
      .init(
        "web-follows-token-redirect", profile, breaks: "rp-token-redirect-307",
        "carries its code to where a redirect leads"),
      .init(
        "state-of-the-cookie", profile, breaks: "rp-state-missing",
        "does without a state where the browser has begun a sign-in"),
      .init(
        "session-for-replay", profile, breaks: "rp-callback-replay",
        "opens another session for a callback that it has had"),
      .init(
        "same-session-id", profile, breaks: "rp-session-fixation",
        and: "rp-session-fixation-again",
        "keeps the session id of before the sign-in"),
      .init(
        "old-session-id-stays", profile, breaks: "rp-session-fixation",
        "gives a new session id at the sign-in, and signs the old one in too"),
      .init(
        "hint-forgotten", profile, breaks: "rp-3rd-party-login",
        "leaves the login_hint of a third party behind"),
      .init(
        "visits-any-issuer", profile, breaks: "rp-3rd-party-login-other",
        "reads the metadata of whatever issuer a link names"),
      .init(
        "any-target-link", profile, breaks: "rp-3rd-party-login-target",
        "sends the user to whatever target_link_uri names"),
      .init(
        "page-at-callback", profile, breaks: "rp-callback-clean",
        "shows its page at the callback, with the code in the address"),
      .init(
        "callback-by-post", profile, breaks: "rp-callback-post",
        "reads the query of a POST to its callback"),
      .init(
        "callback-by-head", profile, breaks: "rp-callback-head",
        "redeems the code of a HEAD request"),
      .init(
        "callback-by-put", profile, breaks: "rp-callback-put", "redeems the code of a PUT request"),
      .init(
        "no-discovery", profile, breaks: "rp-discovery-config",
        "never reads the metadata of its provider"),
      .init(
        "guesses-keys", profile, breaks: "rp-discovery-jwks-uri",
        "looks at first for the keys where they are mostly"),
      .init(
        "any-metadata", profile, breaks: "rp-discovery-issuer-mismatch",
        "takes the metadata of another issuer"),
      .init(
        "metadata-without-slash", profile, breaks: "rp-discovery-slash",
        "compares the issuer of metadata without the slash at its end"),
      .init(
        "falls-back-after-404", profile, breaks: "rp-discovery-404",
        "goes on with what it was told where there is no metadata"),
      .init(
        "falls-back-after-500", profile, breaks: "rp-discovery-500",
        "goes on with what it was told where the metadata can't be read"),
      .init(
        "dies-of-a-redirect", profile, breaks: "rp-discovery-redirect",
        "crashes where the metadata has moved"),
      .init(
        "two-slashes-are-own", profile, breaks: "rp-open-redirect",
        "takes an address that begins with two slashes for a path of its own"),
      .init(
        "backslash-is-own", profile, breaks: "rp-open-redirect-backslash",
        "takes an address that begins with slash and backslash for a path of its own"),
      .init(
        "scheme-without-slashes-is-own", profile, breaks: "rp-open-redirect-scheme",
        "takes https:HOST for a path of its own"),
      .init(
        "other-sites-are-own", profile, breaks: "rp-open-redirect-absolute",
        "takes any address with https for one of its own"),
      .init(
        "own-host-is-a-prefix", profile, breaks: "rp-open-redirect-host",
        "takes whatever begins with its own host for a place of its own"),
      .init(
        "own-host-before-at", profile, breaks: "rp-open-redirect-userinfo",
        "takes what stands before an @ for the host of an address"),
      .init(
        "next-from-callback", profile, breaks: "rp-open-redirect-callback",
        "goes on to whatever next says in a callback"),
      .init(
        "raw-description", profile, breaks: "rp-error-xss",
        "shows error_description as it came"),
      .init(
        "quotes-in-description", profile, breaks: "rp-error-xss",
        "leaves the quotes in error_description as they are, and puts it into an attribute"),
      .init(
        "raw-state", profile, breaks: "rp-error-xss-state", "shows an unknown state as it came"),
      .init(
        "raw-claims", profile, breaks: "rp-error-xss-claims",
        "shows the user's name as it came"),
      .init(
        "quotes-in-claims", profile, breaks: "rp-error-xss-claims",
        "leaves the quotes in the user's name as they are, and puts it into an attribute"),
      .init(
        "claims-in-a-script", profile, breaks: "rp-error-xss-claims",
        "puts the user's name into a script, with its quotes escaped and its tags as they are"),
      .init(
        "stays-at-provider", profile, breaks: "rp-logout-happy",
        "signs out here and not at the provider"),
      .init(
        "stays-without-state", profile, breaks: "rp-logout-no-state",
        "ends its session only when a state comes back from the sign-out"),
      .init(
        "stays-with-another-state", profile, breaks: "rp-logout-other-state",
        "ends its session only when no other state comes back from the sign-out"),
    ]
    + ["id_token", "id_token token", "code id_token", "code token", "code id_token token"].map {
      let name = $0.split(separator: " ").joined(separator: "-")
      return .init(
        "code-instead-of-\(name)", profile, breaks: "rp-happy-\(name)",
        "asks for a code where it is told to ask for \($0)")
    }
}
