/// A website that takes what is almost right: tokens, states, sessions.
extension Fault {
  private static let profile = "web-rp"

  static let nearTokens: [Fault] = [
    .init(
      "issuer-of-id-token-without-scheme", profile, breaks: "rp-idt-iss-scheme",
      "compares the issuer of an ID token without its scheme"),
    .init(
      "issuers-in-a-list", profile, breaks: "rp-idt-iss-list",
      "takes an ID token whose issuer is a list"),
    .init(
      "empty-subject", profile, breaks: "rp-idt-sub-empty",
      "takes an ID token whose subject is empty"),
    .init(
      "subject-as-a-number", profile, breaks: "rp-idt-sub-number",
      "takes an ID token whose subject is a number"),
    .init(
      "any-algorithm-of-the-keys", profile, breaks: "rp-idt-alg-other",
      "takes any algorithm for which there is a key"),
    .init(
      "algorithm-in-any-case", profile, breaks: "rp-idt-alg-case",
      "compares the algorithm without regard to case"),
    .init(
      "more-parts-are-fine", profile, breaks: "rp-idt-four-parts",
      "takes an ID token with a fourth part"),
    .init(
      "lenient-base64", profile, breaks: "rp-idt-padded", "takes a signature with padding"),
    .init(
      "any-key-size", profile, breaks: "rp-idt-short-key",
      "takes the signature of a key of 1024 bits"),
    .init(
      "nonce-trimmed", profile, breaks: "rp-idt-nonce-spaced",
      "trims the nonce before it is compared"),
    .init(
      "userinfo-of-another-issuer", profile, breaks: "rp-userinfo-signed-iss",
      "takes signed userinfo of another issuer"),
    .init(
      "userinfo-for-another-client", profile, breaks: "rp-userinfo-signed-aud",
      "takes signed userinfo for another client"),
    .init(
      "follows-from-userinfo", profile, breaks: "rp-userinfo-redirect",
      "follows a redirect of userinfo with its token"),
    .init(
      "metadata-in-any-case", profile, breaks: "rp-discovery-issuer-case",
      "compares the issuer of metadata without regard to case"),
    .init(
      "one-nonce-per-browser", profile, breaks: "rp-nonce-again",
      "sends the same nonce in each sign-in of a browser"),
    .init(
      "one-verifier-per-browser", profile, breaks: "rp-nonce-again",
      "uses the same verifier in each sign-in of a browser"),
    .init(
      "web-state-trimmed", profile, breaks: "rp-state-spaced",
      "trims the state before it is compared"),
    .init(
      "session-ids-count-up", profile, breaks: "rp-session-sequence",
      "numbers its sessions"),
    .init(
      "account-by-the-beginning", profile, breaks: "rp-account-sub-long",
      "knows its users by the first 64 characters of their sub"),
    .init(
      "web-challenge-as-listed", profile, breaks: "rp-pkce-plain-listed", and: "pkce-s256",
      "sends a plain challenge where the metadata lists no other method"),
    .init(
      "any-authorization-endpoint", "native-oidc", breaks: "native-endpoint-file",
      and: "native-endpoint-script", "opens whatever address the metadata names"),
  ]
}
