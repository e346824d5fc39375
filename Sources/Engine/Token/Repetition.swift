import Basics
import ProviderModel

/// The credentials of a response, for a client that has lost it and sends its request again in the grace period.
struct Repetition: Sendable, Codable {
  private let provider: String
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
      provider: context.provider.id, credentials: context.facts.credentials,
      unsigned: issued.unsigned)
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

extension Repetition {
  private enum CodingKeys: CodingKey { case provider, credentials, unsigned }

  /// A token without its shapes, which the provider has.
  private struct Bare: Codable {
    let kind: CredentialKind
    let algorithm: String
    /// `nil` if they are written later.
    let claims: String?
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(provider, forKey: .provider)
    try container.encode(credentials, forKey: .credentials)
    let bare = unsigned.map { token in
      var claims: String?
      if case .fixed(let payload) = token.claims {
        claims = String(decoding: payload, as: UTF8.self)
      }
      return Bare(kind: token.kind, algorithm: token.algorithm, claims: claims)
    }
    try container.encode(bare, forKey: .unsigned)
  }

  init(from decoder: any Decoder) throws {
    let providers = try SnapshotContext.behind(decoder).site.providers
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let id = try container.decode(String.self, forKey: .provider)
    provider = id
    credentials = try container.decode([CredentialFacts].self, forKey: .credentials)
    unsigned = try container.decode([Bare].self, forKey: .unsigned).compactMap { bare in
      providers.provider(id)?.rule(for: bare.kind)?.signedForm.map { form in
        UnsignedToken(
          kind: bare.kind, algorithm: bare.algorithm, header: form.header,
          claims: bare.claims.map { .fixed(Array($0.utf8)) } ?? .later(form.claims))
      }
    }
  }
}
