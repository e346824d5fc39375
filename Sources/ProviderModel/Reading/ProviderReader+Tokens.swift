import Basics

/// Checks that clients can get tokens.
extension ProviderReader {
  func checkTokens() {
    let token = body.token
    guard !token.grants.isEmpty else { return }
    if token.isSenderConstrained, body.dpop == nil, !body.bindsToCertificates {
      let pointer = "/token/sender_constrained"
      findings.error(
        tree.value(at: pointer), pointer,
        "no access token can be bound; add \"dpop\" or \"certificate_bound_tokens\", or take this member out"
      )
    }
    if token.authentication.isEmpty {
      let pointer = "/token/client_auth"
      findings.error(
        tree.value(at: pointer), pointer,
        "no client can authenticate; allow one of the methods, or leave \"client_auth\" out")
    }
  }
}
