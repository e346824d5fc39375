/// What a client shows in any run.
extension Fault {
  static let passive: [Fault] = [
    .init(
      "parameter-twice", "native-code", breaks: "authz-no-duplicate-params",
      "sends ui_locales twice in one authorization request"),
    .init(
      "unknown-response-type", "native-code", breaks: "authz-response-type",
      "asks for a response type of its own invention"),
    .init(
      "fragment-in-redirect-uri", "native-code", breaks: "authz-redirect-no-fragment",
      "sends a redirect URI with a fragment"),
    .init(
      "no-redirect-uri", "native-code", breaks: "authz-redirect-sent",
      "leaves the redirect URI out of an authorization request"),
    .init(
      "two-spaces-in-scope", "native-code", breaks: "authz-scope-charset",
      "joins scopes by two spaces"),
    .init(
      "verifier-in-the-browser", "native-code", breaks: "authz-no-secret",
      "sends the code verifier by the browser, beside the challenge"),
    .init(
      "verifier-in-the-state", "native-code", breaks: "authz-no-secret",
      "packs the code verifier into its state"),
    .init(
      "nonce-of-the-clock", "native-code", breaks: "nonce-unique", "makes its nonce of the time"),
    .init(
      "token-by-the-browser", "native-code", breaks: "no-implicit",
      "asks for an access token in the callback"),
    .init(
      "unprotected-request", "native-code", breaks: "csrf-protection",
      "asks without state, nonce and challenge"),
    .init(
      "same-state-always", "native-code", breaks: "state-unique",
      "sends the same state in each run"),
    .init(
      "same-nonce-always", "native-code", breaks: "nonce-unique",
      "sends the same nonce in each run"),
    .init(
      "state-as-nonce", "native-code", breaks: "nonce-unique",
      "sends its state as the nonce too"),
    .init(
      "no-nonce-for-id-token", "native-code", breaks: "nonce-unless-code-flow",
      "asks for an ID token in the callback without a nonce"),
    .init(
      "no-openid", "native-code", breaks: "scope-openid",
      "forgets openid in a request for the user's name"),
    .init(
      "no-challenge", "native-code", breaks: "pkce-present", "asks for a code without a challenge"),
    .init(
      "plain-challenge", "native-code", breaks: "pkce-s256",
      "sends the verifier itself as the challenge"),
    .init(
      "plain-challenge-always", "native-code", breaks: "pkce-s256",
      "sends the verifier itself as the challenge each time, and redeems its codes with it"),
    .init(
      "short-verifier-always", "native-code", breaks: "pkce-verifier-charset",
      "makes verifiers of 20 characters each time, and redeems its codes with them"),
    .init(
      "no-verifier-always", "native-code", breaks: "pkce-verifier-matches",
      "redeems each code without its verifier"),
    .init(
      "token-twice-always", "native-code", breaks: "bearer-one-method",
      "sends the access token in the header and in the body of each call"),
    .init(
      "secret-never-encoded", "web-rp", breaks: "rp-secret-encoded", and: "token-basic-encoding",
      "joins id and secret for Basic without encoding them first, each time"),
    .init(
      "each-code-again", "native-code", breaks: "code-used-once",
      "sends each code a second time once it has its tokens"),
    .init(
      "both-ways-always", "web-rp", breaks: "token-one-auth-method",
      "sends its secret in the header and in the body of each request"),
    .init(
      "token-always-in-the-address", "native-code", breaks: "bearer-not-in-query",
      "puts the access token into the address of each call, and nowhere else"),
    .init(
      "short-verifier", "native-code", breaks: "pkce-verifier-charset",
      "makes verifiers of 20 characters"),
    .init(
      "other-verifier", "native-code", breaks: "pkce-verifier-matches",
      "redeems a code with a verifier that no challenge was made of"),
    .init(
      "same-verifier-always", "native-code", breaks: "pkce-verifier-unique",
      "uses the same verifier in each run"),
    .init(
      "verifier-of-the-state", "native-code", breaks: "pkce-verifier-unique",
      "makes its verifier of the state"),
    .init(
      "token-by-get", "native-code", breaks: "token-post", "asks the token endpoint by GET"),
    .init(
      "token-as-json", "native-code", breaks: "token-form-encoded",
      "sends a token request as JSON"),
    .init(
      "token-parameter-twice", "native-code", breaks: "token-no-duplicates",
      "sends a parameter of a token request twice"),
    .init(
      "refresh-token-in-the-address", "native-code", breaks: "token-no-query-credentials",
      "puts the refresh token into the address of a token request"),
    .init(
      "two-ways-to-authenticate", "web-rp", breaks: "token-one-auth-method",
      "sends its secret in the header and in the body of one request"),
    .init(
      "plain-credentials", "web-rp", breaks: "token-basic-encoding",
      "joins id and secret for Basic without encoding them first"),
    .init(
      "secret-in-the-body", "web-rp", breaks: "token-auth-as-registered",
      "sends its secret in the body, where it is registered for the header"),
    .init(
      "other-redirect-uri", "native-code", breaks: "token-redirect-identical",
      "redeems a code with another redirect URI than it asked with"),
    .init(
      "nameless-redemption", "native-code", breaks: "token-client-id-public",
      "redeems a code without saying which client it is"),
    .init(
      "code-again", "native-code", breaks: "code-used-once", "sends its code a second time"),
    .init(
      "password-grant", "native-code", breaks: "no-ropc",
      "asks for a token with a user's password"),
    .init(
      "token-in-the-body", "native-code", breaks: "bearer-header",
      "sends the access token in the body of a request"),
    .init(
      "token-twice", "native-code", breaks: "bearer-one-method",
      "sends the access token in the header and in the body of one request"),
    .init(
      "token-in-the-address", "native-code", breaks: "bearer-not-in-query",
      "puts the access token into an address"),
    .init(
      "code-in-the-referer", "native-code", breaks: "no-token-in-referer",
      "names its callback, code and all, as the Referer of the next request"),
    .init(
      "code-to-foreign-issuer", "native-code", breaks: "canary-elsewhere",
      "reports a callback of a foreign issuer to that issuer, with the code"),
    .init(
      "web-view", "native-code", breaks: "ua-embedded",
      "opens the sign-in page in a web view of its own"),
    .init(
      "token-on-the-screen", "native-code", breaks: "canary-stdout",
      "writes its access token to standard error"),
  ]
}
