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
    for (name, rule) in token.grants {
      for (bound, _) in rule.mustMatch where !body.binds.contains(where: { $0.name == bound }) {
        let pointer = JSONPointer.appending(
          bound, to: JSONPointer.appending(name, to: "/token/grants") + "/must_match")
        findings.error(
          tree.value(at: pointer), pointer,
          "\"binds\" has no \"\(bound)\", so the value never matches"
            + Suggestion.hint(for: bound, among: body.binds.map(\.name)))
      }
      guard rule.kind == .refresh else { continue }
      for (bound, condition) in rule.mustMatch
      where Condition.Subject.named(in: condition.name, variables: []) == .credential(.code) {
        let pointer = JSONPointer.appending(
          bound, to: JSONPointer.appending(name, to: "/token/grants") + "/must_match")
        findings.error(
          tree.value(at: pointer), pointer,
          "\"\(condition)\" is about a code, and this grant redeems a refresh token; name a condition that begins with \"refresh_\", with an entry in errors"
        )
      }
    }
    if token.authentication.isEmpty {
      let pointer = "/token/client_auth"
      findings.error(
        tree.value(at: pointer), pointer,
        "no client can authenticate; allow one of the methods, or leave \"client_auth\" out")
    }
  }

  /// Reports an algorithm without a published key (OpenID Connect Core §10.1).
  func checkAlgorithms() {
    let known = body.signing.map(\.algorithm) + [AssertionRule.secretAlgorithm]
    func check(_ pointer: String) {
      guard let value = tree.value(at: pointer), let name = value.stringValue,
        !name.utf8.contains(UInt8(ascii: "{")), !known.contains(name)
      else { return }
      findings.error(
        value, pointer,
        "nothing is signed with \(name); add it to \"signing\", or use one of "
          + known.joined(separator: ", "))
    }
    for kind in body.credentials.keys.sorted() {
      check(JSONPointer.appending(kind, to: "/credentials") + "/jwt/alg")
    }
    check("/claim_sources/alg")
  }
}
