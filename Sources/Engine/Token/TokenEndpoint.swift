import Basics
import HTTPTypes
import ProviderModel

/// The token endpoint (RFC 6749 §3.2): read, know the grant and the client, redeem, hand out.
enum TokenEndpoint {
  static func decide(_ context: RequestContext) throws(Refusal) -> Outcome {
    let sent = try context.serviceRequest()
    try read(sent, into: context.facts)
    let (name, rule) = try grantAsked(
      context.endpoint.service.grant ?? context.parameter("grant_type"), context)
    try FixtureChecks.pass(rule.checks, early: true, context)
    let vouched =
      rule.trusts.isEmpty
      ? nil : IssuerAssertion.client(vouchedForIn: sent, context.provider, context.cast)
    let client: Client
    do throws(Refusal) {
      client = try ClientAuthentication.pass(
        sent, rule.clientAuthentication, vouched: vouched, context)
    } catch {
      // The JWT should have named the client: what is wrong with it comes first.
      if error.condition == .clientMissing { try TrustCheck.explainMissingClient(rule, context) }
      throw error
    }
    try mayUse(name, rule, client, context)
    try ParameterValues.check(context.provider.token.parameters, at: .client, context)
    try TokenBinding.note(client, context)
    let redemption = try redeem(name, rule, client, context)
    let grant = redemption.grant
    if let person = grant.person { context.show(person: person, since: grant.authTime) }
    CredentialIssuer.show(
      grant, id: redemption.isOpen ? grant.number : 0, scopes: redemption.scopes,
      resources: redemption.resources, details: redemption.details, context)
    if rule.kind == .refresh, let token = redemption.spends ?? redemption.keeps {
      context.facts.token = TokenFacts(
        of: token, sentAs: context.parameter("refresh_token"), context)
    }
    try FixtureChecks.pass(rule.checks, context)
    try RegisteredAlgorithm.check(issuing: redemption.issues ?? rule.issues, at: .token, context)
    // Nothing can refuse from here on: only now is anything spent.
    let again = Repetition.find(redemption, rule, context)
    if again == nil, rule.ends.contains(.access) {
      context.state.endAccess(of: grant, at: context.now)
    }
    if again == nil { endEarlier(than: redemption, rule, context) }
    if let credential = redemption.spends {
      context.state.ledger.spend(credential, at: context.now)
    }
    for use in redemption.uses { use.remember(context) }
    if let credential = redemption.revokes {
      context.state.revoke(credential, at: context.now)
    }
    let rules = (redemption.issues ?? rule.issues).filter {
      rule.kind != .refresh || rule.rotates || context.provider.base(of: $0.kind) != .refresh
    }
    let kept = context.fired.change?.scopes
    let scopes = kept.map { kept in redemption.scopes.filter(kept.contains) } ?? redemption.scopes
    let issued =
      again?.restore(context)
      ?? CredentialIssuer.issue(
        rules, of: grant, scopes: scopes, resources: redemption.resources,
        details: redemption.details, renewing: redemption.renews, context)
    if let credential = redemption.keeps { keep(credential, rule, context) }
    Repetition.remember(issued, redemption, rule, context)
    var outcome = Outcome(.answered(rule.answer), .granted(name), issued: issued)
    note(sent, grant, context, &outcome)
    return outcome
  }

  /// Ends earlier grants of the person to the client, where the provider's grants replace them.
  private static func endEarlier(
    than redemption: Redemption, _ rule: GrantRule, _ context: RequestContext
  ) {
    guard rule.endsEarlier != .none, let person = redemption.grant.person else { return }
    let (grant, state) = (redemption.grant, context.state)
    let scopes = Set(grant.scopes)
    for other in state.ledger.grants(of: grant.client, at: grant.provider)
    where other.number < grant.number && other.person == person && !state.ledger.isEnded(other) {
      guard rule.endsEarlier == .all || Set(other.scopes) != scopes else { continue }
      state.revoke(other, at: context.now)
    }
  }

  /// A refresh token that stays valid: its lifetime may start again, and the response may have it.
  private static func keep(
    _ credential: Credential, _ rule: GrantRule, _ context: RequestContext
  ) {
    var ends = credential.ends
    if rule.slides, !credential.neverEnds,
      let own = context.provider.rule(for: CredentialKind(rawValue: credential.name))
    {
      ends = context.now + CredentialIssuer.lifetime(of: own, context)
      context.state.slide(credential, to: ends)
    }
    guard rule.rotation == .same else { return }
    context.facts.set(
      CredentialFacts(
        kind: CredentialKind(rawValue: credential.name), value: context.parameter("refresh_token"),
        lifetime: credential.neverEnds ? 0 : max(ends - context.now, 0),
        issued: context.shown(credential.issued),
        ends: credential.neverEnds ? 0 : context.shown(ends)))
  }

  /// Says what of a granted request was not read, and to what its tokens are bound.
  private static func note(
    _ sent: ServiceRequest, _ grant: Grant, _ context: RequestContext, _ outcome: inout Outcome
  ) {
    let binding = context.facts.binding
    let bound =
      (binding.jkt.map { ["the key \($0)"] } ?? [])
      + (binding.x5t.map { ["the certificate \($0)"] } ?? [])
    if !bound.isEmpty {
      let hasBoundRefresh =
        context.facts.credential(.refresh) != nil
        && !TokenBinding.binding(of: .refresh, grant, context).isNone
      outcome.why =
        "the access token is bound to \(bound.joined(separator: " and "))"
        + (hasBoundRefresh ? ", and so is the refresh token" : "")
      outcome.clause = binding.jkt == nil ? "RFC 8705 §3" : "RFC 9449 §5"
    } else if context.request.headers.first(.dPoP) != nil {
      outcome.why = "the DPoP proof was not read: the access token is not bound to a key"
      (outcome.clause, outcome.remedy) = ("RFC 9449 §5", "leave the DPoP header out")
    } else if !context.provider.token.readsAssertions,
      sent.first("client_assertion")?.isEmpty == false
    {
      outcome.why = "client_assertion was not read"
      (outcome.clause, outcome.remedy) = ("RFC 7521 §4.2", "leave client_assertion out")
    } else {
      context.note =
        context.note
        ?? UnreadParameter.note(
          { sent.first($0) }, sent.parameters.lazy.map(\.name), context)
    }
  }

