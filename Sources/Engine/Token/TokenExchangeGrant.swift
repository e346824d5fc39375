import Basics
import ProviderModel

/// `urn:ietf:params:oauth:grant-type:token-exchange` (RFC 8693): a token for another one.
enum TokenExchangeGrant {
  static func redeem(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    let exchange = rule.exchange ?? ExchangeRule()
    let subject = try ExchangedToken.find(.subject, exchange.subjects, rule, client, context)
    try checkVouching(for: client, by: subject, context)
    let (act, actor) = try act(for: subject, exchange, rule, client, context)
    let requested = try requested(exchange, subject, context)
    let isElsewhere = requested?.rule.isForOtherServer == true
    let target =
      try isElsewhere
      ? ExchangeTarget(elsewhere: context)
      : ExchangeTarget(of: subject, client, isForClient: requested?.rule.kind == .id, context)
    context.facts.exchange = ExchangeFacts(
      issuedType: requested?.name ?? "", client: target.clientID(of: client),
      audience: target.audience)
    let details =
      try isElsewhere
      ? DetailsCheck.elsewhere(context) : DetailsCheck.exchanged(subject, client, context)
    let grant = Grant(
      number: context.state.ledger.nextGrant, provider: context.provider.id, client: client.id,
      person: subject.person, type: name, scopes: target.scopes,
      arguments: DetailsCheck.add(
        details, to: ResourceCheck.arguments(target.resources, context), context),
      bound: CredentialIssuer.newBoundValues(context), authTime: subject.authTime,
      issued: context.now, actor: act)
    var redemption = Redemption(
      grant: grant, isOpen: false, scopes: target.scopes, resources: target.resources,
      details: details)
    redemption.uses = [subject.trusted?.use, actor?.trusted?.use].compactMap(\.self)
    if exchange.revokesSubject { redemption.revokes = subject.credential }
    redemption.issues = requested.map { [IssuanceRule(kind: $0.rule.kind, when: .constant(true))] }
    return redemption
  }

  /// A client that does not authenticate has to present the JWT for which it is trusted.
  private static func checkVouching(
    for client: Client, by subject: ExchangedToken, _ context: RequestContext
  ) throws(Refusal) {
    guard context.isClientVouched,
      !ExactText.same(subject.trusted?.trusted.client ?? "", client.id)
    else { return }
    let wire = context.provider.wire("client_id", at: .token)
    throw Refusal(
      .clientMissing, at: .client, facts: [("param", wire)],
      "the request names no client, and its subject token is one of this server",
      remedy: "send \(wire), and authenticate as the client")
  }

  /// The claim `act` of the issued token, and the actor token.
  private static func act(
    for subject: ExchangedToken, _ exchange: ExchangeRule, _ rule: GrantRule, _ client: Client,
    _ context: RequestContext
  ) throws(Refusal) -> (act: JSONValue?, actor: ExchangedToken?) {
    let issuer = context.facts.text(exchange.issuer) ?? ""
    let allowed =
      subject.mayAct
      ?? subject.person.flatMap { context.person($0) }
      .flatMap { context.facts.claim("may_act", of: $0) }
    guard !context.parameter("actor_token").isEmpty else {
      let type = context.parameter("actor_token_type")
      guard type.isEmpty else {
        throw Refusal(
          .parameterMissing, at: .client, facts: [("param", "actor_token")],
          "the request has \(context.wire("actor_token_type")) and no \(context.wire("actor_token"))",
          clause: "RFC 8693 §2.1",
          remedy:
            "send \(context.wire("actor_token")), or leave \(context.wire("actor_token_type")) out")
      }
      try ActingParty(client, of: issuer).check(allowed, "the client")
      try ActingParty.checkChain(subject.actor, adding: 0)
      return (subject.actor, nil)
    }
    let token = try ExchangedToken.find(.actor, exchange.actors, rule, client, context)
    let party = ActingParty(token, of: issuer, context)
    try party.check(allowed, "the actor")
    return (try party.claim(after: subject.actor), token)
  }

  /// The requested token type; the first one for a request that names none. `nil` if the fixture lists none.
  private static func requested(
    _ exchange: ExchangeRule, _ subject: ExchangedToken, _ context: RequestContext
  ) throws(Refusal) -> (name: String, rule: RequestedTokenRule)? {
    let fitting = exchange.requested.filter {
      $0.rule.subjects?.contains(subject.type) != false
        && (subject.person != nil || ![.id, .idJAG].contains($0.rule.kind))
    }
    let name = context.parameter("requested_token_type")
    if name.isEmpty, exchange.requested.isEmpty { return nil }
    if let found = name.isEmpty ? fitting.first : fitting.first(where: { $0.name == name }) {
      return found
    }
    let known = fitting.map(\.name).joined(separator: ", ")
    throw Refusal(
      .requestedTypeUnsupported, at: .token,
      facts: [("value", name.shortened), ("expected", known)],
      name.isEmpty
        ? "no token is issued for this subject token"
        : "\(context.wire("requested_token_type")) is \(name.shortened), which is not issued for this subject token",
      remedy: .say(known.isEmpty ? "exchange another token" : "send one of: \(known)"))
  }
}
