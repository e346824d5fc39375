import ProviderModel

/// Tokens from the side of the server: listed and ended.
extension ServerState {
  package var hasIssued: Bool { state.ledger.hasIssued }

  /// All codes and tokens, by number.
  package func tokens(at now: Instants) -> [TokenView] {
    state.ledger.credentials.values.map { view($0, at: now) }.sorted { $0.id < $1.id }
  }

  /// Those that a decision has made.
  package func tokens(of decision: Decision, at now: Instants) -> [TokenView] {
    decision.issued.compactMap { state.ledger.credentials[$0].map { view($0, at: now) } }
  }

  private func view(_ credential: Credential, at now: Instants) -> TokenView {
    let status: TokenView.Status =
      switch state.ledger.worth(of: credential, at: now.sandbox + state.aged, in: cast) {
      case .live, .unknown, .otherClient: .live
      case .expired: .expired
      case .spent: .spent
      case .revoked: .revoked
      }
    let grant = credential.grant
    return TokenView(
      id: credential.number, kind: credential.kind, provider: grant.provider,
      client: grant.client, person: grant.person, scopes: credential.scopes,
      audience: credential.audience, binding: credential.binding,
      issued: credential.issued - state.aged,
      ends: credential.neverEnds ? nil : credential.ends - state.aged, status: status)
  }

  /// - Returns: false where there is no such token.
  package mutating func revokeToken(_ id: Int, at now: Instants) -> Bool {
    guard let credential = credential(id) else { return false }
    ownState().revoke(credential, at: now.sandbox + state.aged)
    return true
  }

  /// It ended a second ago.
  package mutating func expireToken(_ id: Int, at now: Instants) -> Bool {
    guard let credential = credential(id) else { return false }
    ownState().expire(credential, at: now.sandbox + state.aged)
    return true
  }

  private func credential(_ id: Int) -> Credential? {
    state.ledger.credentials.values.first { $0.number == id }
  }

  /// The keys of all codes and tokens that are known here.
  package var credentialKeys: some Sequence<LedgerKey> { state.ledger.credentials.keys }

  /// Whether a code or token that a request came with was issued here.
  package func knows(_ name: CredentialName) -> Bool { state.ledger.credential(name) != nil }

  /// Ages every issued credential; the clock does not move.
  package mutating func age(by seconds: Int, at now: Instants) {
    ownState().age(by: seconds, at: now.sandbox)
  }
}
