/// Tokens where others find them, connections to servers that are not verified, and near misses.
extension Fault {
  static let leaks: [Fault] =
    [
      .init(
        "token-in-the-landing-address", "web-rp", breaks: "page-token-in-address",
        "sends the browser on to an address with the access token"),
      .init(
        "token-in-the-page", "web-rp", breaks: "page-token-in-body",
        "writes the access token into its page"),
      .init(
        "token-in-the-page-in-base64", "web-rp", breaks: "page-token-in-body",
        "writes the access token into its page in Base64"),
      .init(
        "secret-in-the-page", "web-rp", breaks: "page-token-in-body",
        "writes its own secret into its page"),
      .init(
        "id-token-in-a-header", "web-rp", breaks: "page-token-in-body",
        "sends the ID token to the browser in a header of its page"),
      .init(
        "session-id-of-the-user", "web-rp", breaks: "rp-session-guessable",
        "makes the session id of the user's sub"),
      .init(
        "session-id-is-the-state", "web-rp", breaks: "rp-session-guessable",
        "makes the state of the sign-in the session id"),
      .init(
        "state-of-the-link", "web-rp", breaks: "rp-start-state",
        "sends the state that stood in the link to its sign-in"),
      .init(
        "audience-by-its-beginning", "web-rp", breaks: "rp-idt-aud-longer",
        "takes an audience that begins with its client ID"),
      .init(
        "audience-in-any-case", "web-rp", breaks: "rp-idt-aud-case",
        "compares the audience without its case"),
      .init(
        "other-audience-in-a-list", "web-rp", breaks: "rp-idt-aud-array-other",
        "takes any audience that is a list of one"),
      .init(
        "one-of-many-with-azp", "web-rp", breaks: "rp-idt-aud-untrusted-azp",
        "takes further audiences where azp is its client ID"),
      .init(
        "callback-of-nobody", "web-rp", breaks: "rp-state-nobody",
        "takes a callback without state from a browser without a session"),
      .init(
        "nonce-of-the-link", "web-rp", breaks: "rp-start-nonce",
        "sends the nonce that stood in the link to its sign-in"),
      .init(
        "client-of-the-link", "web-rp", breaks: "rp-start-parameters",
        "sends the client id that stood in the link to its sign-in"),
      .init(
        "drops-the-query", "web-rp", breaks: "rp-discovery-query",
        "adds its parameters to the authorization endpoint without its query"),
      .init(
        "opens-by-a-shell", "native-oidc", breaks: "rp-discovery-query",
        "opens the browser by a shell"),
      .init(
        "user-in-a-cookie", "web-rp", breaks: "rp-session-guessable",
        "believes a cookie that names the user"),
      .init(
        "keeps-first-user", "web-rp", breaks: "rp-account-second-user",
        "leaves the first user signed in where a second one signs in"),
      .init(
        "tab-is-own", "web-rp", breaks: "rp-open-redirect-tab",
        "takes an address that begins with slash, tab and slash for a path of its own"),
      .init(
        "raw-error-code", "web-rp", breaks: "rp-error-xss-code",
        "shows the code of an error as it came"),
      .init(
        "raw-email", "web-rp", breaks: "rp-error-xss-claims",
        "shows the user's e-mail address as it came"),
      .init(
        "any-website", "web-rp", breaks: "rp-error-xss-claims",
        "links to a website whatever its scheme is"),
      .init(
        "raw-description-on-the-page", "native-code", breaks: "code-error-xss",
        "shows the description of an error on its page as it came"),
      .init(
        "raw-state-on-the-page", "native-code", breaks: "code-error-xss-state",
        "shows an unknown state on its page as it came"),
      .init(
        "token-in-a-cookie", "web-rp", breaks: "cookie-token-for-scripts",
        "puts the access token into a cookie that scripts can read"),
      .init(
        "cookie-for-scripts", "web-rp", breaks: "cookie-attributes",
        "lets scripts read the cookie of its session"),
      .init(
        "cookie-for-all-sites", "web-rp", breaks: "cookie-attributes",
        "lets other sites send the cookie of its session"),
      .init(
        "account-by-email", "web-rp", breaks: "rp-account-by-email",
        "looks accounts up by e-mail address"),
      .init(
        "account-by-user-name", "web-rp", breaks: "rp-account-by-name",
        "looks accounts up by the user's name"),
      .init(
        "account-in-any-case", "web-rp", breaks: "rp-account-sub-case",
        "looks accounts up by sub without its case"),
      .init(
        "deletes-the-cookie-alone", "web-rp", breaks: "rp-logout-session-ends",
        "deletes the cookie at a sign-out, and leaves the session"),
      .init(
        "any-place-after-logout", "web-rp", breaks: "rp-logout-open-redirect",
        and: "rp-logout-open-redirect-slashes",
        "sends the browser to whatever next says at a sign-out"),
      .init(
        "empty-state-is-none", "native-code", breaks: "code-state-empty",
        "takes an empty state for none, and does without"),
      .init(
        "web-empty-state-is-none", "web-rp", breaks: "rp-state-empty",
        "takes an empty state for none, and does without"),
      .init(
        "decodes-next-twice", "web-rp", breaks: "rp-open-redirect-encoded",
        "decodes the place to return to once more after it has looked at it"),
      .init(
        "an-hour-of-leeway", "web-rp", breaks: "rp-idt-exp-minutes",
        "takes ID tokens for an hour after their end"),
      .init(
        "two-minutes-of-leeway", "web-rp", breaks: "rp-idt-exp-minute",
        "takes ID tokens for two minutes after their end"),
      .init(
        "not-yet-good-is-fine", "web-rp", breaks: "rp-idt-nbf-future",
        "takes an ID token that is not good yet"),
      .init(
        "nonce-by-its-beginning", "web-rp", breaks: "rp-idt-nonce-shorter",
        "takes a nonce that the one that it sent begins with"),
      .init(
        "nonce-within", "web-rp", breaks: "rp-idt-nonce-longer",
        "takes a nonce that begins with the one that it sent"),
      .init(
        "nonce-in-any-case", "web-rp", breaks: "rp-idt-nonce-case",
        "compares the nonce without its case"),
      .init(
        "nonce-of-any-session", "web-rp", breaks: "rp-idt-nonce-other-session",
        "takes any nonce that it ever sent"),
      .init(
        "own-secret-as-key", "web-rp", breaks: "rp-idt-alg-secret",
        "takes HS256 with its own secret where RS256 is registered"),
      .init(
        "one-state-per-browser", "web-rp", breaks: "rp-state-again",
        "sends the state of a sign-in that was begun in the same browser"),
      .init(
        "id-token-of-the-callback", "web-rp", breaks: "rp-callback-id-token",
        "believes an ID token that stands in the callback of a code"),
      .init(
        "own-host-is-a-suffix", "web-rp", breaks: "rp-open-redirect-suffix",
        "takes a host that ends like its own for its own"),
      .init(
        "storms-after-429", "resource", breaks: "rc-refresh-429-bare",
        "refreshes nine times without a pause where it has asked too often"),
      .init(
        "forgets-tokens-when-busy", "resource", breaks: "rc-refresh-503-kept",
        "forgets its refresh token where the server is busy"),
      .init(
        "storms-at-the-api", "resource", breaks: "rc-503-bare",
        "calls a busy API forty times without a pause"),
      .init(
        "follows-links", "resource", breaks: "rc-links", and: "canary-elsewhere",
        "follows a link of an answer to another origin with its token"),
      .init(
        "raw-description-on-the-screen", "native-code", breaks: "code-error-escapes",
        "writes the description of an error to the terminal as it came"),
      .init(
        "opens-any-error-uri", "native-code", breaks: "code-error-uri",
        "opens the error_uri by itself"),
      .init(
        "code-on-the-page", "native-code", breaks: "page-code-in-body",
        "shows the code on the page that ends the sign-in"),
      .init(
        "token-in-base64", "native-code", breaks: "canary-stdout",
        "writes its access token in Base64"),
      .init(
        "anybody-is-good-enough", "web-oauth", breaks: "wo-user-refused", and: "wo-user-500",
        "signs somebody in where the API refused its token"),
      .init(
        "page-is-somebody", "web-oauth", breaks: "wo-user-html",
        "signs somebody in where the API answers with a page"),
      .init(
        "name-is-good-enough", "web-oauth", breaks: "wo-user-nobody",
        "signs somebody in who has a name and no id"),
      .init(
        "error-before-state", "web-rp", breaks: "rp-error-before-state",
        "shows what an error says before it looks at the state"),
      .init(
        "storms-after-503", "resource", breaks: "rc-refresh-503-bare", and: "rc-refresh-503-kept",
        "refreshes nine times without a pause where the server is busy"),
      .init(
        "token-file-for-all", "resource", breaks: "file-token-private",
        "lets every user of the machine read its refresh token"),
      .init(
        "token-in-a-log", "native-code", breaks: "file-token-in-log",
        "writes its access token into a log"),
      .init(
        "token-as-an-argument", "native-code", breaks: "canary-arguments",
        "starts a program with its access token as an argument"),
      .init(
        "web-token-file-for-all", "web-rp", breaks: "file-token-private",
        "lets every user of the machine read a file with its access token"),
      .init(
        "web-token-in-a-log", "web-rp", breaks: "file-token-in-log",
        "writes its access token into a log"),
    ] + tls("native-code", "native", "code", "resource") + tls("web-rp", "web", "rp", "keys")

