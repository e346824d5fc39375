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
        "deletes-the-cookie-alone", "web-rp", breaks: "rp-logout-session-ends",
        "deletes the cookie at a sign-out, and leaves the session"),
      .init(
        "any-place-after-logout", "web-rp", breaks: "rp-logout-open-redirect",
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
        "error-before-state", "web-rp", breaks: "rp-error-before-state",
        "shows what an error says before it looks at the state"),
      .init(
        "storms-after-503", "resource", breaks: "rc-refresh-503-bare",
        "refreshes nine times without a pause where the server is busy"),
      .init(
        "token-file-for-all", "resource", breaks: "file-token-private",
        "lets every user of the machine read its refresh token"),
      .init(
        "token-in-a-log", "native-code", breaks: "file-token-in-log",
        "writes its access token into a log"),
    ] + tls("native-code", "native", "code") + tls("web-rp", "web", "rp")

  private static func tls(_ profile: String, _ name: String, _ check: String) -> [Fault] {
    [
      .init("\(name)-no-https", profile, breaks: "\(check)-tls-happy", "speaks plain HTTP alone"),
      .init(
        "\(name)-expired-is-good", profile, breaks: "\(check)-tls-expired",
        "takes a certificate that has expired"),
      .init(
        "\(name)-any-host", profile, breaks: "\(check)-tls-wrong-host",
        "takes a certificate of another host"),
      .init(
        "\(name)-any-ca", profile, breaks: "\(check)-tls-untrusted-root",
        "takes a certificate of whatever CA"),
      .init(
        "\(name)-own-key-is-good", profile, breaks: "\(check)-tls-self-signed",
        "takes a certificate that is signed by its own key"),
    ]
  }
}
