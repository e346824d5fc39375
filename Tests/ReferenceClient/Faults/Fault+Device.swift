/// A device that polls.
extension Fault {
  private static let profile = "device"

  static let device: [Fault] = [
    .init(
      "stops-while-pending", profile, breaks: "dev-happy",
      "gives up when its first poll is answered by authorization_pending"),
    .init(
      "no-device-scope", profile, breaks: "dev-scope",
      "asks for a device code without scope where it needs only one"),
    .init(
      "secret-at-the-token-endpoint-alone", profile, breaks: "dev-client-auth",
      "sends its secret with its polls alone"),
    .init(
      "device-endpoint-by-heart", profile, breaks: "dev-discovery",
      "asks for its codes where it was told once, whatever the metadata say"),
    .init(
      "known-device-members-only", profile, breaks: "dev-unknown-members",
      "refuses a device authorization response with a member that it doesn't know"),
    .init(
      "shows-no-address", profile, breaks: "dev-shown",
      "shows its user code alone where there is no link with the code"),
    .init(
      "code-in-the-link-alone", profile, breaks: "dev-complete-code",
      "shows its user code only within the link"),
    .init(
      "link-instead-of-address", profile, breaks: "dev-complete-uri",
      "shows the link with the code in the place of the address"),
    .init(
      "polls-without-a-code", profile, breaks: "dev-start-error",
      "polls although its request for a device code was refused"),
    .init(
      "polls-after-a-page", profile, breaks: "dev-start-html",
      "polls although a page came in the place of its codes"),
    .init(
      "polls-with-no-code", profile, breaks: "dev-start-no-code",
      "polls although it was given no device code"),
    .init(
      "one-second-always", profile, breaks: "dev-interval",
      "polls each second, whatever interval it was told"),
    .init(
      "one-second-by-default", profile, breaks: "dev-interval-default",
      "polls each second where it was told no interval"),
    .init(
      "never-slows-down", profile, breaks: "dev-slow-down",
      "polls as often as before when it is told to slow down"),
    .init(
      "slows-down-for-one-poll", profile, breaks: "dev-slow-down-kept",
      "polls as before when authorization_pending follows slow_down"),
    .init(
      "slows-down-once", profile, breaks: "dev-slow-down-twice",
      "waits for five seconds longer however often it is told to slow down"),
    .init(
      "polls-over-a-slow-answer", profile, breaks: "dev-one-at-a-time",
      "gives a poll up after a second, and sends the next one"),
    .init(
      "polls-at-once-after-500", profile, breaks: "dev-500",
      "polls again at once when the server answers 500"),
    .init(
      "polls-at-once-after-a-page", profile, breaks: "dev-html",
      "polls again at once when a page comes in the place of a response"),
    .init(
      "polls-as-often-after-a-reset", profile, breaks: "dev-reset",
      "polls as often as before when its connection is reset"),
    .init(
      "never-backs-off", profile, breaks: "dev-timeout",
      "polls as often as before when its polls time out"),
    .init(
      "polls-after-success", profile, breaks: "dev-once", "polls once more when it has its tokens"),
    .init(
      "polls-after-denial", profile, breaks: "dev-denied",
      "polls once more when its user has denied"),
    .init(
      "polls-after-expiry", profile, breaks: "dev-expired",
      "polls once more when its device code has expired"),
    .init(
      "starts-anew-by-itself", profile, breaks: "dev-expired-restart",
      "asks for another device code when the first has expired"),
    .init(
      "polls-after-unknown-error", profile, breaks: "dev-error-unknown",
      "polls once more when it is told an error that it doesn't know"),
    .init(
      "polls-after-refusal", profile, breaks: "dev-error-invalid_grant",
      "polls once more when its device code was refused"),
    .init(
      "polls-past-the-end", profile, breaks: "dev-expires-in",
      "polls for three seconds more than its device code is good for"),
    .init(
      "device-claims-what-it-asked", profile, breaks: "dev-scope-reduced",
      "takes all that it asked for as granted, whatever the response says"),
    .init(
      "device-never-refreshes", profile, breaks: "dev-refresh",
      "does without userinfo where it would have to refresh its token for it first"),
    .init(
      "device-code-on-the-screen", profile, breaks: "canary-stdout",
      "writes its device code to standard error"),
  ]
}