  /// One file a grant.
  private static func redeem(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) -> Redemption {
    switch rule.kind {
    case .code: try AuthorizationCodeGrant.redeem(rule, client, context)
    case .refresh: try RefreshTokenGrant.redeem(rule, client, context)
    case .client: try ClientCredentialsGrant.redeem(name, rule, client, context)
    case .password: try PasswordGrant.redeem(name, client, context)
    case .device: try DeviceCodeGrant.redeem(rule, client, context)
    case .exchange: try TokenExchangeGrant.redeem(name, rule, client, context)
    case .assertion: try AssertionGrant.redeem(name, rule, client, context)
    }
  }

  /// Wire names become canonical ones.
  /// - Parameter facts: gets the canonical parameters.
  static func read(_ sent: ServiceRequest, into facts: Facts) throws(Refusal) {
    let provider = facts.provider
    let outlines = provider.tokenOutlines
    for place in outlines.indices where provider.tokenDigests[place].meets(sent.digests) {
      let wire = outlines[place].wire
      var value = sent.first(wire)
      guard value != nil || outlines[place].hasFallback else { continue }
      let rule = provider.token.parameters[place].rule
      if outlines[place].isMany {
        facts.arguments[rule.slot] = .texts(sent.all(wire))
        continue
      }
      if sent.hasRepeats, provider.repeats == .refuse, sent.count(wire) > 1 {
        throw Refusal(
          .parameterRepeated, at: .token, facts: [("param", wire)],
          "the parameter \(wire) was sent \(sent.count(wire)) times",
          clause: "RFC 6749 §3.2", remedy: "send it once")
      }
      if value?.isEmpty ?? true, let fallback = rule.fallback {
        value = facts.value(of: fallback)?.text
      }
      if let value { facts.arguments[rule.slot] = .text(value) }
    }
  }

  private static func grantAsked(
    _ name: String, _ context: RequestContext
  ) throws(Refusal) -> (String, GrantRule) {
    let provider = context.provider
    func known() -> String { provider.token.grants.map(\.name).joined(separator: ", ") }
    let wire = provider.wire("grant_type", at: .token)
    guard !name.isEmpty else {
      let isInQuery = !context.reading.query.values(wire).isEmpty
      throw Refusal(
        .grantMissing, at: .token, facts: [("param", "grant_type")],
        isInQuery
          ? "the request has \(wire) in its query, which is not read here"
          : "the request has no \(wire)"
            + NearMiss.parameter(wire, among: context.reading.sent?.parameters.map(\.name) ?? []),
        remedy: .say(
          isInQuery
            ? "send all parameters in the body, as application/x-www-form-urlencoded"
            : "send one of: \(known())"))
    }
    guard let grant = provider.token.grants.first(where: { $0.name == name }) else {
      throw Refusal(
        .grantUnsupported, at: .token, facts: [("value", name)],
        "\(provider.id) has no \(wire) \(name)"
          + Suggestion.question(for: name, among: provider.token.grants.map(\.name)),
        remedy: .say("send one of: \(known())" + switchedOff(name, provider)))
    }
    return grant
  }

  /// The quirk that takes a grant away, as the end of a remedy.
  private static func switchedOff(_ name: String, _ provider: Provider) -> String {
    let quirk = provider.quirks.first {
      $0.on && $0.patch["token"]?["grants"]?[name]?.isNull == true
    }
    return quirk.map { "; or switch the quirk \(provider.id).\($0.id) off" } ?? ""
  }

  /// Whether the client may use the grant.
  static func mayUse(
    _ name: String, _ rule: GrantRule, _ client: Client, _ context: RequestContext
  ) throws(Refusal) {
    let isProven =
      rule.clientAuthentication != .always || client.secret != nil
      || client.mustAuthenticate
      || context.site.options.acceptsAnyClient
    let isAllowed = client.grantTypes?.contains(name) ?? true
    guard isProven, isAllowed else {
      throw Refusal(
        .grantNotAllowed, at: .token, facts: [("value", name)],
        "the client \(client.id) may not use \(context.wire("grant_type"))=\(name)",
        remedy: isAllowed
          ? "make it confidential in \(client.source)"
          : "add it to grant_types of this client in \(client.source)")
    }
  }
}

extension RequestContext {
  /// What a program sent, or why it can't be read.
  func serviceRequest() throws(Refusal) -> ServiceRequest {
    if let refusal = reading.unreadable { throw refusal }
    return reading.sent ?? ServiceRequest()
  }

  /// A parameter without which nothing can be done.
  func needed(_ name: String) throws(Refusal) -> String {
    let value = parameter(name)
    guard value.isEmpty else { return value }
    let wire = wire(name)
    throw Refusal(
      .parameterMissing, at: .client, facts: [("param", name)], "the request has no \(wire)",
      remedy: "send \(wire)")
  }
}
