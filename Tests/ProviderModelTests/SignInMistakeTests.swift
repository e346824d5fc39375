import Testing

/// What a sign-in can't do without, taken out of a provider that has it.
@Suite("A sign-in with a mistake")
struct SignInMistakeTests {
  @Test(
    "is told which part is missing",
    arguments: [
      (
        #"{"token": {"parameters": {"code_verifier": null}}}"#,
        "/token/parameters: a code that was requested with a code_challenge can't be redeemed; add \"code_verifier\": {} to token.parameters"
      ),
      (
        #"{"parameters": {"code_challenge_method": null}}"#,
        "/parameters: the method plain is not accepted, and no parameter names another one; add \"code_challenge_method\": {} to parameters"
      ),
      (
        #"{"cookies": {"session": null}}"#,
        "/cookies: people sign in, and no cookie keeps who they are; add \"session\" to cookies"
      ),
    ])
  func parts(patch: String, sentence: String) throws {
    let findings = try Shipped.findings(patch)
    #expect(findings.contains(sentence), "\(findings)")
  }
}
