/// A program that shows what it should not show, or takes what is almost right.
extension Fault {
  static let nearPrograms: [Fault] = [
    .init(
      "unsolicited-error-on-the-screen", "native-code", breaks: "code-error-before-state",
      "writes the description of an error whose state is wrong"),
    .init(
      "unsolicited-error-on-the-page", "native-code", breaks: "code-error-before-state",
      "shows the description of an error whose state is wrong on its page"),
    .init(
      "one-store-for-all-issuers", "resource", breaks: "rc-tokens-per-issuer",
      "sends the refresh token that it kept to whatever issuer it is told"),
    .init(
      "follows-links-by-their-beginning", "resource", breaks: "rc-links-userinfo",
      and: "canary-elsewhere", "follows a link that begins with the origin of its API"),
    .init(
      "follows-links-to-any-port", "resource", breaks: "rc-links-port", and: "canary-elsewhere",
      "follows a link to any port of its API's host"),
    .init(
      "follows-links-by-any-scheme", "resource", breaks: "rc-links-scheme",
      and: "canary-elsewhere", "follows a link from https to plain HTTP at its API's host"),
    .init(
      "token-in-a-log-in-base64", "native-code", breaks: "file-token-in-log",
      "writes its access token into a log in Base64"),
    .init(
      "token-file-for-all-in-base64", "native-code", breaks: "file-token-private",
      "lets every user of the machine read a file with its access token in Base64"),
    .init(
      "temporary-token-file-for-all", "native-code", breaks: "file-token-private",
      "lets every user of the machine read a temporary file with its access token"),
    .init(
      "host-of-the-proxy", "web-rp", breaks: "rp-start-forwarded-host",
      "makes its redirect URI of the host that X-Forwarded-Host names"),
    .init(
      "key-of-the-issuers-host", "web-rp", breaks: "rp-jose-header-own-host",
      "takes a key from the address in the header of a token, where it begins with the issuer"),
    .init(
      "takes-the-last-callback", "native-code", breaks: "code-second-callback",
      "waits for more callbacks, and takes the last one"),
    .init(
      "greets-before-it-checks", "native-oidc", breaks: "native-greeting",
      "writes the user's name before it looks at the ID token"),
    .init(
      "raw-name-on-the-screen", "native-oidc", breaks: "native-claim-escapes",
      "writes the user's name to the terminal as it came"),
    .init(
      "forgets-tokens-after-invalid_answer", "resource", breaks: "rc-refresh-500-kept",
      "forgets its refresh token where the token endpoint answers with a page"),
    .init(
      "forgets-tokens-after-invalid_client", "resource", breaks: "rc-refresh-client-kept",
      "forgets its refresh token at invalid_client"),
    .init(
      "forgets-without-revoking", "resource", breaks: "rc-revoke-forgotten",
      and: "rc-refresh-persist", and: "rc-refresh-two-processes",
      "revokes its access token alone, and forgets its refresh token"),
    .init(
      "plain-token_endpoint", "web-rp", breaks: "rp-tls-plain-token",
      "sends code and secret to a token endpoint without TLS"),
    .init(
      "plain-userinfo_endpoint", "web-rp", breaks: "rp-tls-plain-userinfo",
      "sends its access token to userinfo without TLS"),
    .init(
      "plain-jwks_uri", "web-rp", breaks: "rp-tls-plain-keys",
      "fetches keys without TLS"),
    .init(
      "native-plain-token_endpoint", "native-code", breaks: "code-tls-plain-token",
      "sends its code to a token endpoint without TLS"),
    .init(
      "id-token-file-for-all", "native-oidc", breaks: "file-id-token-private",
      "lets every user of the machine read a file with its ID token"),
    .init(
      "verifier-in-a-cookie", "web-rp", breaks: "cookie-secret-for-scripts",
      and: "cookie-attributes",
      "puts its PKCE verifier into a cookie that scripts can read"),
    .init(
      "id-token-in-a-cookie", "web-rp", breaks: "cookie-secret-for-scripts",
      "puts the ID token into a cookie that scripts can read"),
    .init(
      "forgets-endpoint-query", "native-code", breaks: "code-endpoint-query",
      "drops the query of the authorization endpoint"),
    .init(
      "token-as-a-short-argument", "native-code", breaks: "canary-arguments",
      "starts a program that ends at once with its access token as an argument"),
    .init(
      "token-as-an-argument-in-base64", "native-code", breaks: "canary-arguments",
      "starts a program with its access token in Base64 as an argument"),
    .init(
      "greets-whatever-the-api-says", "native-code", breaks: "code-userinfo-500",
      "ends as if all were well where userinfo answered 500"),
    .init(
      "raw-token-error-on-the-screen", "native-code", breaks: "token-error-escapes",
      "writes the description of a token error to the terminal as it came"),
    .init(
      "path-by-its-beginning", "native-code", breaks: "native-callback-path-longer",
      "takes a callback at any path that begins with the one that it sent"),
    .init(
      "keeps-what-it-refused", "native-oidc", breaks: "native-refused-kept",
      "keeps the access token of a response whose ID token it refuses, and goes on with it"),
  ]
}
