import HTTPMessages
import JSON
import ProviderModel

/// A code or token as the control API shows it; its text only where it was just made.
public struct TokenView: Sendable {
  public enum Status: String, Sendable, CaseIterable { case live, expired, spent, revoked }
  public var id: Int
  public var kind: String
  public var provider: String
  public var client: String
  public var person: String?
  public var scopes: [String]
  /// Seconds since 1970, by the sandbox's clock.
  public var issued: Int
  public var ends: Int?
  public var status: Status
}

/// Tokens from the side of the server: listed, made without a sign-in, ended.
extension Sandbox {
  public var hasIssued: Bool { state.ledger.hasIssued }

  /// All codes and tokens, by number.
  public func tokens(at now: Instants) -> [TokenView] {
    state.ledger.credentials.compactMap { view($0.key, $0.value, at: now) }
      .sorted { $0.id < $1.id }
  }

  /// Those that a decision has made.
  public func tokens(of decision: Decision, at now: Instants) -> [TokenView] {
    decision.issued.compactMap { key in
      state.ledger.credentials[key].flatMap { view(key, $0, at: now) }
    }
  }

  private func view(
    _ key: String, _ credential: IssuedCredential, at now: Instants
  ) -> TokenView? {
    guard let grant = state.ledger.grants[credential.grant] else { return nil }
    let status: TokenView.Status =
      switch state.ledger.find(key, at: now.sandbox + state.aged) {
      case .live, .unknown: .live
      case .expired: .expired
      case .spent: .spent
      case .revoked: .revoked
      }
    return TokenView(
      id: credential.number, kind: credential.kind, provider: grant.provider,
      client: grant.client, person: grant.person, scopes: credential.scopes,
      issued: credential.issued - state.aged, ends: credential.ends.map { $0 - state.aged },
      status: status)
  }

  /// - Returns: false where there is no such token.
  public mutating func revokeToken(_ id: Int, at now: Instants) -> Bool {
    guard let key = key(of: id) else { return false }
    state.ledger.revoke(key, at: now.sandbox + state.aged)
    return true
  }

  /// It ended a second ago.
  public mutating func expireToken(_ id: Int, at now: Instants) -> Bool {
    guard let key = key(of: id) else { return false }
    state.ledger.expire(key, at: now.sandbox + state.aged)
    return true
  }

  private func key(of id: Int) -> String? {
    state.ledger.credentials.first { $0.value.number == id }?.key
  }

  /// Whether a code or token that a request came with was issued here.
  public func knows(_ key: String) -> Bool { state.ledger.credentials[key] != nil }

  /// Everything that was issued becomes older by so many seconds, and now stays.
  public mutating func age(by seconds: Int) { state.aged += seconds }

  /// What a grant would have yielded, without anyone signing in.
  ///
  /// The issuer and other addresses in tokens are those of `request`.
  /// - Parameter gives: `access`, `refresh`, `id`; `nil` for what a redeemed code would give.
  public mutating func mint(
    _ provider: Provider, client: Cast.Client, person: String?, scopes: [String], gives: [String]?,
    for request: Request, under prefix: String, at now: Instants,
    using generator: inout some RandomNumberGenerator
  ) -> Decision? {
    guard
      let endpoint = provider.endpoints.first(where: { $0.kind == .token })
        ?? provider.endpoints.first(where: { $0.kind == .authorize }),
      let route = endpoint.routes.first
    else { return nil }
    let variables = Try.variables(self, provider)
    let base = Base(
      scheme: request.scheme, authority: request.authority, prefix: "\(prefix)/\(provider.id)")
    let place = Resolver.Place(
      provider: provider, base: base,
      match: .init(endpoint: endpoint, route: route, variables: variables), variables: variables,
      path: "/")
    var visit = Visit(
      sandbox: self, place: place, request: request, target: RequestTarget("/"), at: now)
    state = State()
    let decision = visit.mint(client, person, scopes, gives, using: &generator)
    state = visit.sandbox.state
    return decision
  }
}

extension Visit {
  mutating func mint(
    _ client: Cast.Client, _ person: String?, _ scopes: [String], _ gives: [String]?,
    using generator: inout some RandomNumberGenerator
  ) -> Decision {
    prepare(&generator)
    try? lookUp()
    context.roots["client"] = Authorization.value(client)
    let list: [(credential: String, when: Predicate)] =
      gives.map { $0.map { ($0, .constant(true)) } }
      ?? provider.token.grants.first { $0.grant.kind == .code }?.grant.gives
      ?? provider.answers["token"]?.gives ?? []
    if let person { show(person: person, since: now) }
    // As if whoever signed in had taken the first of what there is to choose from.
    var parameters = firstRecord() ?? JSONObject()
    parameters["scope"] = JSONValue(.array(scopes.map { JSONValue(.string($0)) }))
    parameters["client_id"] = JSONValue(.string(client.id))
    let grant = Grant(
      provider: provider.id, client: client.id, person: person, type: Grant.minted, scopes: scopes,
      parameters: parameters, bound: boundValues(), authTime: now, issued: now)
    let id = sandbox.state.ledger.open(grant)
    give(list, of: id, grant, scopes: scopes, &generator)
    return finish(make(.answered(""), "minted"))
  }
}

extension Decision {
  /// The credentials of this decision, signed: `tok` as templates see it.
  public func credentials(keys: Keyring) -> JSONValue {
    var writer = AnswerWriter(decision: self, keys: keys)
    writer.sign()
    return writer.context.roots["tok"] ?? [:]
  }
}