  /// - Parameter other: an endpoint beside the token endpoint whose certificate a mutant takes.
  private static func tls(
    _ profile: String, _ name: String, _ check: String, _ other: String
  ) -> [Fault] {
    [
      .init("\(name)-no-https", profile, breaks: "\(check)-tls-happy", "speaks plain HTTP alone"),
      .init(
        "\(name)-expired-is-good", profile, breaks: "\(check)-tls-expired",
        "takes a certificate that has expired"),
      .init(
        "\(name)-any-host", profile, breaks: "\(check)-tls-wrong-host",
        and: "\(check)-tls-token", and: "\(check)-tls-\(other)",
        "takes a certificate of another host"),
      .init(
        "\(name)-any-host-at-token", profile, breaks: "\(check)-tls-token",
        "takes a certificate of another host at the token endpoint"),
      .init(
        "\(name)-any-host-at-\(other)", profile, breaks: "\(check)-tls-\(other)",
        "takes a certificate of another host behind the token endpoint"),
      .init(
        "\(name)-any-ca", profile, breaks: "\(check)-tls-untrusted-root",
        "takes a certificate of whatever CA"),
      .init(
        "\(name)-own-key-is-good", profile, breaks: "\(check)-tls-self-signed",
        "takes a certificate that is signed by its own key"),
    ]
  }
}
