/// Pushed requests, proofs of possession, and JWTs that authenticate.
extension Fault {
  private static let profile = "sender-constrained"

  static let senderConstrained: [Fault] = pushing + proving + signing

  private static let pushing: [Fault] = [
    .init(
      "signs-with-a-key-of-its-own", profile, breaks: "sc-happy",
      "authenticates with a key that nobody has registered"),
    .init(
      "pushes-where-it-may", profile, breaks: "par-required",
      "sends its request by the browser where it has to push it"),
    .init(
      "keeps-its-request-uri", profile, breaks: "par-once",
      "uses the request_uri of its first run in the next one"),
    .init(
      "known-push-members-only", profile, breaks: "par-unknown-members",
      "refuses the response of a push with a member that it doesn't know"),
    .init(
      "by-the-browser-after-refusal", profile, breaks: "par-error",
      "sends its request by the browser when its push is refused"),
    .init(
      "by-the-browser-without-uri", profile, breaks: "par-no-uri",
      "sends its request by the browser when it is given no request_uri"),
    .init(
      "scope-beside-request-uri", profile, breaks: "par-minimal",
      "sends scope by the browser, beside the request_uri"),
    .init(
      "pushes-without-credentials", profile, breaks: "par-auth",
      "authenticates its token requests alone"),
  ]

  private static let proving: [Fault] = [
    .init(
      "proof-of-another-type", profile, breaks: "dpop-typ", "sends a proof of the type JWT"),
    .init(
      "private-key-in-the-proof", profile, breaks: "dpop-jwk",
      "puts its private key into the header of a proof"),
    .init(
      "proof-by-hmac", profile, breaks: "dpop-alg",
      "signs a proof by HS256, with its public key as the secret"),
    .init(
      "proof-for-another-method", profile, breaks: "dpop-htm", "sends a proof for POST with a GET"),
    .init(
      "query-in-the-proof", profile, breaks: "dpop-htu",
      "puts the whole address into a proof, with its query"),
    .init(
      "proof-without-hash", profile, breaks: "dpop-ath",
      "sends an access token with a proof that has no ath"),
    .init(
      "same-proof-id-always", profile, breaks: "dpop-jti-unique",
      "sends a proof with the same jti in each run"),
    .init(
      "proof-of-yesterday", profile, breaks: "dpop-iat-fresh", "sends a proof that is a day old"),
    .init(
      "bound-token-as-bearer", profile, breaks: "dpop-scheme",
      "sends a bound access token with the scheme Bearer"),
    .init(
      "takes-bearer-for-dpop", profile, breaks: "dpop-bearer-downgrade",
      "goes on when its token is of the type Bearer"),
    .init(
      "dpop-as-written", profile, breaks: "dpop-token-type-case",
      "takes no token type but DPoP in these very letters"),
    .init(
      "scheme-as-written", profile, breaks: "dpop-scheme-case",
      "reads no challenge whose scheme is written in small letters"),
    .init(
      "new-key-after-refusal", profile, breaks: "dpop-refresh-key",
      "takes another key when its access token is refused"),
    .init(
      "foreign-dpop-jkt", profile, breaks: "dpop-jkt",
      "sends the thumbprint of another key than its own"),
    .init(
      "no-nonces-at-the-token-endpoint", profile, breaks: "dpop-as-nonce",
      "gives up when the token endpoint demands a nonce"),
    .init(
      "no-nonces-at-the-resource", profile, breaks: "dpop-rs-nonce",
      "gives up when a resource demands a nonce"),
    .init(
      "one-nonce-for-a-sign-in", profile, breaks: "dpop-nonces",
      "tries again with a nonce once, and then no more"),
    .init(
      "nonces-of-errors-alone", profile, breaks: "dpop-nonce-on-200",
      "reads the nonce of a refusal, and of nothing else"),
    .init(
      "one-nonce-for-all-servers", profile, breaks: "dpop-nonces-apart",
      "sends the last nonce that it was told to whatever server"),
    .init(
      "tries-each-nonce", profile, breaks: "dpop-nonce-loop",
      "tries again each time that a nonce is demanded"),
  ]

  private static let signing: [Fault] = [
    .init(
      "same-assertion-again", profile, breaks: "jwt-auth-retry",
      "sends the JWT of a refused request once more"),
    .init(
      "assertion-of-another-type", profile, breaks: "jwt-auth-type",
      "says of its JWT that it is a SAML assertion"),
    .init(
      "unsigned-assertion", profile, breaks: "jwt-auth-alg", "authenticates without a signature"),
    .init(
      "assertion-of-another-client", profile, breaks: "jwt-auth-iss-sub",
      "sends a JWT whose sub is another client"),
    .init(
      "assertion-for-another-server", profile, breaks: "jwt-auth-aud",
      "sends a JWT whose aud is another server"),
    .init(
      "assertion-for-the-token-endpoint", profile, breaks: "jwt-auth-aud-issuer",
      "sends a JWT whose aud is the token endpoint"),
    .init("assertion-without-end", profile, breaks: "jwt-auth-exp", "sends a JWT without exp"),
    .init(
      "same-assertion-id-always", profile, breaks: "jwt-auth-jti",
      "sends a JWT with the same jti in each run"),
  ]
}
