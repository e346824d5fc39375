import Basics
import ProviderModel

extension ServerState {
  /// What is to be made without anyone signing in.
  package struct MintOrder: Sendable {
    package let provider: Provider
    package let client: Client
    package let person: String?
    package let scopes: [String]
    /// The audiences of the access token; `nil` for the client's.
    package let audiences: [String]?
    /// `nil` for what a redeemed code would give.
    package let issues: [CredentialKind]?
    /// The key and the certificate that the tokens are bound to.
    package let binding: KeyBinding

    package init(
      provider: Provider, client: Client, person: String?, scopes: [String],
      audiences: [String]? = nil, issues: [CredentialKind]?, binding: KeyBinding = .none
    ) {
      self.provider = provider
      self.client = client
      self.person = person
      self.scopes = scopes
      self.audiences = audiences
      self.issues = issues
      self.binding = binding
    }
  }

  /// What a grant would have yielded, without anyone signing in.
  ///
  /// The issuer and other addresses in tokens are those of `request`.
  /// - Returns: `nil` where the provider has no endpoint that could give anything.
  package mutating func mint(
    _ order: MintOrder, for request: Request, under prefix: String, at now: Instants,
    using random: inout Entropy
  ) -> Decision? {
    let provider = order.provider
    let endpoint = provider.endpoint(.token) ?? provider.endpoint(.authorize)
    return context(
      at: endpoint, of: provider, for: request, under: prefix, ownState(), at: now, random)?
      .mint(order)
  }
}

extension RequestContext {
  fileprivate func mint(_ order: ServerState.MintOrder) -> Decision {
    try? Variables.look(up: self)
    facts.client = order.client
    facts.binding = order.binding
    let issues =
      order.issues?.map { IssuanceRule(kind: $0, when: .constant(true)) }
      ?? provider.token.grants.first { $0.rule.kind == .code }?.rule.issues
      ?? provider.answer(to: "token")?.issues ?? []
    if let person = order.person { show(person: person, since: now) }
    var arguments = ChoiceStep.firstChoice(provider, cast)
    arguments["scope"] = .texts(order.scopes)
    arguments["client_id"] = .text(order.client.id)
    let resources =
      provider.resourceSlot == nil ? [] : order.audiences ?? order.client.audiences ?? []
    if !resources.isEmpty { arguments["resource"] = .texts(resources) }
    if let jkt = order.binding.jkt, order.issues?.contains(.code) == true {
      arguments[TokenBinding.parameter] = .text(jkt)
    }
    let grant = Grant(
      number: state.ledger.nextGrant, provider: provider.id, client: order.client.id,
      person: order.person, type: Grant.minted, scopes: order.scopes, arguments: arguments,
      bound: CredentialIssuer.newBoundValues(self), authTime: now, issued: now)
    CredentialIssuer.show(
      grant, id: grant.number, scopes: order.scopes, resources: resources, details: nil, self)
    do throws(Refusal) {
      try RegisteredAlgorithm.check(issuing: issues, at: .token, self)
    } catch { return finish(refuse(error)) }
    let issued = CredentialIssuer.issue(
      issues, of: grant, scopes: order.scopes, resources: resources, details: nil, self)
    return finish(Outcome(.answered(nil), .minted, issued: issued))
  }
}

extension Decision {
  /// Whether the client can't get the tokens of the order; the log says why.
  package var isRefused: Bool { if case .refused = outcome.content { true } else { false } }

  /// The credentials of this decision, signed.
  package func credentials() -> [CredentialFacts] {
    let writer = AnswerWriter(self)
    writer.sign()
    return writer.facts?.credentials ?? []
  }
}
