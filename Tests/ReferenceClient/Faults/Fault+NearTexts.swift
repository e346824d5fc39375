/// Clients that compare a part of a text, or believe a text that others can write.
extension Fault {
  static let nearTexts: [Fault] = [
    .init(
      "state-without-its-beginning", "native-code", breaks: "code-state-other-start",
      "compares the state from its second character on"),
    .init(
      "state-by-its-end", "native-code", breaks: "code-state-cut-start",
      "takes a state that the one that it sent ends with"),
    .init(
      "issuer-by-its-end", "native-code", breaks: "iss-cut-start",
      "takes an issuer that the right one ends with"),
    .init(
      "issuer-without-port", "native-code", breaks: "iss-port",
      "compares the issuer without its port"),
    .init(
      "web-state-without-its-beginning", "web-rp", breaks: "rp-state-other-start",
      "compares the state from its second character on"),
    .init(
      "web-state-by-its-end", "web-rp", breaks: "rp-state-cut-start",
      "takes a state that the one that it sent ends with"),
    .init(
      "nonce-without-its-beginning", "web-rp", breaks: "rp-idt-nonce-other-start",
      "compares the nonce from its second character on"),
    .init(
      "nonce-by-its-end", "web-rp", breaks: "rp-idt-nonce-cut-start",
      "takes a nonce that the one that it sent ends with"),
    .init(
      "issuer-of-id-token-without-port", "web-rp", breaks: "rp-idt-iss-port",
      "compares the issuer of an ID token without its port"),
    .init(
      "metadata-without-port", "web-rp", breaks: "rp-discovery-issuer-port",
      "compares the issuer of metadata without its port"),
    .init(
      "userinfo-sub-without-its-beginning", "web-rp", breaks: "rp-userinfo-sub-other-start",
      "compares the sub of userinfo from its second character on"),
    .init(
      "userinfo-sub-by-its-end", "web-rp", breaks: "rp-userinfo-sub-cut-start",
      "takes userinfo whose sub is the end of the right one"),
    .init(
      "refreshed-times-unchecked", "web-rp", breaks: "rp-refresh-idt-exp",
      "takes a refreshed ID token that has expired"),
    .init(
      "refreshed-signature-unverified", "web-rp", breaks: "rp-refresh-idt-sig",
      "does not verify the signature of a refreshed ID token"),
    .init(
      "session-id-for-the-next-user", "web-rp", breaks: "rp-session-fixation-again",
      "gives the next user of a browser the session id of the one before"),
    .init(
      "unverified-jwt-in-a-cookie", "web-rp", breaks: "rp-session-guessable",
      "believes the ID token in a cookie without verifying it"),
    .init(
      "audience-by-its-end", "web-rp", breaks: "rp-idt-aud-before",
      "takes an ID token for a client whose ID ends with its own"),
    .init(
      "one-user-for-all", "web-rp", breaks: "rp-users-apart",
      "shows whoever signed in last to everybody who is signed in"),
    .init(
      "raw-token-error", "web-rp", breaks: "rp-error-xss-token",
      "shows what the token endpoint says of an error as it came"),
    .init(
      "any-path-after-logout", "web-rp", breaks: "rp-logout-open-redirect-slashes",
      "takes two slashes for the beginning of a path of its own"),
    .init(
      "newline-in-next", "web-rp", breaks: "rp-header-split",
      "puts a return URL with a line break into a header"),
  ]
}
