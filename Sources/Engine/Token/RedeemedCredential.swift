import Basics
import ProviderModel

/// A code or refresh token that comes to the token endpoint: what the grants that redeem one check in common.
enum RedeemedCredential {
  /// One that may be used by this client now, or why not.
  static func find(
    _ kind: CredentialKind, _ text: String, _ rule: GrantRule, _ client: Client,
    _ context: RequestContext
  ) throws(Refusal) -> Credential {
    let known = kind.conditions
    func refusal(
      _ condition: Condition, _ sentence: String, _ remedy: Remedy,
      _ facts: [(name: String, value: String)] = [], clause: String? = nil
    ) -> Refusal {
      Refusal(
        condition, at: .token, facts: facts, "the \(known.noun) \(sentence)",
        clause: clause, remedy: remedy)
    }
    switch context.worth(kind, text, for: client.id) {
    case .live(let credential): return credential
    case .unknown:
      let other = NearMiss.credential(text, insteadOf: kind, context)
      let (what, remedy) =
        other.map { ("is \($0)", "send the \(known.noun)") }
        ?? NearMiss.mistaken(text, for: known.noun)
        ?? ("was never issued here", "send it as it came, once and unchanged")
      throw refusal(known.unknown, what, .say(remedy), [("value", text)])
    case .otherClient:
      throw refusal(
        known.otherClient, "was issued to another client",
        "redeem it as the client that asked for it", [("value", client.id)])
    case .expired(let credential):
      throw refusal(
        known.expired, "has expired", "start again, or use it sooner",
        context.times(credential) + [("value", text)])
    case .revoked:
      throw refusal(
        known.revoked, "has been revoked", "start again", [("value", text)])
    case .spent(let credential):
      guard tolerates(rule, credential, at: context.now) else {
        let revokes = rule.reuse == .revoke
        if revokes { context.state.revoke(credential.grant, at: context.now) }
        throw refusal(
          known.reused, "has been used" + (revokes ? "; all that it yielded is revoked" : ""),
          "use it once", context.times(credential) + [("value", text)],
          clause: known.reuseClause)
      }
      // A second use is tolerated of what could be used a first time.
      if credential.isRevoked || context.state.ledger.isEnded(credential.grant) {
        throw refusal(known.unknown, "has been revoked", "start again", [("value", text)])
      }
      if credential.ends <= context.now {
        throw refusal(
          known.expired, "has expired", "start again, or use it sooner",
          context.times(credential) + [("value", text)])
      }
      return credential
    }
  }

  private static func tolerates(
    _ rule: GrantRule, _ credential: Credential, at now: Int
  ) -> Bool {
    switch rule.reuse {
    case .tolerate: true
    case .grace, .same: now - credential.spent <= rule.grace
    case .refuse, .revoke: false
    }
  }

  /// What the address of the authorization request bound the grant to must come back.
  static func isBoundHere(_ grant: Grant, _ rule: GrantRule, _ context: RequestContext)
    throws(Refusal)
  {
    let here = CredentialIssuer.boundValues(context)
    for (name, condition) in rule.mustMatch {
      let actual = grant.bound.first { $0.name == name }?.value ?? ""
      let expected = here.first { $0.name == name }?.value ?? ""
      guard !ExactText.same(actual, expected) else { continue }
      throw Refusal(
        condition, at: .token,
        facts: [("actual", actual), ("expected", expected), ("value", actual)],
        "the grant was issued under \(name) \(actual) and redeemed under \(expected)",
        clause: "\(context.provider.id): a grant is bound to its \(name)",
        remedy: "redeem it where it was issued")
    }
  }

  /// Fewer scopes, where the grant lets a client ask for fewer.
  static func narrowed(
    _ rule: GrantRule, _ credential: Credential, _ context: RequestContext
  ) throws(Refusal) -> [String] {
    let (own, text) = (credential.scopes, context.parameter("scope"))
    guard rule.scoping != .ignore, !text.isEmpty else { return own }
    let more = rule.scoping == .granted ? ConsentStep.granted(credential.grant, context) : []
    return try ScopeCheck.narrowed(
      (own + more).unique, to: text, context.provider.scope, "was not granted")
  }
}
