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
    package let gives: [CredentialKind]?
    /// The thumbprint of the key that the tokens are bound to (RFC 9449); `nil` for Bearer tokens.
    package let jkt: String?

    package init(
      provider: Provider, client: Client, person: String?, scopes: [String],
      audiences: [String]? = nil, gives: [CredentialKind]?, jkt: String? = nil
    ) {
      self.provider = provider
      self.client = client
      self.person = person
      self.scopes = scopes
      self.audiences = audiences
      self.gives = gives
      self.jkt = jkt
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
    guard let endpoint = provider.endpoint(.token) ?? provider.endpoint(.authorize),
      let route = endpoint.routes.first
    else { return nil }
    let place = RouteMatch(
      provider: provider, endpoint: endpoint, route: route,
      base: site.base(of: request, prefix: "\(prefix)/\(provider.id)"),
      variables: cast.firstVariables(of: provider), path: "/")
    let reading = RoutedRequest(
      request, at: site, path: "/", prefix: prefix, destination: .provider(place))
    let context = RequestContext(
      reading, place, cast: cast, standing: standing, ownState(), at: now, random)
    return context.mint(order)
  }
}

extension RequestContext {
  fileprivate func mint(_ order: ServerState.MintOrder) -> Decision {
    try? Variables.look(up: self)
    facts.client = order.client
    facts.dpop.thumbprint = order.jkt
    let gives =
      order.gives?.map { IssuanceRule(kind: $0, when: .constant(true)) }
      ?? provider.token.grants.first { $0.rule.kind == .code }?.rule.issues
      ?? provider.answer(to: "token")?.issues ?? []
    if let person = order.person { show(person: person, since: now) }
    var arguments = ChoiceStep.firstChoice(provider, cast)
    arguments["scope"] = .texts(order.scopes)
    arguments["client_id"] = .text(order.client.id)
    let resources =
      provider.resourceSlot == nil ? [] : order.audiences ?? order.client.audiences ?? []
    if !resources.isEmpty { arguments["resource"] = .texts(resources) }
    if let jkt = order.jkt, order.gives?.contains(.code) == true {
      arguments[TokenBinding.parameter] = .text(jkt)
    }
    let grant = Grant(
      number: state.ledger.nextGrant, provider: provider.id, client: order.client.id,
      person: order.person, type: Grant.minted, scopes: order.scopes, arguments: arguments,
      bound: CredentialIssuer.boundValues(self), authTime: now, issued: now)
    let issued = CredentialIssuer.issue(
      gives, of: grant, scopes: order.scopes, resources: resources, details: nil, self)
    return finish(Outcome(.answered(nil), .minted, issued: issued))
  }
}

extension Decision {
  /// The credentials of this decision, signed.
  package func credentials() -> [CredentialFacts] {
    let writer = AnswerWriter(self)
    writer.sign()
    return writer.facts?.credentials ?? []
  }
}
