import Basics

/// Checks of what a sign-in can't do without.
extension ProviderReader {
  /// A code challenge can be sent with a method, and its code can be redeemed (RFC 7636).
  func checkChallenge() {
    guard body.endpoints.contains(where: { $0.kind == .authorize }) else { return }
    let known = body.parameters.map(\.name)
    let parameters = (value: tree["parameters"], pointer: "/parameters")
    guard known.contains("code_challenge") else { return }
    if body.challenge.method(named: "") == nil, !known.contains("code_challenge_method") {
      findings.error(
        parameters.value, parameters.pointer,
        "the method plain is not accepted, and no parameter names another one; "
          + "add \"code_challenge_method\": {} to parameters")
    }
    let redeemsCodes = body.token.grants.contains { $0.rule.kind == .code }
    if redeemsCodes, !body.token.parameters.contains(where: { $0.name == "code_verifier" }) {
      let pointer = "/token/parameters"
      findings.error(
        tree.value(at: pointer) ?? tree["token"], pointer,
        "a code that was requested with a code_challenge can't be redeemed; "
          + "add \"code_verifier\": {} to token.parameters")
    }
  }

  /// Without a session, the page after the login does not know who has signed in.
  func checkSessionCookie() {
    if let cookies = tree["cookies"], cookies.objectValue == nil { return }
    guard tree["cookies"]?["session"] == nil, body.flow.first(.login) != nil else { return }
    findings.error(
      tree["cookies"] ?? tree["flow"], "/cookies",
      "people sign in, and no cookie keeps who they are; add \"session\" to cookies")
  }
}
