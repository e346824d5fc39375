/// What apps of one provider stumble over: mutants that are examined in its dialect.
extension Fault {
  private static let profile = "implicit-native"

  static let traps: [Fault] = callbackTraps + refusalTraps + answerTraps

  private static let callbackTraps: [Fault] = [
    .init(
      "lifetime-not-first", profile, breaks: "trap-vk-1",
      "refuses a callback that begins with the lifetime"),
    .init(
      "token-by-its-beginning", profile, breaks: "trap-vk-2",
      "takes a parameter for the token whose name only begins so"),
    .init(
      "dies-of-broken-encoding", profile, breaks: "trap-vk-6",
      "crashes where a parameter can't be decoded"),
    .init(
      "dies-without-user", profile, breaks: "trap-vk-8",
      "crashes where a callback names neither user nor lifetime"),
    .init(
      "address-by-its-beginning", profile, breaks: "trap-vk-9", at: ["trap-oclc-5"],
      "takes a token that comes to an address that begins like its own"),
    .init(
      "implicit-first-of-two", profile, breaks: "trap-vk-10", "takes the first of two tokens"),
    .init(
      "dies-of-empty-state", profile, breaks: "trap-vk-11", "crashes where the state is empty"),
    .init(
      "token-with-all-behind-it", profile, breaks: "trap-ig-1",
      "takes what stands behind the token for a part of it"),
    .init(
      "token-by-its-ending", profile, breaks: "trap-ig-2",
      "takes a parameter for the token whose name only ends so"),
    .init(
      "any-page-of-the-app", profile, breaks: "trap-ig-3",
      "takes a token that comes to another page"),
    .init(
      "undecoded-token", profile, breaks: "trap-ig-5",
      "uses a token as it stands in the address, undecoded"),
    .init(
      "redirect-without-query", profile, breaks: "trap-ig-6",
      "asks with a redirect URI that it cut at its query"),
    .init("empty-token", profile, breaks: "trap-ig-8", "calls the API where the token is empty"),
    .init(
      "first-value-as-token", profile, breaks: "trap-ig-9",
      "takes the first value of a callback for the token"),
    .init(
      "login-in-a-callback", profile, breaks: "trap-b2c-1",
      "takes a callback for the sign-in page where it names that"),
    .init(
      "dies-of-a-code-in-the-fragment", profile, breaks: "trap-b2c-3",
      "crashes where the code stands in the fragment"),
    .init(
      "code-without-padding", profile, breaks: "trap-b2c-4", "cuts a code at its first ="),
    .init(
      "web-addresses-only", profile, breaks: "trap-b2c-5",
      "reads no callback whose address has no host"),
    .init(
      "late-listener", profile, breaks: "trap-b2c-14",
      "misses a callback that comes without a page before it"),
    .init(
      "dies-without-equals", profile, breaks: "trap-oclc-2",
      "crashes where a parameter has no ="),
    .init(
      "token-up-to-its-neighbour", profile, breaks: "trap-oclc-7",
      "finds the end of the token by the parameter that usually follows"),
    .init(
      "institution-needed", profile, breaks: "trap-oclc-8",
      "refuses a callback that doesn't name the institution"),
    .init(
      "small-letters-only", profile, breaks: "trap-oclc-10",
      "knows the token type in small letters alone"),
  ]

  private static let refusalTraps: [Fault] = [
    .init(
      "description-needed", profile, breaks: "trap-vk-3", at: ["trap-ig-10"],
      "sees no error where nothing describes it"),
    .init(
      "shows-undecoded-description", profile, breaks: "trap-vk-5", at: ["trap-oclc-3"],
      "shows a description as it stands in the address"),
    .init(
      "calls-after-user_denied", profile, breaks: "trap-ig-4",
      "goes on to the API when the user presses Cancel"),
    .init(
      "calls-after-refused-page", profile, breaks: "trap-ig-7",
      "goes on to the API when the provider shows an error and no more"),
    .init(
      "help-is-no-refusal", profile, breaks: "trap-b2c-11",
      "goes on to the API when the user has forgotten the password"),
    .init(
      "calls-after-no-thanks", profile, breaks: "trap-oclc-4", at: ["trap-oclc-3", "trap-oclc-13"],
      "goes on to the API where access is denied"),
    .init(
      "dies-of-one-parameter", profile, breaks: "trap-oclc-6",
      "crashes where a callback has one parameter"),
  ]

  private static let answerTraps: [Fault] = [
    .init(
      "token-to-what-the-api-names", profile, breaks: "trap-ig-12",
      "sends its token to the addresses in an answer"),
    .init(
      "redeems-without-query", profile, breaks: "trap-b2c-6",
      "redeems a code with a redirect URI that it cut at its query"),
    .init(
      "empty-secret", profile, breaks: "trap-b2c-7", "sends an empty secret where it has none"),
    .init(
      "calls-on-without-refresh", profile, breaks: "trap-b2c-8", at: ["trap-oclc-11"],
      "calls again and again with a token that is over"),
    .init(
      "calls-without-token", profile, breaks: "trap-b2c-9",
      "calls the API where no access token came"),
    .init(
      "calls-after-refused-code", profile, breaks: "trap-b2c-10",
      "goes on to the API when its code is refused"),
    .init(
      "calls-on-after-bare-challenge", profile, breaks: "trap-b2c-12",
      "calls again and again where a refusal gives no reason"),
    .init(
      "dies-of-a-wrapped-list", profile, breaks: "trap-b2c-13",
      "crashes where the API's list is wrapped in an object"),
    .init(
      "implicit-lifetime-as-number", profile, breaks: "trap-b2c-15", at: ["trap-oclc-9"],
      "refuses a lifetime that is a string"),
    .init(
      "refreshes-at-once-after-401", profile, breaks: "trap-oclc-12",
      "sends a refused refresh again"),
  ]
}
