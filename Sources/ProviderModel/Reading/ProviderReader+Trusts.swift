import Basics

/// Checks that the grants of JWTs of other issuers (RFC 7523 §2.1, RFC 8693) are complete.
extension ProviderReader {
  func checkTrusts() {
    for (name, rule) in body.token.grants where rule.trusts.isEmpty {
      guard rule.kind == .assertion || rule.exchange?.takesTrusted == true else { continue }
      let pointer = JSONPointer.appending(name, to: "/token/grants")
      findings.error(
        tree.value(at: pointer), pointer,
        "the grant takes no JWT; add \"trusts\" with a typ, or with *")
    }
  }
}
