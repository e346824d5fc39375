/// A client of an API, and its tokens.
extension Fault {
  private static let profile = "resource"

  static let resource: [Fault] = [
    .init("makes-no-call", profile, breaks: "rc-happy", "signs in, and never calls the API"),
    .init(
      "tries-old-token-again", profile, breaks: "rc-401-refresh-once",
      "tries a refused token once more before it gets a new one"),
    .init(
      "never-gives-up", profile, breaks: "rc-401-forever",
      "gets a new token each time that one is refused"),
    .init(
      "refreshes-for-scope", profile, breaks: "rc-403-scope",
      "gets a new token where the old one lacks a scope"),
    .init(
      "refreshes-for-mistakes", profile, breaks: "rc-400",
      "gets a new token where its call was malformed"),
    .init(
      "no-https", profile, breaks: "rc-tls-happy", "speaks plain HTTP alone"),
    .init(
      "expired-is-good", profile, breaks: "rc-tls-expired", "takes a certificate that has expired"),
    .init(
      "any-host", profile, breaks: "rc-tls-wrong-host", and: "rc-tls-resource",
      "takes a certificate of another host"),
    .init(
      "any-host-at-resource", profile, breaks: "rc-tls-resource",
      "takes a certificate of another host at the API"),
    .init(
      "any-ca", profile, breaks: "rc-tls-untrusted-root", "takes a certificate of whatever CA"),
    .init(
      "own-key-is-good", profile, breaks: "rc-tls-self-signed",
      "takes a certificate that is signed by its own key"),
    .init(
      "any-intermediate", profile, breaks: "rc-tls-missing-intermediate",
      "takes a certificate whose signer calls itself an intermediate CA"),
    .init(
      "any-version", profile, breaks: "rc-tls-tls1.0", "speaks TLS 1.0 where it is asked to"),
    .init(
      "follows-to-plain-http", profile, breaks: "rc-redirect-downgrade",
      "takes its token along when it is redirected from https to http"),
    .init(
      "refresh-token-to-the-api", profile, breaks: "canary-elsewhere",
      "shows its refresh token to the API too"),
    .init("revokes-nothing", profile, breaks: "rc-revoke-on-logout", "gives no token back"),
    .init(
      "goes-on-after-invalid_target", profile, breaks: "res-indicator-invalid-target",
      "asks for a token of its own when it is told invalid_target"),
    .init(
      "short-lives-refused", profile, breaks: "rc-expiry-proactive",
      "refuses tokens that live for less than a minute"),
    .init(
      "no-life-refused", profile, breaks: "rc-expiry-zero",
      "refuses tokens whose lifetime is zero"),
    .init(
      "no-skew", profile, breaks: "rc-expiry-skew",
      "refuses ID tokens of a server whose clock is minutes behind"),
    .init(
      "each-for-itself", profile, breaks: "rc-refresh-single-flight",
      "refreshes in each call that finds its token refused"),
    .init(
      "no-turns", profile, breaks: "rc-refresh-two-processes",
      "refreshes while another process refreshes with the same token"),
    .init(
      "keeps-one-refresh-token", profile, breaks: "rc-refresh-persist", and: "rc-refresh-rotated",
      "keeps the refresh token of its sign-in, and none after it"),
    .init(
      "loses-refresh-token", profile, breaks: "rc-refresh-kept",
      "has no refresh token any more where the answer brings no other"),
    .init(
      "keeps-token-of-sign-in", profile, breaks: "rc-refresh-rotated",
      "sends the refresh token of its sign-in again where it got a newer one"),
    .init(
      "refreshes-no-second-time", profile, breaks: "rc-refresh-rotated",
      "refreshes once, and refuses where the new token is refused too"),
    .init(
      "waits-for-ever", profile, breaks: "rc-silent", "waits for an answer as long as it takes"),
    .init(
      "refreshes-at-once-after-503", profile, breaks: "rc-refresh-503",
      "refreshes again at once when the server is too busy"),
    .init(
      "refreshes-at-once-after-429", profile, breaks: "rc-refresh-429",
      "refreshes again at once when it asked too often"),
    .init(
      "lost-answers-for-ever", profile, breaks: "rc-refresh-lost-response", and: "rc-refresh-reset",
      "refreshes eight times where the answer is lost"),
    .init(
      "first-challenge-only", profile, breaks: "rc-challenge-parse",
      "looks for its challenge at the beginning of the first field alone"),
    .init(
      "follows-with-authorization", profile, breaks: "rc-redirect-cross-origin",
      "follows a redirect to another origin with an Authorization header"),
    .init(
      "calls-again-after-reset", profile, breaks: "rc-fault-reset",
      "calls again forty times where the connection was reset"),
    .init(
      "calls-again-after-silence", profile, breaks: "rc-fault-empty",
      "calls again forty times where the connection was closed without an answer"),
    .init(
      "calls-again-after-garbage", profile, breaks: "rc-fault-garbage",
      "calls again forty times where the answer is no JSON"),
    .init(
      "calls-again-after-half", profile, breaks: "rc-fault-limit-data",
      "calls again forty times where the answer broke off"),
    .init(
      "impatient-with-api", profile, breaks: "rc-fault-slow-drip",
      "gives up an answer of the API that takes its time"),
    .init(
      "trips-over-single-bytes", profile, breaks: "rc-fault-slicer",
      "takes a single byte of an answer for the whole"),
  ]
}
