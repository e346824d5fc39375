import ProviderModel

/// The credentials of a response, for a client that has lost it and sends its request again in the grace period.
struct Repetition: Sendable {
  private let credentials: [CredentialFacts]
  private let unsigned: [UnsignedToken]

  /// What the first use of a code or refresh token has yielded, if the rule wants the same again.
  static func find(
    _ redemption: Redemption, _ rule: GrantRule, _ context: RequestContext
  ) -> Repetition? {
    guard rule.reuse == .same, let spent = redemption.spends, spent.isSpent else { return nil }
    return context.state.repetitions[key(spent)]
  }

  static func remember(
    _ issued: IssuedCredentials, _ redemption: Redemption, _ rule: GrantRule,
    _ context: RequestContext
  ) {
    // The first use counts: a grace period does not start anew.
    guard rule.reuse == .same, let spent = redemption.spends, !spent.isSpent else { return }
    let repetition = Repetition(
      credentials: context.facts.credentials, unsigned: issued.unsigned)
    context.state.repetitions.insert(
      repetition, for: key(spent), ends: context.now + rule.grace + 1, bytes: repetition.bytes)
  }

  /// Shows the same credentials again. Signed ones are signed again when the answer is written.
  func restore(_ context: RequestContext) -> IssuedCredentials {
    context.facts.credentials = credentials
    return IssuedCredentials(unsigned: unsigned)
  }

  private static func key(_ credential: Credential) -> String { String(credential.number) }

  private var bytes: Int {
    credentials.reduce(0) { $0 + ($1.value?.utf8.count ?? 0) + 64 }
      + unsigned.reduce(0) { sum, token in
        if case .fixed(let payload) = token.claims { sum + payload.count } else { sum + 64 }
      }
  }
}
