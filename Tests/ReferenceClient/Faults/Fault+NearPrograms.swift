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
      "forgets-endpoint-query", "native-code", breaks: "code-endpoint-query",
      "drops the query of the authorization endpoint"),
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
